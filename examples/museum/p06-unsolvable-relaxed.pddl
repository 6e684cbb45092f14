; Two wings without a door between them: exhibit1 can never leave the west wing.
; Unsolvable, and grounding proves it: its place in the east wing is not even relaxed-reachable.
(define (problem museum-two-wings)
  (:domain museum)
  (:objects
    west1 west2 west3 east1 east2 east3 - plinth
    exhibit1 exhibit2 exhibit3 exhibit4 - exhibit)
  (:init
    (beside west1 west2) (beside west2 west1)
    (beside west2 west3) (beside west3 west2)
    (beside east1 east2) (beside east2 east1)
    (beside east2 east3) (beside east3 east2)
    (shown exhibit1 west1) (shown exhibit2 west2) (free west3)
    (shown exhibit3 east1) (shown exhibit4 east2) (free east3))
  (:goal (and
    (shown exhibit1 east3)
    (shown exhibit2 west3))))
