//! Room that clients share. Each may have a part of it, so that none can take it all away from the others.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Room for connections, or for bytes.
#[derive(Debug)]
pub struct Room {
    used: Mutex<Used>,
    most: usize,
    most_per_client: usize,
}

#[derive(Debug, Default)]
struct Used {
    by_all: usize,
    by_client: HashMap<IpAddr, usize>,
}

/// What a client has of the room, until this is dropped.
#[derive(Debug)]
pub struct Place {
    room: Arc<Room>,
    client: IpAddr,
    size: usize,
}

impl Room {
    /// Room for so much, and for so much of one client.
    pub fn new(most: usize, most_per_client: usize) -> Arc<Self> {
        Arc::new(Room { used: Mutex::default(), most, most_per_client })
    }

    fn lock(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place of no size yet.
    pub fn place(self: &Arc<Self>, client: IpAddr) -> Place {
        Place { room: Arc::clone(self), client, size: 0 }
    }

    /// A place of some size, if there is room for it.
    pub fn take(self: &Arc<Self>, client: IpAddr, size: usize) -> Option<Place> {
        let mut place = self.place(client);
        place.grow_to(size).then_some(place)
    }

    /// Whether a client could have a place of this size now.
    pub fn has_place(&self, client: IpAddr, size: usize) -> bool {
        self.has_room(&self.lock(), client, 0, size)
    }

    /// Whether a place may become larger. One that is alone may always: else what is larger than the room could never come.
    fn has_room(&self, used: &Used, client: IpAddr, old: usize, new: usize) -> bool {
        let fits = |used: usize, most: usize| used == old || used.saturating_add(new - old) <= most;
        let by_client = used.by_client.get(&client).copied().unwrap_or_default();
        fits(used.by_all, self.most) && fits(by_client, self.most_per_client)
    }
}

impl Place {
    /// Makes the place as large as this if it is smaller. False if there is no room for that: then it stays as it was.
    #[must_use]
    pub fn grow_to(&mut self, size: usize) -> bool {
        if size <= self.size {
            return true;
        }
        let mut used = self.room.lock();
        if !self.room.has_room(&used, self.client, self.size, size) {
            return false;
        }
        let more = size - self.size;
        used.by_all += more;
        *used.by_client.entry(self.client).or_default() += more;
        drop(used);
        self.size = size;
        true
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut used = self.room.lock();
        used.by_all -= self.size;
        if let Some(by_client) = used.by_client.get_mut(&self.client) {
            *by_client -= self.size;
            if *by_client == 0 {
                used.by_client.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));
    const THIRD: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 3));

    #[test]
    fn a_client_has_its_share() {
        let room = Room::new(5, 3);
        let (first, _second) = (room.take(ONE, 1).unwrap(), room.take(ONE, 2).unwrap());
        assert!(room.take(ONE, 1).is_none() && !room.has_place(ONE, 1));
        let other = room.take(OTHER, 2).unwrap();
        assert!(room.take(OTHER, 1).is_none(), "all of it is used");
        drop(first);
        assert!(room.has_place(ONE, 1) && room.take(ONE, 1).is_some() && room.take(OTHER, 1).is_some());
        drop(other);
        assert_eq!(room.lock().by_client.len(), 1);
    }

    #[test]
    fn a_place_grows() {
        let room = Room::new(10, 5);
        let mut place = room.place(ONE);
        let _other = room.take(ONE, 1).unwrap();
        assert!(place.grow_to(4) && place.grow_to(2) && !place.grow_to(5));
        assert_eq!((place.size, room.lock().by_all), (4, 5));
        drop(place);
        assert_eq!(room.lock().by_all, 1);
    }

    #[test]
    fn what_is_alone_always_has_room() {
        let room = Room::new(10, 5);
        let mut large = room.take(ONE, 6).unwrap();
        assert!(large.grow_to(8) && room.take(ONE, 1).is_none());
        let small = room.take(OTHER, 2).unwrap();
        assert!(room.take(THIRD, 1).is_none() && !large.grow_to(9));
        drop(small);
        assert!(large.grow_to(100));
    }
}
