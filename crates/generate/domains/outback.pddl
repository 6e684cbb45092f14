; Lorries bring mail to farms that lie far apart. A road burns one, two or three cans of fuel, only the roadhouses
; have a pump, and a lorry that runs dry stays where it is. Filling up costs the same whatever is left in the tank.
; Shows: a resource that runs down by different amounts; action costs that depend on the road.
(define (domain outback)
  (:requirements :strips :typing :action-costs)
  (:types lorry parcel farm fuel)

  (:predicates
    (road ?from ?to - farm ?burns - fuel)
    (pump ?f - farm)
    (at ?l - lorry ?f - farm)
    (tank ?l - lorry ?n - fuel)
    (capacity ?l - lorry ?n - fuel)
    (minus ?n ?burns ?rest - fuel)
    (waits ?p - parcel ?f - farm)
    (aboard ?p - parcel ?l - lorry))

  (:functions
    (total-cost) - number
    (toll ?from ?to - farm) - number
    (price) - number)

  (:action drive
    :parameters (?l - lorry ?from ?to - farm ?n ?burns ?rest - fuel)
    :precondition (and (at ?l ?from) (road ?from ?to ?burns) (tank ?l ?n) (minus ?n ?burns ?rest))
    :effect (and (not (at ?l ?from)) (at ?l ?to) (not (tank ?l ?n)) (tank ?l ?rest)
                 (increase (total-cost) (toll ?from ?to))))

  (:action fill-up
    :parameters (?l - lorry ?f - farm ?n ?all - fuel)
    :precondition (and (at ?l ?f) (pump ?f) (tank ?l ?n) (capacity ?l ?all))
    :effect (and (not (tank ?l ?n)) (tank ?l ?all)
                 (increase (total-cost) (price))))

  (:action load
    :parameters (?p - parcel ?l - lorry ?f - farm)
    :precondition (and (at ?l ?f) (waits ?p ?f))
    :effect (and (not (waits ?p ?f)) (aboard ?p ?l)
                 (increase (total-cost) 1)))

  (:action unload
    :parameters (?p - parcel ?l - lorry ?f - farm)
    :precondition (and (at ?l ?f) (aboard ?p ?l))
    :effect (and (not (aboard ?p ?l)) (waits ?p ?f)
                 (increase (total-cost) 1))))
