; Wrong: `kitchen` is a constant of the domain already. Exit code 31.
(define (problem one-guest)
  (:domain teahouse)
  (:objects parlour kitchen - room samovar - pot glass - cup)
  (:init
    (door kitchen parlour) (door parlour kitchen)
    (waiter-in kitchen) (hands-free)
    (stands samovar kitchen) (stands glass parlour))
  (:goal (filled glass)))
