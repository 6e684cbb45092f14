; Two rows of three plinths, and the last two exhibits are to change places, which has the wrong parity.
; Unsolvable, but the delete relaxation does not notice: only a search over all 360 orders proves it.
(define (problem museum-parity-2x3)
  (:domain museum)
  (:objects
    plinth1 plinth2 plinth3 plinth4 plinth5 plinth6 - plinth
    exhibit1 exhibit2 exhibit3 exhibit4 exhibit5 - exhibit)
  (:init
    (beside plinth1 plinth2) (beside plinth2 plinth1)
    (beside plinth1 plinth4) (beside plinth4 plinth1)
    (beside plinth2 plinth3) (beside plinth3 plinth2)
    (beside plinth2 plinth5) (beside plinth5 plinth2)
    (beside plinth3 plinth6) (beside plinth6 plinth3)
    (beside plinth4 plinth5) (beside plinth5 plinth4)
    (beside plinth5 plinth6) (beside plinth6 plinth5)
    (shown exhibit1 plinth1)
    (shown exhibit2 plinth2)
    (shown exhibit3 plinth3)
    (shown exhibit5 plinth4)
    (shown exhibit4 plinth5)
    (free plinth6))
  (:goal (and
    (shown exhibit1 plinth1)
    (shown exhibit2 plinth2)
    (shown exhibit3 plinth3)
    (shown exhibit4 plinth4)
    (shown exhibit5 plinth5))))
