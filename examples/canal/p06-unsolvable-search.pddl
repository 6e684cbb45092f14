; The lever of the only gate stands in the pond, which is always flooded, so nobody can get at it.
; Unsolvable. A relaxation that takes negated derived facts for granted does not see it.
(define (problem canal-drowned-lever)
  (:domain canal)
  (:objects
    pond field ridge - plot
    gate - gate)
  (:init
    (spring pond)
    (gate-between gate pond field)
    (lever-at gate pond)
    (gardener-at ridge)
    (path ridge field) (path field ridge)
    (path ridge pond) (path pond ridge))
  (:goal (reaped field)))
