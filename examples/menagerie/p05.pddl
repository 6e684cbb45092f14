; extremal generate menagerie --size 15 --seed 5
(define (problem menagerie-15-5)
  (:domain menagerie)
  (:objects
    yard1 yard2 yard3 yard4 yard5 - yard
    keeper1 keeper2 keeper3 keeper4 - keeper
    turtle1 - turtle
    basin1 - basin
    stranger2 - (either owl snake)
    aviary2 - aviary
    lion3 - lion
    cage3 - cage
    white-lynx4 - mountain-lynx
    cage4 - cage
    lion5 - lion
    cage5 - cage
    stranger6 - (either owl snake)
    aviary6 - aviary
    lion7 - lion
    cage7 - cage
    stranger8 - (either owl snake)
    aviary8 - aviary
    otter9 - otter
    cage9 - cage
    stranger10 - (either owl snake)
    aviary10 - aviary
    lynx11 - lynx
    cage11 - cage
    bear12 - bear
    cage12 - cage
    platypus13 - platypus
    cage13 - cage
    otter14 - otter
    cage14 - cage
    stranger15 - (either owl snake)
    aviary15 - aviary)
  (:init
    (way gatehouse yard1)
    (way yard1 gatehouse)
    (way gatehouse yard2)
    (way yard2 gatehouse)
    (way gatehouse yard5)
    (way yard5 gatehouse)
    (way yard2 yard3)
    (way yard3 yard2)
    (way yard2 yard4)
    (way yard4 yard2)
    (way yard2 yard5)
    (way yard5 yard2)
    (way yard3 yard4)
    (way yard4 yard3)
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (at keeper3 gatehouse)
    (at keeper4 gatehouse)
    (at turtle1 yard5)
    (way basin1 yard2)
    (way yard2 basin1)
    (channel basin1 yard3)
    (channel yard3 basin1)
    (at stranger2 yard4)
    (way aviary2 yard3)
    (way yard3 aviary2)
    (at lion3 yard3)
    (way cage3 yard2)
    (way yard2 cage3)
    (at white-lynx4 yard4)
    (way cage4 yard2)
    (way yard2 cage4)
    (at lion5 yard4)
    (way cage5 yard2)
    (way yard2 cage5)
    (at stranger6 yard1)
    (way aviary6 yard5)
    (way yard5 aviary6)
    (at lion7 yard5)
    (way cage7 yard2)
    (way yard2 cage7)
    (at stranger8 yard1)
    (way aviary8 gatehouse)
    (way gatehouse aviary8)
    (at otter9 yard5)
    (way cage9 yard3)
    (way yard3 cage9)
    (at stranger10 yard5)
    (way aviary10 yard1)
    (way yard1 aviary10)
    (at lynx11 yard2)
    (way cage11 yard5)
    (way yard5 cage11)
    (at bear12 yard1)
    (way cage12 yard3)
    (way yard3 cage12)
    (at platypus13 yard3)
    (way cage13 yard5)
    (way yard5 cage13)
    (at otter14 yard1)
    (way cage14 yard3)
    (way yard3 cage14)
    (at stranger15 yard3)
    (way aviary15 yard4)
    (way yard4 aviary15))
  (:goal (and
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (at keeper3 gatehouse)
    (at keeper4 gatehouse)
    (housed turtle1)
    (housed stranger2)
    (housed lion3)
    (housed white-lynx4)
    (housed lion5)
    (housed stranger6)
    (housed lion7)
    (housed stranger8)
    (housed otter9)
    (housed stranger10)
    (housed lynx11)
    (housed bear12)
    (housed platypus13)
    (housed otter14)
    (housed stranger15))))
