; Wrong: the goal asks to fill the samovar, which is a pot. Exit code 31.
(define (problem one-guest)
  (:domain teahouse)
  (:objects parlour - room samovar - pot glass - cup)
  (:init
    (door kitchen parlour) (door parlour kitchen)
    (waiter-in kitchen) (hands-free)
    (stands samovar kitchen) (stands glass parlour))
  (:goal (filled samovar)))
