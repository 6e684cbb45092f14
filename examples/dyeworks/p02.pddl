; extremal generate dyeworks --size 3 --seed 2
(define (problem dyeworks-3-2)
  (:domain dyeworks)
  (:objects
    cloth1 cloth2 cloth3 - linen
    dye1 dye2 - dye
    shade1 shade2 shade3 - shade
    measure0 measure1 measure2 - measure)
  (:init
    (turns undyed dye2 shade1)
    (turns shade1 dye2 shade2)
    (turns undyed dye1 shade3)
    (left-in-vat dye1 measure1)
    (left-in-vat dye2 measure2)
    (one-less measure1 measure0)
    (one-less measure2 measure1)
    (has-shade cloth1 undyed)
    (has-shade cloth2 undyed)
    (has-shade cloth3 undyed))
  (:goal (and
    (has-shade cloth1 shade3)
    (has-shade cloth2 shade2)
    (has-shade cloth3 shade3)
    (forall (?c - cloth) (and (not (hangs ?c)) (not (wet ?c)))))))
