; extremal generate glacier --size 1 --seed 1
(define (problem glacier-1-1)
  (:domain glacier)
  (:objects
    camp1 camp2 camp3 - camp
    sample1 - sample
    ladder1 - ladder)
  (:init
    (crevasse camp1 camp2)
    (crevasse camp2 camp1)
    (ladder-at ladder1 camp1)
    (bridge camp2 camp3)
    (bridge camp3 camp2)
    (climber-at camp1)
    (lies sample1 camp2))
  (:goal (and
    (gathered sample1)
    (climber-at camp3))))
