; The correct problem that the wrong domain files here are read with.
(define (problem one-guest)
  (:domain teahouse)
  (:objects parlour - room samovar - pot glass - cup)
  (:init
    (door kitchen parlour) (door parlour kitchen)
    (waiter-in kitchen) (hands-free)
    (stands samovar kitchen) (stands glass parlour))
  (:goal (filled glass)))
