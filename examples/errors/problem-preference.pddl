; Refused: a preference in the goal. Exit code 34.
(define (problem one-guest)
  (:domain teahouse)
  (:requirements :preferences)
  (:objects parlour - room samovar - pot glass - cup)
  (:init
    (door kitchen parlour) (door parlour kitchen)
    (waiter-in kitchen) (hands-free)
    (stands samovar kitchen) (stands glass parlour))
  (:goal (and (filled glass) (preference tidy (stands samovar kitchen)))))
