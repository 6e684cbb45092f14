; extremal generate dyeworks --size 5 --seed 3
(define (problem dyeworks-5-3)
  (:domain dyeworks)
  (:objects
    cloth1 cloth2 - silk
    cloth3 cloth4 cloth5 - linen
    dye1 dye2 dye3 - dye
    shade1 shade2 shade3 shade4 shade5 - shade
    measure0 measure1 measure2 - measure)
  (:init
    (turns undyed dye1 shade1)
    (turns shade1 dye3 shade2)
    (turns shade1 dye2 shade3)
    (turns shade3 dye1 shade4)
    (turns shade4 dye2 shade5)
    (left-in-vat dye1 measure2)
    (left-in-vat dye2 measure1)
    (left-in-vat dye3 measure1)
    (one-less measure1 measure0)
    (one-less measure2 measure1)
    (has-shade cloth1 undyed)
    (has-shade cloth2 undyed)
    (has-shade cloth3 undyed)
    (has-shade cloth4 undyed)
    (has-shade cloth5 undyed))
  (:goal (and
    (has-shade cloth1 shade4)
    (has-shade cloth2 shade4)
    (has-shade cloth3 shade3)
    (has-shade cloth4 shade2)
    (has-shade cloth5 shade2)
    (forall (?c - cloth) (and (not (hangs ?c)) (not (wet ?c)))))))
