; Lanterns hang over a square, and a cord under each of them flips that lantern and its neighbours: the
; lit ones go out, the dark ones catch fire. Some cords have snapped. The watchman wants to go home, and
; every lantern must be dark before he may.
; Shows: conditional effects that flip facts, negative preconditions, a universally quantified negative goal.
(define (domain lanterns)
  (:requirements :strips :typing :negative-preconditions :universal-preconditions :conditional-effects)
  (:types lantern)

  (:predicates
    (neighbours ?l ?n - lantern)
    (snapped ?l - lantern)
    (lit ?l - lantern))

  (:action pull-lit
    :parameters (?l - lantern)
    :precondition (and (lit ?l) (not (snapped ?l)))
    :effect (and (not (lit ?l))
                 (forall (?n - lantern)
                   (when (neighbours ?l ?n)
                     (and (when (lit ?n) (not (lit ?n)))
                          (when (not (lit ?n)) (lit ?n)))))))

  (:action pull-dark
    :parameters (?l - lantern)
    :precondition (and (not (lit ?l)) (not (snapped ?l)))
    :effect (and (lit ?l)
                 (forall (?n - lantern)
                   (when (neighbours ?l ?n)
                     (and (when (lit ?n) (not (lit ?n)))
                          (when (not (lit ?n)) (lit ?n))))))))
