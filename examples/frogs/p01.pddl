; extremal generate frogs --size 1 --seed 1
(define (problem frogs-1-1)
  (:domain frogs)
  (:objects
    stone1 stone2 stone3)
  (:init
    (step stone1 stone2)
    (step stone2 stone3)
    (leap stone1 stone2 stone3)
    (frog-on stone1)
    (toad-on stone3))
  (:goal (and
    (toad-on stone1)
    (not (frog-on stone2))
    (not (toad-on stone2))
    (frog-on stone3))))
