; Odd: the problem belongs to a domain of another name. A warning, no error.
(define (problem one-guest)
  (:domain coffeehouse)
  (:objects parlour - room samovar - pot glass - cup)
  (:init
    (door kitchen parlour) (door parlour kitchen)
    (waiter-in kitchen) (hands-free)
    (stands samovar kitchen) (stands glass parlour))
  (:goal (filled glass)))
