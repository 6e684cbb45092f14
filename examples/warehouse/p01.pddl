; extremal generate warehouse --size 1 --seed 1
(define (problem warehouse-1-1)
  (:domain warehouse)
  (:objects
    robot1 - robot
    box1 - box
    c1-1 c1-2 c1-3 c2-1 c2-2 c2-3 - cell
    level0 level1 level2 level3 level4 - level)
  (:init
    (= (total-cost) 0)
    (adjacent c1-1 c1-2)
    (adjacent c1-1 c2-1)
    (adjacent c1-2 c1-1)
    (adjacent c1-2 c1-3)
    (adjacent c1-2 c2-2)
    (adjacent c1-3 c1-2)
    (adjacent c1-3 c2-3)
    (adjacent c2-1 c1-1)
    (adjacent c2-1 c2-2)
    (adjacent c2-2 c1-2)
    (adjacent c2-2 c2-1)
    (adjacent c2-2 c2-3)
    (adjacent c2-3 c1-3)
    (adjacent c2-3 c2-2)
    (charger c1-2)
    (full level4)
    (one-less level1 level0)
    (one-less level2 level1)
    (one-less level3 level2)
    (one-less level4 level3)
    (at robot1 c1-1)
    (battery robot1 level2)
    (free robot1)
    (box-at box1 c1-1))
  (:goal (and
    (box-at box1 c2-1)))
  (:metric minimize (total-cost)))
