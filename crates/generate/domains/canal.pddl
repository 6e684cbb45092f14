; A gardener waters plots from a spring by opening sluice gates, whose levers stand on other plots.
; Water runs on through every open gate, and flooded plots cannot be walked on, so opening gates in the
; wrong order cuts the gardener off from the next lever. Plots are sown dry, watered, and reaped dry.
; Shows: derived predicates, both recursive; `reachable` negates `flooded`, which lies on a lower stratum.
(define (domain canal)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions
                 :existential-preconditions :derived-predicates)
  (:types plot gate)

  (:predicates
    (spring ?p - plot)
    (gate-between ?g - gate ?upper ?lower - plot)
    (lever-at ?g - gate ?p - plot)
    (path ?p ?q - plot)
    (open ?g - gate)
    (gardener-at ?p - plot)
    (sown ?p - plot)
    (watered ?p - plot)
    (reaped ?p - plot)
    (flooded ?p - plot)
    (reachable ?p - plot))

  (:derived (flooded ?p - plot)
    (or (spring ?p)
        (exists (?g - gate ?upper - plot)
          (and (gate-between ?g ?upper ?p) (open ?g) (flooded ?upper)))))

  (:derived (reachable ?p - plot)
    (or (gardener-at ?p)
        (exists (?q - plot)
          (and (path ?q ?p) (reachable ?q) (not (flooded ?p))))))

  (:action walk
    :parameters (?from ?to - plot)
    :precondition (and (gardener-at ?from) (reachable ?to))
    :effect (and (not (gardener-at ?from)) (gardener-at ?to)))

  (:action open-gate
    :parameters (?g - gate ?p - plot)
    :precondition (and (lever-at ?g ?p) (gardener-at ?p) (not (open ?g)))
    :effect (open ?g))

  (:action close-gate
    :parameters (?g - gate ?p - plot)
    :precondition (and (lever-at ?g ?p) (gardener-at ?p) (open ?g))
    :effect (not (open ?g)))

  (:action sow
    :parameters (?p - plot)
    :precondition (and (gardener-at ?p) (not (flooded ?p)))
    :effect (sown ?p))

  (:action soak
    :parameters (?p - plot)
    :precondition (and (sown ?p) (flooded ?p))
    :effect (watered ?p))

  (:action reap
    :parameters (?p - plot)
    :precondition (and (gardener-at ?p) (watered ?p) (not (flooded ?p)))
    :effect (reaped ?p)))
