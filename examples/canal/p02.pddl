; extremal generate canal --size 4 --seed 2
(define (problem canal-4-2)
  (:domain canal)
  (:objects
    pond - plot
    field1 field2 field3 field4 - plot
    ridge1 - plot
    gate1 gate2 gate3 gate4 - gate)
  (:init
    (spring pond)
    (gardener-at ridge1)
    (gate-between gate1 pond field1)
    (lever-at gate1 field3)
    (path field1 ridge1)
    (path ridge1 field1)
    (gate-between gate3 field1 field3)
    (lever-at gate3 field4)
    (path field3 ridge1)
    (path ridge1 field3)
    (gate-between gate4 field1 field2)
    (lever-at gate4 field4)
    (path field2 ridge1)
    (path ridge1 field2)
    (gate-between gate2 field3 field4)
    (lever-at gate2 ridge1)
    (path field4 ridge1)
    (path ridge1 field4))
  (:goal (and
    (reaped field1)
    (reaped field3)
    (reaped field2)
    (reaped field4))))
