(define (problem two-parcels)
  (:domain delivery)
  (:objects robby - robot
            letter box - parcel
            hall office store - room)
  (:init (at robby hall)
         (lies letter store)
         (lies box office)
         (door office hall)
         (door store hall)
         (= (total-cost) 0))
  (:goal (and (lies letter office) (lies box hall)))
  (:metric minimize (total-cost)))
