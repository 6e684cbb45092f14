; Wrong: the problem belongs to a domain of another name. Exit code 31.
(define (problem one-guest)
  (:domain coffeehouse)
  (:objects parlour - room samovar - pot glass - cup)
  (:init
    (door kitchen parlour) (door parlour kitchen)
    (waiter-in kitchen) (hands-free)
    (stands samovar kitchen) (stands glass parlour))
  (:goal (filled glass)))
