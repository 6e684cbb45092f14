; Only the middle one of three lanterns in a row is lit, and its cord has snapped. The outer cords flip it
; together with their own lantern. Unsolvable: pulling an outer cord darkens the middle but lights that side.
(define (problem lanterns-snapped)
  (:domain lanterns)
  (:objects left middle right - lantern)
  (:init
    (neighbours left middle) (neighbours middle left)
    (neighbours middle right) (neighbours right middle)
    (snapped middle)
    (lit middle))
  (:goal (forall (?l - lantern) (not (lit ?l)))))
