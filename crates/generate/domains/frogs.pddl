; Frogs and toads meet on stepping stones too narrow to turn on. A frog only ever hops forwards to a
; next stone or over one toad, a toad the same way backwards over one frog, and only onto a bare stone.
; Both sides want to pass; whoever hops too soon blocks everybody for good.
; Shows: no types at all, negative preconditions and negative goals, dead ends.
(define (domain frogs)
  (:requirements :strips :negative-preconditions)

  (:predicates
    (step ?s ?t)
    (leap ?s ?over ?t)
    (frog-on ?s)
    (toad-on ?s))

  (:action frog-hops
    :parameters (?s ?t)
    :precondition (and (step ?s ?t) (frog-on ?s) (not (frog-on ?t)) (not (toad-on ?t)))
    :effect (and (not (frog-on ?s)) (frog-on ?t)))

  (:action frog-leaps
    :parameters (?s ?over ?t)
    :precondition (and (leap ?s ?over ?t) (frog-on ?s) (toad-on ?over) (not (frog-on ?t)) (not (toad-on ?t)))
    :effect (and (not (frog-on ?s)) (frog-on ?t)))

  (:action toad-hops
    :parameters (?t ?s)
    :precondition (and (step ?s ?t) (toad-on ?t) (not (frog-on ?s)) (not (toad-on ?s)))
    :effect (and (not (toad-on ?t)) (toad-on ?s)))

  (:action toad-leaps
    :parameters (?t ?over ?s)
    :precondition (and (leap ?s ?over ?t) (toad-on ?t) (frog-on ?over) (not (frog-on ?s)) (not (toad-on ?s)))
    :effect (and (not (toad-on ?t)) (toad-on ?s))))
