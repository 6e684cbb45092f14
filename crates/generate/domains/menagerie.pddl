; A menagerie moves house. Keepers lead tame beasts on foot, crate what flies or crawls, and whatever
; swims may use the water by itself; each animal must end in quarters made for its kind, alone.
; The platypus counts as mammal and as bird, and some arrivals have not been identified yet.
; Shows: a deep type hierarchy, a type with two parents, `either` for parameters and objects, constants.
(define (domain menagerie)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types
    place being - object
    yard quarters - place
    cage aviary basin - quarters
    keeper animal - being
    mammal bird reptile - animal
    cat bear otter - mammal
    lion lynx - cat
    mountain-lynx - lynx
    owl penguin - bird
    snake turtle - reptile
    platypus - (either mammal bird))
  (:constants gatehouse - yard)

  (:predicates
    (way ?p ?q - place)
    (channel ?p ?q - (either basin yard))
    (at ?b - being ?p - place)
    (taken ?q - quarters)
    (tame ?a - (either lion bear otter platypus))
    (leads ?k - keeper ?a - mammal)
    (crate-of ?k - keeper ?a - (either bird snake turtle))
    (busy ?k - keeper)
    (housed ?a - animal))

  (:action walk
    :parameters (?k - keeper ?p ?q - place)
    :precondition (and (at ?k ?p) (way ?p ?q))
    :effect (and (not (at ?k ?p)) (at ?k ?q)))

  ; A fish in the hand tames everything except the smaller cats.
  (:action tempt
    :parameters (?k - keeper ?a - (either lion bear otter platypus) ?p - place)
    :precondition (and (at ?k ?p) (at ?a ?p) (not (tame ?a)))
    :effect (tame ?a))

  (:action take-lead
    :parameters (?k - keeper ?a - (either lion bear otter platypus) ?p - yard)
    :precondition (and (at ?k ?p) (at ?a ?p) (tame ?a) (not (busy ?k)))
    :effect (and (not (at ?a ?p)) (leads ?k ?a) (busy ?k)))

  ; Lynxes of all kinds are never tame: two keepers hold the lead, and one of them stays tied up by it.
  (:action take-lead-together
    :parameters (?k ?helper - keeper ?a - lynx ?p - yard)
    :precondition (and (at ?k ?p) (at ?helper ?p) (at ?a ?p) (not (= ?k ?helper)) (not (busy ?k)) (not (busy ?helper)))
    :effect (and (not (at ?a ?p)) (leads ?k ?a) (busy ?k)))

  (:action crate
    :parameters (?k - keeper ?a - (either bird snake turtle) ?p - yard)
    :precondition (and (at ?k ?p) (at ?a ?p) (not (busy ?k)))
    :effect (and (not (at ?a ?p)) (crate-of ?k ?a) (busy ?k)))

  (:action swim
    :parameters (?a - (either otter penguin platypus turtle) ?p ?q - (either basin yard))
    :precondition (and (at ?a ?p) (channel ?p ?q) (not (housed ?a)))
    :effect (and (not (at ?a ?p)) (at ?a ?q)))

  (:action settle-swimmer
    :parameters (?a - (either otter penguin platypus turtle) ?q - basin)
    :precondition (and (at ?a ?q) (not (taken ?q)))
    :effect (and (taken ?q) (housed ?a)))

  (:action house-led
    :parameters (?k - keeper ?a - mammal ?q - cage)
    :precondition (and (at ?k ?q) (leads ?k ?a) (not (taken ?q)))
    :effect (and (not (leads ?k ?a)) (not (busy ?k)) (at ?a ?q) (taken ?q) (housed ?a)))

  (:action house-crated-bird
    :parameters (?k - keeper ?a - bird ?q - (either aviary cage))
    :precondition (and (at ?k ?q) (crate-of ?k ?a) (not (taken ?q)))
    :effect (and (not (crate-of ?k ?a)) (not (busy ?k)) (at ?a ?q) (taken ?q) (housed ?a)))

  (:action house-crated-reptile
    :parameters (?k - keeper ?a - reptile ?q - (either basin cage))
    :precondition (and (at ?k ?q) (crate-of ?k ?a) (not (taken ?q)))
    :effect (and (not (crate-of ?k ?a)) (not (busy ?k)) (at ?a ?q) (taken ?q) (housed ?a)))

  (:action report-to-gatehouse
    :parameters (?k - keeper ?p - place)
    :precondition (and (at ?k ?p) (way ?p gatehouse) (not (busy ?k)))
    :effect (and (not (at ?k ?p)) (at ?k gatehouse))))
