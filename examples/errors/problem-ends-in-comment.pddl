; Wrong: the file ends before the problem does. Exit code 31.
(define (problem one-guest)
  (:domain teahouse)
  (:objects parlour - room samovar - pot glass - cup)
  (:init
    (door kitchen parlour) (door parlour kitchen)
    (waiter-in kitchen) (hands-free)
    (stands samovar kitchen) (stands glass parlour))
  ; (:goal (filled glass)))
