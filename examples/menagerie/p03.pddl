; extremal generate menagerie --size 6 --seed 3
(define (problem menagerie-6-3)
  (:domain menagerie)
  (:objects
    yard1 yard2 - yard
    keeper1 keeper2 keeper3 - keeper
    owl1 - owl
    aviary1 - aviary
    owl2 - owl
    aviary2 - aviary
    owl3 - owl
    aviary3 - aviary
    platypus4 - platypus
    cage4 - cage
    white-lynx5 - mountain-lynx
    cage5 - cage
    owl6 - owl
    aviary6 - aviary)
  (:init
    (way gatehouse yard1)
    (way yard1 gatehouse)
    (way gatehouse yard2)
    (way yard2 gatehouse)
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (at keeper3 gatehouse)
    (at owl1 yard1)
    (way aviary1 gatehouse)
    (way gatehouse aviary1)
    (at owl2 yard2)
    (way aviary2 gatehouse)
    (way gatehouse aviary2)
    (at owl3 yard1)
    (way aviary3 yard1)
    (way yard1 aviary3)
    (at platypus4 yard1)
    (way cage4 yard1)
    (way yard1 cage4)
    (at white-lynx5 yard2)
    (way cage5 yard2)
    (way yard2 cage5)
    (at owl6 yard1)
    (way aviary6 gatehouse)
    (way gatehouse aviary6))
  (:goal (and
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (at keeper3 gatehouse)
    (housed owl1)
    (housed owl2)
    (housed owl3)
    (housed platypus4)
    (housed white-lynx5)
    (housed owl6))))
