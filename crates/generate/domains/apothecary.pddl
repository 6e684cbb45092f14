; An apothecary brews remedies by recipes of three ingredients each, which may be remedies themselves.
; Ingredients stand in jars; a brew empties two of the jars, fills the third, and leaves a dirty kettle.
; Herbs grow without end in the garden, but there are only so many jars.
; Shows: actions with up to eight parameters that static facts narrow down, a test for the grounder's joins.
(define (domain apothecary)
  (:requirements :strips :typing)
  (:types substance jar kettle - object
          herb remedy - substance)

  (:predicates
    (recipe ?a ?b ?c - substance ?r - remedy)
    (suits ?k - kettle ?r - remedy)
    (clean ?k - kettle)
    (dirty ?k - kettle)
    (empty ?j - jar)
    (holds ?j - jar ?s - substance)
    (sold ?r - remedy))

  (:action pick
    :parameters (?h - herb ?j - jar)
    :precondition (empty ?j)
    :effect (and (not (empty ?j)) (holds ?j ?h)))

  (:action brew
    :parameters (?k - kettle ?r - remedy ?ja ?jb ?jc - jar ?a ?b ?c - substance)
    :precondition (and (holds ?ja ?a) (holds ?jb ?b) (holds ?jc ?c)
                       (recipe ?a ?b ?c ?r) (suits ?k ?r) (clean ?k))
    :effect (and (not (holds ?ja ?a)) (empty ?ja)
                 (not (holds ?jb ?b)) (empty ?jb)
                 (not (holds ?jc ?c)) (holds ?jc ?r)
                 (not (clean ?k)) (dirty ?k)))

  (:action scrub
    :parameters (?k - kettle)
    :precondition (dirty ?k)
    :effect (and (not (dirty ?k)) (clean ?k)))

  (:action sell
    :parameters (?r - remedy ?j - jar)
    :precondition (holds ?j ?r)
    :effect (and (not (holds ?j ?r)) (empty ?j) (sold ?r)))

  (:action pour-away
    :parameters (?s - substance ?j - jar)
    :precondition (holds ?j ?s)
    :effect (and (not (holds ?j ?s)) (empty ?j))))
