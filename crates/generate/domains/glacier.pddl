; A climber gathers rock samples from camps on a glacier. The snow bridges between the camps carry one
; crossing only, chutes can be slid down but never climbed, and a ladder laid over a crevasse stays there.
; A wrong crossing strands the climber, though the relaxed task still looks solvable.
; Shows: dead ends that delete relaxation does not see; resources that run out.
(define (domain glacier)
  (:requirements :strips :typing)
  (:types camp sample ladder)

  (:predicates
    (climber-at ?c - camp)
    (bridge ?c ?d - camp)
    (chute ?c ?d - camp)
    (crevasse ?c ?d - camp)
    (ladder-at ?l - ladder ?c - camp)
    (carries ?l - ladder)
    (laid ?c ?d - camp)
    (lies ?s - sample ?c - camp)
    (gathered ?s - sample))

  (:action cross
    :parameters (?c ?d - camp)
    :precondition (and (climber-at ?c) (bridge ?c ?d))
    :effect (and (not (climber-at ?c)) (climber-at ?d)
                 (not (bridge ?c ?d)) (not (bridge ?d ?c))))

  (:action slide
    :parameters (?c ?d - camp)
    :precondition (and (climber-at ?c) (chute ?c ?d))
    :effect (and (not (climber-at ?c)) (climber-at ?d)))

  (:action shoulder
    :parameters (?l - ladder ?c - camp)
    :precondition (and (climber-at ?c) (ladder-at ?l ?c))
    :effect (and (not (ladder-at ?l ?c)) (carries ?l)))

  (:action lay
    :parameters (?l - ladder ?c ?d - camp)
    :precondition (and (climber-at ?c) (carries ?l) (crevasse ?c ?d))
    :effect (and (not (carries ?l)) (laid ?c ?d) (laid ?d ?c)))

  (:action balance
    :parameters (?c ?d - camp)
    :precondition (and (climber-at ?c) (laid ?c ?d))
    :effect (and (not (climber-at ?c)) (climber-at ?d)))

  (:action gather
    :parameters (?s - sample ?c - camp)
    :precondition (and (climber-at ?c) (lies ?s ?c))
    :effect (and (not (lies ?s ?c)) (gathered ?s))))
