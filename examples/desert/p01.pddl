; extremal generate desert --size 2 --seed 1
(define (problem desert-2-1)
  (:domain desert)
  (:objects
    stage0 stage1 stage2 - stage
    skins0 skins1 skins2 skins3 skins4 - amount)
  (:init
    (camel-at stage0)
    (well stage0)
    (load skins4)
    (full skins4)
    (one-more skins0 skins1)
    (one-more skins1 skins2)
    (one-more skins2 skins3)
    (one-more skins3 skins4)
    (next stage0 stage1)
    (next stage1 stage0)
    (buried stage1 skins0)
    (next stage1 stage2)
    (next stage2 stage1)
    (buried stage2 skins0)
    (letter-for stage1))
  (:goal (and
    (delivered stage1)
    (camel-at stage2))))
