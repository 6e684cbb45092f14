; extremal generate turnery --size 1 --seed 1
(define (problem turnery-1-1)
  (:domain turnery)
  (:objects
    lathe1 - lathe
    chisel1 - chisel
    shape1 - shape
    piece1 - piece
    cut1 cut2 cut3 cut4 - cut
    edge0 edge1 edge2 edge3 - edge
    steel0 steel1 steel2 - steel)
  (:init
    (= (total-cost) 0)
    (sharp edge3)
    (duller edge1 edge0)
    (duller edge2 edge1)
    (duller edge3 edge2)
    (less-steel steel1 steel0)
    (less-steel steel2 steel1)
    (first cut1)
    (bare lathe1)
    (unused lathe1)
    (in-rack chisel1)
    (has-shape chisel1 shape1)
    (edge-of chisel1 edge2)
    (steel-of chisel1 steel2)
    (raw piece1)
    (needs piece1 cut1 shape1)
    (needs piece1 cut2 shape1)
    (needs piece1 cut3 shape1)
    (needs piece1 cut4 shape1)
    (next piece1 cut1 cut2)
    (next piece1 cut2 cut3)
    (next piece1 cut3 cut4)
    (last piece1 cut4))
  (:goal (and
    (finished piece1)))
  (:metric minimize (total-cost)))
