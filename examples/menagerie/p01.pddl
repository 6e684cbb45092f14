; extremal generate menagerie --size 1 --seed 1
(define (problem menagerie-1-1)
  (:domain menagerie)
  (:objects
    yard1 - yard
    keeper1 keeper2 - keeper
    snake1 - snake
    cage1 - cage)
  (:init
    (way gatehouse yard1)
    (way yard1 gatehouse)
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (at snake1 yard1)
    (way cage1 yard1)
    (way yard1 cage1))
  (:goal (and
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (housed snake1))))
