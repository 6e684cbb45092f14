; extremal generate rings --size 5 --seed 1
(define (problem rings-5-1)
  (:domain rings)
  (:objects
    ring1 ring2 ring3 - ring)
  (:init
    (first ring1)
    (follows ring2 ring1)
    (follows ring3 ring2)
    (next-on ring3 bar-end)
    (off ring2)
    (off ring1)
    (lowest-on ring3))
  (:goal (and
    (off ring3)
    (next-on ring2 bar-end)
    (next-on ring1 ring2)
    (lowest-on ring1))))
