; A camel must cross a desert that is wider than its water lasts. It drinks one skin per stage, carries a
; few skins, and can bury skins at the stages on the way; only the well at the edge never runs dry.
; So it walks out and back many times to build depots, and nearly all of that looks useless.
; Shows: huge plateaus. The relaxed plan just walks across, and its length says nothing about the depots.
(define (domain desert)
  (:requirements :strips :typing)
  (:types stage amount)

  (:predicates
    (next ?s ?t - stage)
    (well ?s - stage)
    (camel-at ?s - stage)
    (load ?n - amount)
    (full ?n - amount)
    (buried ?s - stage ?n - amount)
    (one-more ?n ?more - amount)
    (letter-for ?s - stage)
    (delivered ?s - stage))

  (:action march
    :parameters (?s ?t - stage ?n ?less - amount)
    :precondition (and (camel-at ?s) (next ?s ?t) (load ?n) (one-more ?less ?n))
    :effect (and (not (camel-at ?s)) (camel-at ?t) (not (load ?n)) (load ?less)))

  (:action draw
    :parameters (?s - stage ?n ?all - amount)
    :precondition (and (camel-at ?s) (well ?s) (load ?n) (full ?all))
    :effect (and (not (load ?n)) (load ?all)))

  (:action bury
    :parameters (?s - stage ?n ?less ?here ?more - amount)
    :precondition (and (camel-at ?s) (load ?n) (one-more ?less ?n) (buried ?s ?here) (one-more ?here ?more))
    :effect (and (not (load ?n)) (load ?less) (not (buried ?s ?here)) (buried ?s ?more)))

  (:action dig-up
    :parameters (?s - stage ?n ?more ?here ?less - amount)
    :precondition (and (camel-at ?s) (load ?n) (one-more ?n ?more) (buried ?s ?here) (one-more ?less ?here))
    :effect (and (not (load ?n)) (load ?more) (not (buried ?s ?here)) (buried ?s ?less)))

  (:action deliver
    :parameters (?s - stage)
    :precondition (and (camel-at ?s) (letter-for ?s))
    :effect (and (not (letter-for ?s)) (delivered ?s))))
