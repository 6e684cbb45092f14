; extremal generate lanterns --size 4 --seed 1
(define (problem lanterns-4-1)
  (:domain lanterns)
  (:objects
    lantern1 lantern2 lantern3 lantern4 - lantern)
  (:init
    (neighbours lantern1 lantern2)
    (neighbours lantern2 lantern1)
    (neighbours lantern1 lantern3)
    (neighbours lantern3 lantern1)
    (neighbours lantern2 lantern4)
    (neighbours lantern4 lantern2)
    (neighbours lantern3 lantern4)
    (neighbours lantern4 lantern3)
    (lit lantern3)
    (lit lantern4))
  (:goal (and
    (forall (?l - lantern) (not (lit ?l))))))
