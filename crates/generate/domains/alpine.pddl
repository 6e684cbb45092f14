; Mules carry supplies from the valley to the mountain huts. A path costs its climb, the cable car a fare
; that is the same everywhere, loading and unloading one coin each; opening a hut is free of charge.
; Any delivery will do, but the metric asks for a cheap one.
; Shows: action costs (constants, a static function with arguments and one without), zero-cost actions.
(define (domain alpine)
  (:requirements :strips :typing :action-costs)
  (:types hut mule supply room)

  (:predicates
    (path ?from ?to - hut)
    (cable-car ?from ?to - hut)
    (mule-at ?m - mule ?h - hut)
    (supply-at ?s - supply ?h - hut)
    (carries ?m - mule ?s - supply)
    (space ?m - mule ?n - room)
    (one-less ?n ?less - room)
    (needs ?h - hut ?s - supply)
    (stocked ?h - hut ?s - supply))

  (:functions
    (total-cost) - number
    (climb ?from ?to - hut) - number
    (fare) - number)

  (:action trek
    :parameters (?m - mule ?from ?to - hut)
    :precondition (and (mule-at ?m ?from) (path ?from ?to))
    :effect (and (not (mule-at ?m ?from)) (mule-at ?m ?to)
                 (increase (total-cost) (climb ?from ?to))))

  (:action ride
    :parameters (?m - mule ?from ?to - hut)
    :precondition (and (mule-at ?m ?from) (cable-car ?from ?to))
    :effect (and (not (mule-at ?m ?from)) (mule-at ?m ?to)
                 (increase (total-cost) (fare))))

  (:action load
    :parameters (?m - mule ?s - supply ?h - hut ?n ?less - room)
    :precondition (and (mule-at ?m ?h) (supply-at ?s ?h) (space ?m ?n) (one-less ?n ?less))
    :effect (and (not (supply-at ?s ?h)) (carries ?m ?s)
                 (not (space ?m ?n)) (space ?m ?less)
                 (increase (total-cost) 1)))

  (:action unload
    :parameters (?m - mule ?s - supply ?h - hut ?less ?n - room)
    :precondition (and (mule-at ?m ?h) (carries ?m ?s) (space ?m ?less) (one-less ?n ?less))
    :effect (and (not (carries ?m ?s)) (supply-at ?s ?h)
                 (not (space ?m ?less)) (space ?m ?n)
                 (increase (total-cost) 1)))

  (:action stock
    :parameters (?s - supply ?h - hut)
    :precondition (and (supply-at ?s ?h) (needs ?h ?s))
    :effect (and (not (supply-at ?s ?h)) (stocked ?h ?s))))
