; A robot lives on a floor of square tiles with doors in their edges. It steps to the next tile where the doors
; of both meet. A whole row or column can be turned by one place, as if its ends were joined: one tile is taken
; out, and then each tile pushes the next one out of its place until the gap is filled. Nobody touches the tile
; on which the robot stands. In the end it waits on its tile in the last corner, and some others lie in their places.
; Shows: negative preconditions about a variable with many values; most actions need that the robot is elsewhere.
(define (domain parquet)
  (:requirements :strips :typing :negative-preconditions)
  (:types tile place direction)
  (:constants north east south west - direction)

  (:predicates
    (opposite ?d ?e - direction)
    (beside ?p ?q - place ?d - direction)
    (turns ?p ?q - place ?d - direction)
    (door ?t - tile ?d - direction)
    (lies ?t - tile ?p - place)
    (robot-on ?t - tile)
    (still)
    (in-hand ?t - tile)
    (gap ?p - place)
    (next-in ?p - place)
    (pushing ?d - direction))

  (:action step
    :parameters (?t ?u - tile ?p ?q - place ?d ?e - direction)
    :precondition (and (still) (robot-on ?t) (lies ?t ?p) (beside ?p ?q ?d) (lies ?u ?q)
                       (door ?t ?d) (opposite ?d ?e) (door ?u ?e))
    :effect (and (not (robot-on ?t)) (robot-on ?u)))

  (:action take-out
    :parameters (?t - tile ?p ?q - place ?d - direction)
    :precondition (and (still) (lies ?t ?p) (turns ?p ?q ?d) (not (robot-on ?t)))
    :effect (and (not (still)) (not (lies ?t ?p)) (in-hand ?t) (gap ?p) (next-in ?q) (pushing ?d)))

  (:action push
    :parameters (?t ?u - tile ?p ?q - place ?d - direction)
    :precondition (and (in-hand ?t) (next-in ?p) (pushing ?d) (lies ?u ?p) (turns ?p ?q ?d) (not (robot-on ?u)))
    :effect (and (not (in-hand ?t)) (lies ?t ?p) (not (lies ?u ?p)) (in-hand ?u)
                 (not (next-in ?p)) (next-in ?q)))

  (:action turn-back
    :parameters (?p ?q - place ?d ?e - direction)
    :precondition (and (next-in ?q) (pushing ?d) (turns ?p ?q ?d) (opposite ?d ?e))
    :effect (and (not (next-in ?q)) (next-in ?p) (not (pushing ?d)) (pushing ?e)))

  (:action fill
    :parameters (?t - tile ?p - place ?d - direction)
    :precondition (and (in-hand ?t) (next-in ?p) (gap ?p) (pushing ?d))
    :effect (and (still) (not (in-hand ?t)) (lies ?t ?p) (not (gap ?p)) (not (next-in ?p)) (not (pushing ?d)))))
