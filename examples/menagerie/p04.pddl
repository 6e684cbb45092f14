; extremal generate menagerie --size 13 --seed 4
(define (problem menagerie-13-4)
  (:domain menagerie)
  (:objects
    yard1 yard2 yard3 yard4 yard5 - yard
    keeper1 keeper2 keeper3 keeper4 - keeper
    snake1 - snake
    cage1 - cage
    lion2 - lion
    cage2 - cage
    turtle3 - turtle
    basin3 - basin
    platypus4 - platypus
    cage4 - cage
    stranger5 - (either owl snake)
    aviary5 - aviary
    stranger6 - (either owl snake)
    aviary6 - aviary
    snake7 - snake
    cage7 - cage
    lynx8 - lynx
    cage8 - cage
    turtle9 - turtle
    basin9 - basin
    penguin10 - penguin
    aviary10 - aviary
    white-lynx11 - mountain-lynx
    cage11 - cage
    lynx12 - lynx
    cage12 - cage
    bear13 - bear
    cage13 - cage)
  (:init
    (way gatehouse yard1)
    (way yard1 gatehouse)
    (way gatehouse yard2)
    (way yard2 gatehouse)
    (way yard1 yard4)
    (way yard4 yard1)
    (way yard2 yard3)
    (way yard3 yard2)
    (way yard2 yard5)
    (way yard5 yard2)
    (way yard3 yard4)
    (way yard4 yard3)
    (way yard4 yard5)
    (way yard5 yard4)
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (at keeper3 gatehouse)
    (at keeper4 gatehouse)
    (at snake1 yard4)
    (way cage1 yard4)
    (way yard4 cage1)
    (at lion2 yard5)
    (way cage2 gatehouse)
    (way gatehouse cage2)
    (at turtle3 yard3)
    (way basin3 yard3)
    (way yard3 basin3)
    (channel basin3 yard2)
    (channel yard2 basin3)
    (at platypus4 yard2)
    (way cage4 yard3)
    (way yard3 cage4)
    (at stranger5 yard2)
    (way aviary5 yard5)
    (way yard5 aviary5)
    (at stranger6 yard3)
    (way aviary6 yard5)
    (way yard5 aviary6)
    (at snake7 yard5)
    (way cage7 yard3)
    (way yard3 cage7)
    (at lynx8 yard4)
    (way cage8 yard1)
    (way yard1 cage8)
    (at turtle9 yard2)
    (way basin9 yard1)
    (way yard1 basin9)
    (channel basin9 yard3)
    (channel yard3 basin9)
    (at penguin10 yard1)
    (way aviary10 yard5)
    (way yard5 aviary10)
    (at white-lynx11 yard3)
    (way cage11 yard4)
    (way yard4 cage11)
    (at lynx12 yard2)
    (way cage12 gatehouse)
    (way gatehouse cage12)
    (at bear13 yard3)
    (way cage13 yard2)
    (way yard2 cage13))
  (:goal (and
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (at keeper3 gatehouse)
    (at keeper4 gatehouse)
    (housed snake1)
    (housed lion2)
    (housed turtle3)
    (housed platypus4)
    (housed stranger5)
    (housed stranger6)
    (housed snake7)
    (housed lynx8)
    (housed turtle9)
    (housed penguin10)
    (housed white-lynx11)
    (housed lynx12)
    (housed bear13))))
