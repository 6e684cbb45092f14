; Pieces of wood are turned on lathes. A piece needs several cuts in a fixed order, each by a chisel of the right
; shape, and every cut makes the chisel blunter. Chisels are ground sharp again, but grinding takes away steel, and a
; chisel that has been ground too often is scrap.
; Shows: resources that run down on two levels (the edge, and the steel below it), so that waste is a dead end.
(define (domain turnery)
  (:requirements :strips :typing :action-costs)
  (:types lathe chisel shape piece cut edge steel)

  (:predicates
    (first ?c - cut)
    (next ?p - piece ?c ?d - cut)
    (last ?p - piece ?c - cut)
    (needs ?p - piece ?c - cut ?s - shape)
    (has-shape ?h - chisel ?s - shape)
    (duller ?e ?f - edge)
    (sharp ?e - edge)
    (less-steel ?a ?b - steel)
    (edge-of ?h - chisel ?e - edge)
    (steel-of ?h - chisel ?a - steel)
    (in-rack ?h - chisel)
    (mounted ?h - chisel ?l - lathe)
    (bare ?l - lathe)
    (raw ?p - piece)
    (clamped ?p - piece ?l - lathe)
    (unused ?l - lathe)
    (due ?p - piece ?c - cut)
    (finished ?p - piece))

  (:functions
    (total-cost) - number)

  (:action mount
    :parameters (?h - chisel ?l - lathe)
    :precondition (and (in-rack ?h) (bare ?l))
    :effect (and (not (in-rack ?h)) (not (bare ?l)) (mounted ?h ?l)
                 (increase (total-cost) 1)))

  (:action put-back
    :parameters (?h - chisel ?l - lathe)
    :precondition (mounted ?h ?l)
    :effect (and (not (mounted ?h ?l)) (bare ?l) (in-rack ?h)
                 (increase (total-cost) 1)))

  (:action grind
    :parameters (?h - chisel ?e ?all - edge ?a ?b - steel)
    :precondition (and (in-rack ?h) (edge-of ?h ?e) (sharp ?all) (steel-of ?h ?a) (less-steel ?a ?b))
    :effect (and (not (edge-of ?h ?e)) (edge-of ?h ?all) (not (steel-of ?h ?a)) (steel-of ?h ?b)
                 (increase (total-cost) 4)))

  (:action clamp
    :parameters (?p - piece ?l - lathe ?c - cut)
    :precondition (and (raw ?p) (unused ?l) (first ?c))
    :effect (and (not (raw ?p)) (not (unused ?l)) (clamped ?p ?l) (due ?p ?c)
                 (increase (total-cost) 1)))

  (:action turn
    :parameters (?p - piece ?l - lathe ?c ?d - cut ?s - shape ?h - chisel ?e ?f - edge)
    :precondition (and (clamped ?p ?l) (due ?p ?c) (next ?p ?c ?d) (needs ?p ?c ?s) (mounted ?h ?l) (has-shape ?h ?s)
                       (edge-of ?h ?e) (duller ?e ?f))
    :effect (and (not (due ?p ?c)) (due ?p ?d) (not (edge-of ?h ?e)) (edge-of ?h ?f)
                 (increase (total-cost) 2)))

  (:action turn-last
    :parameters (?p - piece ?l - lathe ?c - cut ?s - shape ?h - chisel ?e ?f - edge)
    :precondition (and (clamped ?p ?l) (due ?p ?c) (last ?p ?c) (needs ?p ?c ?s) (mounted ?h ?l) (has-shape ?h ?s)
                       (edge-of ?h ?e) (duller ?e ?f))
    :effect (and (not (due ?p ?c)) (not (clamped ?p ?l)) (unused ?l) (finished ?p)
                 (not (edge-of ?h ?e)) (edge-of ?h ?f)
                 (increase (total-cost) 2))))
