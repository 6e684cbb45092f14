; extremal generate apothecary --size 8 --seed 3
(define (problem apothecary-8-3)
  (:domain apothecary)
  (:objects
    herb1 herb2 herb3 herb4 herb5 herb6 herb7 - herb
    remedy1 remedy2 remedy3 remedy4 remedy5 remedy6 remedy7 remedy8 - remedy
    jar1 jar2 jar3 jar4 - jar
    kettle1 kettle2 - kettle)
  (:init
    (empty jar1)
    (empty jar2)
    (empty jar3)
    (empty jar4)
    (clean kettle1)
    (clean kettle2)
    (recipe herb2 herb7 herb3 remedy1)
    (suits kettle2 remedy1)
    (recipe herb1 herb3 herb4 remedy2)
    (suits kettle2 remedy2)
    (recipe herb4 herb6 herb7 remedy3)
    (suits kettle1 remedy3)
    (recipe herb1 herb6 herb5 remedy4)
    (suits kettle1 remedy4)
    (recipe herb7 remedy2 herb6 remedy5)
    (suits kettle2 remedy5)
    (recipe herb7 herb4 remedy3 remedy6)
    (suits kettle1 remedy6)
    (recipe herb2 remedy4 herb5 remedy7)
    (suits kettle2 remedy7)
    (recipe remedy3 herb6 herb4 remedy8)
    (suits kettle1 remedy8))
  (:goal (and
    (sold remedy1)
    (sold remedy3)
    (sold remedy6)
    (sold remedy8))))
