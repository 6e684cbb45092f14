; The old tavern puzzle of the rings on a bar: the first ring goes on and off freely, any other ring only
; if the ring just before it is on and all earlier ones are off. There are never more than two moves, one
; forward and one back, so the only hard thing is patience: n rings take up to 2^n moves.
; Shows: very long plans from tiny files, for deep searches. The rings that are on form a linked list.
(define (domain rings)
  (:requirements :strips :typing)
  (:types link - object
          ring - link)
  (:constants bar-end - link)

  (:predicates
    (first ?r - ring)
    (follows ?r ?before - ring)
    (off ?r - ring)
    (lowest-on ?l - link)
    (next-on ?r - ring ?l - link))

  (:action slip-on-first
    :parameters (?r - ring ?l - link)
    :precondition (and (first ?r) (off ?r) (lowest-on ?l))
    :effect (and (not (off ?r)) (not (lowest-on ?l)) (lowest-on ?r) (next-on ?r ?l)))

  (:action take-off-first
    :parameters (?r - ring ?l - link)
    :precondition (and (first ?r) (lowest-on ?r) (next-on ?r ?l))
    :effect (and (off ?r) (not (lowest-on ?r)) (lowest-on ?l) (not (next-on ?r ?l))))

  (:action slip-on
    :parameters (?r ?before - ring ?l - link)
    :precondition (and (follows ?r ?before) (off ?r) (lowest-on ?before) (next-on ?before ?l))
    :effect (and (not (off ?r)) (not (next-on ?before ?l)) (next-on ?before ?r) (next-on ?r ?l)))

  (:action take-off
    :parameters (?r ?before - ring ?l - link)
    :precondition (and (follows ?r ?before) (lowest-on ?before) (next-on ?before ?r) (next-on ?r ?l))
    :effect (and (off ?r) (not (next-on ?before ?r)) (next-on ?before ?l) (not (next-on ?r ?l)))))
