; extremal generate alpine --size 1 --seed 1
(define (problem alpine-1-1)
  (:domain alpine)
  (:objects
    hut1 hut2 - hut
    mule1 - mule
    supply1 - supply
    room0 room1 room2 - room)
  (:init
    (= (total-cost) 0)
    (= (fare) 13)
    (path hut1 hut2)
    (= (climb hut1 hut2) 6)
    (path hut2 hut1)
    (= (climb hut2 hut1) 2)
    (cable-car hut1 hut2)
    (cable-car hut2 hut1)
    (mule-at mule1 hut2)
    (space mule1 room2)
    (one-less room1 room0)
    (one-less room2 room1)
    (supply-at supply1 hut2)
    (needs hut1 supply1))
  (:goal (and
    (stocked hut1 supply1)))
  (:metric minimize (total-cost)))
