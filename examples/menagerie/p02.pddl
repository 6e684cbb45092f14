; extremal generate menagerie --size 4 --seed 2
(define (problem menagerie-4-2)
  (:domain menagerie)
  (:objects
    yard1 yard2 - yard
    keeper1 keeper2 - keeper
    platypus1 - platypus
    cage1 - cage
    snake2 - snake
    cage2 - cage
    platypus3 - platypus
    cage3 - cage
    turtle4 - turtle
    basin4 - basin)
  (:init
    (way gatehouse yard1)
    (way yard1 gatehouse)
    (way gatehouse yard2)
    (way yard2 gatehouse)
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (at platypus1 yard2)
    (way cage1 yard1)
    (way yard1 cage1)
    (at snake2 yard1)
    (way cage2 yard2)
    (way yard2 cage2)
    (at platypus3 yard2)
    (way cage3 yard2)
    (way yard2 cage3)
    (at turtle4 yard2)
    (way basin4 yard1)
    (way yard1 basin4)
    (channel basin4 yard1)
    (channel yard1 basin4))
  (:goal (and
    (at keeper1 gatehouse)
    (at keeper2 gatehouse)
    (housed platypus1)
    (housed snake2)
    (housed platypus3)
    (housed turtle4))))
