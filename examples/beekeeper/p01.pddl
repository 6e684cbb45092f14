; extremal generate beekeeper --size 1 --seed 1
(define (problem beekeeper-1-1)
  (:domain beekeeper)
  (:objects
    meadow1 meadow2 - meadow
    hive1 - hive
    flower1 - flower)
  (:init
    (track meadow1 meadow2)
    (track meadow2 meadow1)
    (cart-at meadow2)
    (cart-empty)
    (stands hive1 meadow1)
    (flowering meadow1 flower1))
  (:goal (and
    (stands hive1 meadow2)
    (honey hive1 flower1))))
