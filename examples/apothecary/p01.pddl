; extremal generate apothecary --size 1 --seed 1
(define (problem apothecary-1-1)
  (:domain apothecary)
  (:objects
    herb1 herb2 herb3 - herb
    remedy1 - remedy
    jar1 jar2 jar3 - jar
    kettle1 - kettle)
  (:init
    (empty jar1)
    (empty jar2)
    (empty jar3)
    (clean kettle1)
    (recipe herb3 herb2 herb1 remedy1)
    (suits kettle1 remedy1))
  (:goal (and
    (sold remedy1))))
