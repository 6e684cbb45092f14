; Three camps hang on one middle camp by a bridge each. Every bridge carries one crossing only, so at most
; two of the outer camps can be visited. Unsolvable; the delete relaxation keeps the bridges and sees a plan.
(define (problem glacier-star)
  (:domain glacier)
  (:objects
    middle north east south - camp
    granite basalt marble - sample)
  (:init
    (climber-at middle)
    (bridge middle north) (bridge north middle)
    (bridge middle east) (bridge east middle)
    (bridge middle south) (bridge south middle)
    (lies granite north) (lies basalt east) (lies marble south))
  (:goal (and (gathered granite) (gathered basalt) (gathered marble))))
