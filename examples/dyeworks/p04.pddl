; extremal generate dyeworks --size 8 --seed 4
(define (problem dyeworks-8-4)
  (:domain dyeworks)
  (:objects
    cloth1 cloth4 cloth6 cloth7 - silk
    cloth2 cloth3 cloth5 cloth8 - linen
    dye1 dye2 dye3 dye4 - dye
    shade1 shade2 shade3 shade4 shade5 shade6 shade7 shade8 - shade
    measure0 measure1 measure2 - measure)
  (:init
    (turns undyed dye3 shade1)
    (turns undyed dye2 shade2)
    (turns undyed dye1 shade3)
    (turns undyed dye4 shade4)
    (turns shade1 dye1 shade5)
    (turns shade2 dye2 shade6)
    (turns shade1 dye3 shade7)
    (turns shade2 dye1 shade8)
    (left-in-vat dye1 measure2)
    (left-in-vat dye2 measure2)
    (left-in-vat dye3 measure2)
    (left-in-vat dye4 measure0)
    (one-less measure1 measure0)
    (one-less measure2 measure1)
    (has-shade cloth1 undyed)
    (has-shade cloth2 undyed)
    (has-shade cloth3 undyed)
    (has-shade cloth4 undyed)
    (has-shade cloth5 undyed)
    (has-shade cloth6 undyed)
    (has-shade cloth7 undyed)
    (has-shade cloth8 undyed))
  (:goal (and
    (has-shade cloth1 shade3)
    (has-shade cloth2 shade7)
    (has-shade cloth3 shade3)
    (has-shade cloth4 shade3)
    (has-shade cloth5 shade5)
    (has-shade cloth6 shade6)
    (has-shade cloth7 shade2)
    (has-shade cloth8 shade7)
    (forall (?c - cloth) (and (not (hangs ?c)) (not (wet ?c)))))))
