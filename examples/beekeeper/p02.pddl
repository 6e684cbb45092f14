; extremal generate beekeeper --size 4 --seed 2
(define (problem beekeeper-4-2)
  (:domain beekeeper)
  (:objects
    meadow1 meadow2 meadow3 meadow4 meadow5 - meadow
    hive1 hive2 - hive
    flower1 flower2 - flower)
  (:init
    (track meadow1 meadow2)
    (track meadow2 meadow1)
    (track meadow1 meadow3)
    (track meadow3 meadow1)
    (track meadow2 meadow4)
    (track meadow4 meadow2)
    (track meadow3 meadow4)
    (track meadow4 meadow3)
    (track meadow3 meadow5)
    (track meadow5 meadow3)
    (cart-at meadow2)
    (cart-empty)
    (stands hive1 meadow4)
    (stands hive2 meadow4)
    (flowering meadow4 flower1)
    (flowering meadow1 flower1)
    (flowering meadow5 flower2)
    (flowering meadow4 flower2))
  (:goal (and
    (stands hive1 meadow3)
    (honey hive1 flower2)
    (honey hive1 flower1)
    (stands hive2 meadow4)
    (honey hive2 flower2)
    (honey hive2 flower1))))
