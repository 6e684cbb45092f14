; A warehouse as an engineer would first write it: robots with batteries carry crates between places.
(define (domain warehouse)
  (:requirements :adl :action-costs)
  (:types
    place - object
    robot crate - thing
    thing - object
    level)
  (:constants dock - place)
  (:predicates
    (at ?t - thing ?p - place)
    (road ?from ?to - place)
    (carries ?r - robot ?c - crate)
    (battery ?r - robot ?l - level)
    (next ?less ?more - level)
    (empty ?r - robot)
    (fragile ?c - crate)
    (inspected ?c - crate)
    (open ?p - place))
  (:functions
    (total-cost) - number
    (distance ?from ?to - place) - number)

  (:action move
    :parameters (?r - robot ?from ?to - place ?before ?after - level)
    :precondition (and
      (at ?r ?from)
      (road ?from ?to)
      (not (= ?from ?to))
      (battery ?r ?before)
      (next ?after ?before))
    :effect (and
      (not (at ?r ?from))
      (at ?r ?to)
      (not (battery ?r ?before))
      (battery ?r ?after)
      (forall (?c - crate)
        (when (carries ?r ?c)
          (and (not (at ?c ?from)) (at ?c ?to))))
      (increase (total-cost) (distance ?from ?to))))

  (:action charge
    :parameters (?r - robot ?old ?new - level)
    :precondition (and
      (at ?r dock)
      (battery ?r ?old)
      (next ?old ?new))
    :effect (and
      (not (battery ?r ?old))
      (battery ?r ?new)
      (increase (total-cost) 2)))

  (:action pick
    :parameters (?r - robot ?c - crate ?p - place)
    :precondition (and
      (at ?r ?p)
      (at ?c ?p)
      (empty ?r)
      (imply (fragile ?c) (inspected ?c)))
    :effect (and
      (carries ?r ?c)
      (not (empty ?r))
      (increase (total-cost) 1)))

  (:action drop
    :parameters (?r - robot ?c - crate ?p - place)
    :precondition (and
      (at ?r ?p)
      (carries ?r ?c)
      (or (open ?p) (= ?p dock)))
    :effect (and
      (not (carries ?r ?c))
      (empty ?r)
      (increase (total-cost) 1)))

  (:action inspect
    :parameters (?c - crate)
    :precondition (and (fragile ?c) (at ?c dock))
    :effect (and (inspected ?c) (increase (total-cost) 3)))
)
