; extremal generate museum --size 3 --seed 1
(define (problem museum-3-1)
  (:domain museum)
  (:objects
    plinth1 plinth2 plinth3 plinth4 - plinth
    exhibit1 exhibit2 exhibit3 - exhibit)
  (:init
    (beside plinth1 plinth2)
    (beside plinth2 plinth1)
    (beside plinth1 plinth3)
    (beside plinth3 plinth1)
    (beside plinth2 plinth4)
    (beside plinth4 plinth2)
    (beside plinth3 plinth4)
    (beside plinth4 plinth3)
    (free plinth3)
    (shown exhibit2 plinth1)
    (shown exhibit3 plinth2)
    (shown exhibit1 plinth4))
  (:goal (and
    (shown exhibit1 plinth1)
    (shown exhibit2 plinth2)
    (shown exhibit3 plinth3))))
