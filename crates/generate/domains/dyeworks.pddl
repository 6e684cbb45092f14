; A dyer hangs cloths on one frame and lowers the frame into a vat: all hanging cloths take the dye at
; once, each according to its present shade. A dip uses up one measure of the vat, so cloths must share
; dips; silk takes dye only when fixed with alum, and no wet cloth may be taken off the frame.
; Shows: conditional effects under forall, exists, imply, or, negation, equality, a constant.
(define (domain dyeworks)
  (:requirements :adl)
  (:types cloth dye shade measure - object
          silk linen - cloth)
  (:constants undyed - shade)

  (:predicates
    (hangs ?c - cloth)
    (wet ?c - cloth)
    (fixed ?c - cloth)
    (has-shade ?c - cloth ?s - shade)
    (turns ?from - shade ?d - dye ?to - shade)
    (left-in-vat ?d - dye ?n - measure)
    (one-less ?n ?less - measure))

  (:action hang
    :parameters (?c - cloth)
    :precondition (not (hangs ?c))
    :effect (hangs ?c))

  (:action take-off
    :parameters (?c - cloth)
    :precondition (and (hangs ?c) (not (wet ?c)))
    :effect (not (hangs ?c)))

  ; Alum only bites on cloth that no dye has touched yet.
  (:action bathe-in-alum
    :parameters ()
    :precondition (exists (?c - silk) (and (hangs ?c) (not (fixed ?c))))
    :effect (forall (?c - cloth)
              (when (hangs ?c)
                (and (wet ?c)
                     (when (has-shade ?c undyed) (fixed ?c))))))

  (:action dip
    :parameters (?d - dye ?n ?less - measure)
    :precondition (and (left-in-vat ?d ?n) (one-less ?n ?less)
                       (exists (?c - cloth) (hangs ?c))
                       (forall (?c - silk) (imply (hangs ?c) (fixed ?c))))
    :effect (and (not (left-in-vat ?d ?n)) (left-in-vat ?d ?less)
                 (forall (?c - cloth) (when (hangs ?c) (wet ?c)))
                 (forall (?c - cloth ?old ?new - shade)
                   (when (and (hangs ?c) (has-shade ?c ?old) (turns ?old ?d ?new) (not (= ?old ?new)))
                     (and (not (has-shade ?c ?old)) (has-shade ?c ?new))))))

  ; The sun dries everything, but only a frame with something wet on it is worth carrying outside.
  (:action dry
    :parameters ()
    :precondition (or (exists (?c - silk) (wet ?c)) (exists (?c - linen) (wet ?c)))
    :effect (forall (?c - cloth) (not (wet ?c)))))
