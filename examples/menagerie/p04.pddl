; extremal generate menagerie --size 10 --seed 4
(define (problem menagerie-10-4)
  (:domain menagerie)
  (:objects
    yard1 yard2 yard3 yard4 - yard
    keeper1 keeper2 keeper3 - keeper
    otter1 - otter
    cage1 - cage
    snake2 - snake
    cage2 - cage
    lion3 - lion
    cage3 - cage
    turtle4 - turtle
    basin4 - basin
    platypus5 - platypus
    cage5 - cage
    stranger6 - (either owl snake)
    aviary6 - aviary
    stranger7 - (either owl snake)
    aviary7 - aviary
    snake8 - snake
    cage8 - cage
    lynx9 - lynx
    cage9 - cage
    turtle10 - turtle
    basin10 - basin)
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
    (at otter1 yard1)
    (way cage1 yard1)
    (way yard1 cage1)
    (at snake2 yard3)
    (way cage2 yard3)
    (way yard3 cage2)
    (at lion3 yard4)
    (way cage3 gatehouse)
    (way gatehouse cage3)
    (at turtle4 yard3)
    (way basin4 yard3)
    (way yard3 basin4)
    (channel basin4 yard2)
    (channel yard2 basin4)
    (at platypus5 yard2)
    (way cage5 yard2)
    (way yard2 cage5)
    (at stranger6 yard2)
    (way aviary6 yard4)
    (way yard4 aviary6)
    (at stranger7 yard3)
    (way aviary7 yard4)
    (way yard4 aviary7)
    (at snake8 yard4)
    (way cage8 yard2)
    (way yard2 cage8)
    (at lynx9 yard3)
    (way cage9 yard1)
    (way yard1 cage9)
    (at turtle10 yard2)
    (way basin10 yard1)
    (way yard1 basin10)
    (channel basin10 yard2)
    (channel yard2 basin10))
  (:goal (and
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (at keeper3 gatehouse)
    (housed otter1)
    (housed snake2)
    (housed lion3)
    (housed turtle4)
    (housed platypus5)
    (housed stranger6)
    (housed stranger7)
    (housed snake8)
    (housed lynx9)
    (housed turtle10))))
