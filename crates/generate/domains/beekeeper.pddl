; A beekeeper owns one cart and takes the hives, one at a time, to the meadows where something flowers.
; The bees of one hive empty one flowering of a meadow and keep its honey; at the end every hive must
; stand where its owner wants it, filled with the kinds of honey that were ordered.
; Shows: plain STRIPS with types. The best domain to begin with.
(define (domain beekeeper)
  (:requirements :strips :typing)
  (:types meadow hive flower)

  (:predicates
    (track ?from ?to - meadow)
    (cart-at ?m - meadow)
    (cart-empty)
    (on-cart ?h - hive)
    (stands ?h - hive ?m - meadow)
    (flowering ?m - meadow ?f - flower)
    (honey ?h - hive ?f - flower))

  (:action walk
    :parameters (?from ?to - meadow)
    :precondition (and (cart-at ?from) (track ?from ?to))
    :effect (and (not (cart-at ?from)) (cart-at ?to)))

  (:action lift
    :parameters (?h - hive ?m - meadow)
    :precondition (and (cart-at ?m) (stands ?h ?m) (cart-empty))
    :effect (and (not (stands ?h ?m)) (not (cart-empty)) (on-cart ?h)))

  (:action set-down
    :parameters (?h - hive ?m - meadow)
    :precondition (and (cart-at ?m) (on-cart ?h))
    :effect (and (not (on-cart ?h)) (cart-empty) (stands ?h ?m)))

  (:action forage
    :parameters (?h - hive ?m - meadow ?f - flower)
    :precondition (and (stands ?h ?m) (flowering ?m ?f))
    :effect (and (not (flowering ?m ?f)) (honey ?h ?f))))
