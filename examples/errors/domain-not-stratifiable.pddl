; Wrong: `busy` holds if it does not hold, through `idle`. Exit code 31.
(define (domain teahouse)
  (:requirements :strips :typing :negative-preconditions :derived-predicates)
  (:types room - object
          vessel - object
          pot cup - vessel)
  (:constants kitchen - room)

  (:predicates
    (door ?from ?to - room)
    (waiter-in ?r - room)
    (carries ?v - vessel)
    (hands-free)
    (stands ?v - vessel ?r - room)
    (filled ?c - cup)
    (busy)
    (idle))

  (:derived (busy) (not (idle)))

  (:derived (idle) (not (busy)))

  (:action go
    :parameters (?from ?to - room)
    :precondition (and (waiter-in ?from) (door ?from ?to))
    :effect (and (not (waiter-in ?from)) (waiter-in ?to)))

  (:action pick-up
    :parameters (?v - vessel ?r - room)
    :precondition (and (waiter-in ?r) (stands ?v ?r) (hands-free))
    :effect (and (not (stands ?v ?r)) (not (hands-free)) (carries ?v)))

  (:action put-down
    :parameters (?v - vessel ?r - room)
    :precondition (and (waiter-in ?r) (carries ?v))
    :effect (and (not (carries ?v)) (hands-free) (stands ?v ?r)))

  (:action pour
    :parameters (?p - pot ?c - cup ?r - room)
    :precondition (and (waiter-in ?r) (carries ?p) (stands ?c ?r))
    :effect (filled ?c)))
