; extremal generate canal --size 1 --seed 1
(define (problem canal-1-1)
  (:domain canal)
  (:objects
    pond - plot
    field1 - plot
    ridge1 - plot
    gate1 - gate)
  (:init
    (spring pond)
    (gardener-at ridge1)
    (gate-between gate1 pond field1)
    (lever-at gate1 ridge1)
    (path field1 ridge1)
    (path ridge1 field1))
  (:goal (and
    (reaped field1))))
