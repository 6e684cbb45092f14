; A robot delivers parcels in a building.
(define (domain delivery)
  (:requirements :strips :typing :negative-preconditions :action-costs)
  (:types robot parcel room)
  (:predicates
    (at ?r - robot ?where - room)
    (lies ?p - parcel ?where - room)
    (carries ?r - robot ?p - parcel)
    (busy ?r - robot)
    (door ?from ?to - room))
  (:functions (total-cost) - number)

  (:action move
    :parameters (?r - robot ?from ?to - room)
    :precondition (and (at ?r ?from) (door ?from ?to))
    :effect (and (not (at ?r ?from)) (at ?r ?to) (increase (total-cost) 3)))

  (:action pick-up
    :parameters (?r - robot ?p - parcel ?where - room)
    :precondition (and (at ?r ?where) (lies ?p ?where) (not (busy ?r)))
    :effect (and (not (lies ?p ?where)) (carries ?r ?p) (busy ?r) (increase (total-cost) 1)))

  (:action put-down
    :parameters (?r - robot ?p - parcel ?where - room)
    :precondition (and (at ?r ?where) (carries ?r ?p))
    :effect (and (not (carries ?r ?p)) (not (busy ?r)) (lies ?p ?where) (increase (total-cost) 1))))
