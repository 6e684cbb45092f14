; Robots carry boxes across the floor of a warehouse, one box at a time. Each move takes one level off the
; battery, and a robot whose battery is empty stays where it is unless there is a charger.
; Shows: a resource that runs down, as facts; goals that can be reached one after the other; action costs.
(define (domain warehouse)
  (:requirements :strips :typing :action-costs)
  (:types robot box cell level)

  (:predicates
    (adjacent ?from ?to - cell)
    (charger ?c - cell)
    (at ?r - robot ?c - cell)
    (battery ?r - robot ?l - level)
    (one-less ?l ?less - level)
    (full ?l - level)
    (box-at ?b - box ?c - cell)
    (carries ?r - robot ?b - box)
    (free ?r - robot))

  (:functions
    (total-cost) - number)

  (:action move
    :parameters (?r - robot ?from ?to - cell ?l ?less - level)
    :precondition (and (at ?r ?from) (adjacent ?from ?to) (battery ?r ?l) (one-less ?l ?less))
    :effect (and (not (at ?r ?from)) (at ?r ?to) (not (battery ?r ?l)) (battery ?r ?less)
                 (increase (total-cost) 1)))

  (:action charge
    :parameters (?r - robot ?c - cell ?l ?all - level)
    :precondition (and (at ?r ?c) (charger ?c) (battery ?r ?l) (full ?all))
    :effect (and (not (battery ?r ?l)) (battery ?r ?all)
                 (increase (total-cost) 5)))

  (:action pick
    :parameters (?r - robot ?b - box ?c - cell)
    :precondition (and (at ?r ?c) (box-at ?b ?c) (free ?r))
    :effect (and (not (box-at ?b ?c)) (carries ?r ?b) (not (free ?r))
                 (increase (total-cost) 2)))

  (:action drop
    :parameters (?r - robot ?b - box ?c - cell)
    :precondition (and (at ?r ?c) (carries ?r ?b))
    :effect (and (not (carries ?r ?b)) (box-at ?b ?c) (free ?r)
                 (increase (total-cost) 2))))
