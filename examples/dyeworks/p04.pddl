; extremal generate dyeworks --size 7 --seed 4
(define (problem dyeworks-7-4)
  (:domain dyeworks)
  (:objects
    cloth4 cloth6 - silk
    cloth1 cloth2 cloth3 cloth5 cloth7 - linen
    dye1 dye2 dye3 - dye
    shade1 shade2 shade3 shade4 shade5 shade6 shade7 - shade
    measure0 measure1 measure2 measure3 - measure)
  (:init
    (turns undyed dye3 shade1)
    (turns undyed dye2 shade2)
    (turns shade1 dye3 shade3)
    (turns shade1 dye1 shade4)
    (turns shade4 dye2 shade5)
    (turns undyed dye1 shade6)
    (turns shade4 dye3 shade7)
    (left-in-vat dye1 measure2)
    (left-in-vat dye2 measure0)
    (left-in-vat dye3 measure3)
    (one-less measure1 measure0)
    (one-less measure2 measure1)
    (one-less measure3 measure2)
    (has-shade cloth1 undyed)
    (has-shade cloth2 undyed)
    (has-shade cloth3 undyed)
    (has-shade cloth4 undyed)
    (has-shade cloth5 undyed)
    (has-shade cloth6 undyed)
    (has-shade cloth7 undyed))
  (:goal (and
    (has-shade cloth1 shade4)
    (has-shade cloth2 shade7)
    (has-shade cloth3 shade3)
    (has-shade cloth4 shade7)
    (has-shade cloth5 shade7)
    (has-shade cloth6 shade4)
    (has-shade cloth7 shade6)
    (forall (?c - cloth) (and (not (hangs ?c)) (not (wet ?c)))))))
