; extremal generate dyeworks --size 1 --seed 1
(define (problem dyeworks-1-1)
  (:domain dyeworks)
  (:objects
    cloth1 - silk
    dye1 dye2 - dye
    shade1 - shade
    measure0 measure1 - measure)
  (:init
    (turns undyed dye2 shade1)
    (left-in-vat dye1 measure0)
    (left-in-vat dye2 measure1)
    (one-less measure1 measure0)
    (has-shade cloth1 undyed))
  (:goal (and
    (has-shade cloth1 shade1)
    (forall (?c - cloth) (and (not (hangs ?c)) (not (wet ?c)))))))
