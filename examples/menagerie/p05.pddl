; extremal generate menagerie --size 17 --seed 5
(define (problem menagerie-17-5)
  (:domain menagerie)
  (:objects
    yard1 yard2 yard3 yard4 yard5 yard6 - yard
    keeper1 keeper2 keeper3 keeper4 - keeper
    owl1 - owl
    aviary1 - aviary
    penguin2 - penguin
    aviary2 - aviary
    platypus3 - platypus
    cage3 - cage
    platypus4 - platypus
    cage4 - cage
    platypus5 - platypus
    cage5 - cage
    stranger6 - (either owl snake)
    aviary6 - aviary
    otter7 - otter
    cage7 - cage
    lynx8 - lynx
    cage8 - cage
    penguin9 - penguin
    aviary9 - aviary
    bear10 - bear
    cage10 - cage
    stranger11 - (either owl snake)
    aviary11 - aviary
    owl12 - owl
    aviary12 - aviary
    stranger13 - (either owl snake)
    aviary13 - aviary
    owl14 - owl
    aviary14 - aviary
    snake15 - snake
    cage15 - cage
    lion16 - lion
    cage16 - cage
    snake17 - snake
    cage17 - cage)
  (:init
    (way gatehouse yard1)
    (way yard1 gatehouse)
    (way gatehouse yard2)
    (way yard2 gatehouse)
    (way gatehouse yard3)
    (way yard3 gatehouse)
    (way yard2 yard3)
    (way yard3 yard2)
    (way yard2 yard5)
    (way yard5 yard2)
    (way yard3 yard4)
    (way yard4 yard3)
    (way yard3 yard6)
    (way yard6 yard3)
    (way yard5 yard6)
    (way yard6 yard5)
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (at keeper3 gatehouse)
    (at keeper4 gatehouse)
    (at owl1 yard6)
    (way aviary1 yard5)
    (way yard5 aviary1)
    (at penguin2 yard1)
    (way aviary2 yard3)
    (way yard3 aviary2)
    (at platypus3 yard2)
    (way cage3 yard4)
    (way yard4 cage3)
    (at platypus4 yard1)
    (way cage4 yard4)
    (way yard4 cage4)
    (at platypus5 yard6)
    (way cage5 yard1)
    (way yard1 cage5)
    (at stranger6 yard1)
    (way aviary6 yard6)
    (way yard6 aviary6)
    (at otter7 yard6)
    (way cage7 gatehouse)
    (way gatehouse cage7)
    (at lynx8 yard3)
    (way cage8 yard6)
    (way yard6 cage8)
    (at penguin9 yard6)
    (way aviary9 yard6)
    (way yard6 aviary9)
    (at bear10 yard2)
    (way cage10 yard2)
    (way yard2 cage10)
    (at stranger11 yard2)
    (way aviary11 yard1)
    (way yard1 aviary11)
    (at owl12 yard4)
    (way aviary12 yard3)
    (way yard3 aviary12)
    (at stranger13 yard3)
    (way aviary13 gatehouse)
    (way gatehouse aviary13)
    (at owl14 yard6)
    (way aviary14 yard2)
    (way yard2 aviary14)
    (at snake15 yard3)
    (way cage15 yard3)
    (way yard3 cage15)
    (at lion16 yard5)
    (way cage16 gatehouse)
    (way gatehouse cage16)
    (at snake17 yard1)
    (way cage17 yard1)
    (way yard1 cage17))
  (:goal (and
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (at keeper3 gatehouse)
    (at keeper4 gatehouse)
    (housed owl1)
    (housed penguin2)
    (housed platypus3)
    (housed platypus4)
    (housed platypus5)
    (housed stranger6)
    (housed otter7)
    (housed lynx8)
    (housed penguin9)
    (housed bear10)
    (housed stranger11)
    (housed owl12)
    (housed stranger13)
    (housed owl14)
    (housed snake15)
    (housed lion16)
    (housed snake17))))
