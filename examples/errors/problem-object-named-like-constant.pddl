; Wrong: `kitchen` is a constant of the domain already, of another type. Exit code 31.
(define (problem one-guest)
  (:domain teahouse)
  (:objects parlour - room kitchen samovar - pot glass - cup)
  (:init
    (door kitchen parlour) (door parlour kitchen)
    (waiter-in kitchen) (hands-free)
    (stands samovar kitchen) (stands glass parlour))
  (:goal (filled glass)))
