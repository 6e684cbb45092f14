; Every plinth of a museum but one carries an exhibit, and an exhibit can only be pushed to the free
; plinth beside it. The curator wants the collection in another order, which may be impossible: a wing
; without a door can be seen to be so at once, a wrong parity only by trying all orders.
; Shows: unsolvable problems of both kinds (see the file names), and a sliding puzzle of any size.
(define (domain museum)
  (:requirements :strips :typing)
  (:types plinth exhibit)

  (:predicates
    (beside ?p ?q - plinth)
    (free ?p - plinth)
    (shown ?e - exhibit ?p - plinth))

  (:action push
    :parameters (?e - exhibit ?from ?to - plinth)
    :precondition (and (shown ?e ?from) (free ?to) (beside ?from ?to))
    :effect (and (not (shown ?e ?from)) (shown ?e ?to)
                 (not (free ?to)) (free ?from))))
