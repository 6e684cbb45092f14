; Odd: `kitchen` is a constant of the domain already, of the same type. A warning, no error.
(define (problem one-guest)
  (:domain teahouse)
  (:objects parlour kitchen - room samovar - pot glass - cup)
  (:init
    (door kitchen parlour) (door parlour kitchen)
    (waiter-in kitchen) (hands-free)
    (stands samovar kitchen) (stands glass parlour))
  (:goal (filled glass)))
