; extremal generate menagerie --size 8 --seed 3
(define (problem menagerie-8-3)
  (:domain menagerie)
  (:objects
    yard1 yard2 yard3 - yard
    keeper1 keeper2 keeper3 - keeper
    owl1 - owl
    aviary1 - aviary
    owl2 - owl
    aviary2 - aviary
    platypus3 - platypus
    cage3 - cage
    white-lynx4 - mountain-lynx
    cage4 - cage
    owl5 - owl
    aviary5 - aviary
    lynx6 - lynx
    cage6 - cage
    owl7 - owl
    aviary7 - aviary
    white-lynx8 - mountain-lynx
    cage8 - cage)
  (:init
    (way gatehouse yard1)
    (way yard1 gatehouse)
    (way gatehouse yard2)
    (way yard2 gatehouse)
    (way gatehouse yard3)
    (way yard3 gatehouse)
    (way yard2 yard3)
    (way yard3 yard2)
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (at keeper3 gatehouse)
    (at owl1 yard2)
    (way aviary1 gatehouse)
    (way gatehouse aviary1)
    (at owl2 yard1)
    (way aviary2 yard1)
    (way yard1 aviary2)
    (at platypus3 yard1)
    (way cage3 yard1)
    (way yard1 cage3)
    (at white-lynx4 yard3)
    (way cage4 yard3)
    (way yard3 cage4)
    (at owl5 yard2)
    (way aviary5 yard1)
    (way yard1 aviary5)
    (at lynx6 yard1)
    (way cage6 yard3)
    (way yard3 cage6)
    (at owl7 yard3)
    (way aviary7 yard2)
    (way yard2 aviary7)
    (at white-lynx8 yard1)
    (way cage8 yard3)
    (way yard3 cage8))
  (:goal (and
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (at keeper3 gatehouse)
    (housed owl1)
    (housed owl2)
    (housed platypus3)
    (housed white-lynx4)
    (housed owl5)
    (housed lynx6)
    (housed owl7)
    (housed white-lynx8))))
