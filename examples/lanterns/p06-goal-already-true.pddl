; All lanterns are dark: the goal holds in the initial state, and the empty plan is a plan.
(define (problem lanterns-all-dark)
  (:domain lanterns)
  (:objects left middle right - lantern)
  (:init
    (neighbours left middle) (neighbours middle left)
    (neighbours middle right) (neighbours right middle))
  (:goal (forall (?l - lantern) (not (lit ?l)))))
