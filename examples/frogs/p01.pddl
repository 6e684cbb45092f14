; extremal generate frogs --size 1 --seed 1
(define (problem frogs-1-1)
  (:domain frogs)
  (:objects
    stone1-1 stone2-1 stone3-1)
  (:init
    (step stone1-1 stone2-1)
    (leap stone1-1 stone2-1 stone3-1)
    (step stone2-1 stone3-1)
    (frog-on stone1-1)
    (toad-on stone3-1))
  (:goal (and
    (toad-on stone1-1)
    (not (frog-on stone2-1))
    (not (toad-on stone2-1))
    (frog-on stone3-1))))
