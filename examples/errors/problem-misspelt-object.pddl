; Wrong: `samowar` is not an object; `samovar` is meant. Exit code 31.
(define (problem one-guest)
  (:domain teahouse)
  (:objects parlour - room samovar - pot glass - cup)
  (:init
    (door kitchen parlour) (door parlour kitchen)
    (waiter-in kitchen) (hands-free)
    (stands samowar kitchen) (stands glass parlour))
  (:goal (filled glass)))
