; extremal generate apothecary --size 4 --seed 2
(define (problem apothecary-4-2)
  (:domain apothecary)
  (:objects
    herb1 herb2 herb3 herb4 herb5 - herb
    remedy1 remedy2 remedy3 remedy4 - remedy
    jar1 jar2 jar3 - jar
    kettle1 - kettle)
  (:init
    (empty jar1)
    (empty jar2)
    (empty jar3)
    (clean kettle1)
    (recipe herb5 herb2 herb1 remedy1)
    (suits kettle1 remedy1)
    (recipe herb1 herb5 herb2 remedy2)
    (suits kettle1 remedy2)
    (recipe herb4 herb1 herb5 remedy3)
    (suits kettle1 remedy3)
    (recipe herb4 herb5 herb3 remedy4)
    (suits kettle1 remedy4))
  (:goal (and
    (sold remedy4))))
