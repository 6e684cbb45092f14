; extremal generate menagerie --size 12 --seed 4
(define (problem menagerie-12-4)
  (:domain menagerie)
  (:objects
    yard1 yard2 yard3 yard4 - yard
    keeper1 keeper2 keeper3 keeper4 - keeper
    white-lynx1 - mountain-lynx
    cage1 - cage
    penguin2 - penguin
    aviary2 - aviary
    lion3 - lion
    cage3 - cage
    owl4 - owl
    aviary4 - aviary
    otter5 - otter
    cage5 - cage
    bear6 - bear
    cage6 - cage
    owl7 - owl
    aviary7 - aviary
    turtle8 - turtle
    basin8 - basin
    bear9 - bear
    cage9 - cage
    white-lynx10 - mountain-lynx
    cage10 - cage
    lynx11 - lynx
    cage11 - cage
    owl12 - owl
    aviary12 - aviary)
  (:init
    (way gatehouse yard1)
    (way yard1 gatehouse)
    (way gatehouse yard2)
    (way yard2 gatehouse)
    (way gatehouse yard3)
    (way yard3 gatehouse)
    (way yard1 yard4)
    (way yard4 yard1)
    (way yard2 yard3)
    (way yard3 yard2)
    (way yard3 yard4)
    (way yard4 yard3)
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (at keeper3 gatehouse)
    (at keeper4 gatehouse)
    (at white-lynx1 yard3)
    (way cage1 yard3)
    (way yard3 cage1)
    (at penguin2 yard1)
    (way aviary2 yard4)
    (way yard4 aviary2)
    (at lion3 yard4)
    (way cage3 yard2)
    (way yard2 cage3)
    (at owl4 yard2)
    (way aviary4 yard2)
    (way yard2 aviary4)
    (at otter5 yard3)
    (way cage5 yard4)
    (way yard4 cage5)
    (at bear6 yard4)
    (way cage6 yard4)
    (way yard4 cage6)
    (at owl7 yard4)
    (way aviary7 yard3)
    (way yard3 aviary7)
    (at turtle8 yard3)
    (way basin8 gatehouse)
    (way gatehouse basin8)
    (channel basin8 yard3)
    (channel yard3 basin8)
    (at bear9 yard4)
    (way cage9 yard1)
    (way yard1 cage9)
    (at white-lynx10 yard3)
    (way cage10 yard3)
    (way yard3 cage10)
    (at lynx11 yard4)
    (way cage11 gatehouse)
    (way gatehouse cage11)
    (at owl12 yard4)
    (way aviary12 gatehouse)
    (way gatehouse aviary12))
  (:goal (and
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (at keeper3 gatehouse)
    (at keeper4 gatehouse)
    (housed white-lynx1)
    (housed penguin2)
    (housed lion3)
    (housed owl4)
    (housed otter5)
    (housed bear6)
    (housed owl7)
    (housed turtle8)
    (housed bear9)
    (housed white-lynx10)
    (housed lynx11)
    (housed owl12))))
