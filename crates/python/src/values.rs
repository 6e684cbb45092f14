//! The values of a state that may be given to the next one.

use std::cell::UnsafeCell;
use std::ops::Deref;

/// Values of variables. They never change while somebody looks at them.
#[derive(Debug)]
pub struct Values(UnsafeCell<Box<[u32]>>);

#[expect(unsafe_code, reason = "see `Values::replace`")]
// SAFETY: values are only read, but for `replace`, whose caller is the only one who has them. The module is used with the
// interpreter's lock (`gil_used`), so that its caller can know.
unsafe impl Sync for Values {}

impl Values {
    /// Puts other values in the place of these. A `State` that is made anew for every call of a heuristic costs more than
    /// the call, and one that is borrowed at run time makes every look at it slower.
    ///
    /// # Safety
    ///
    /// Nobody else has a reference to these values, now or while this runs.
    #[expect(unsafe_code, reason = "a call of a heuristic takes half the time with it")]
    pub unsafe fn replace(&self, values: &[u32]) {
        // SAFETY: the caller is the only one with a reference.
        let place = unsafe { &mut *self.0.get() };
        if place.len() == values.len() {
            place.copy_from_slice(values);
        } else {
            *place = values.into();
        }
    }
}

impl Deref for Values {
    type Target = [u32];

    #[expect(unsafe_code, reason = "see `Values::replace`")]
    fn deref(&self) -> &[u32] {
        // SAFETY: while there is this reference, nobody replaces the values.
        unsafe { &*self.0.get() }
    }
}

impl From<Box<[u32]>> for Values {
    fn from(values: Box<[u32]>) -> Self {
        Values(UnsafeCell::new(values))
    }
}

impl From<&[u32]> for Values {
    fn from(values: &[u32]) -> Self {
        Values::from(Box::from(values))
    }
}

impl From<Vec<u32>> for Values {
    fn from(values: Vec<u32>) -> Self {
        Values::from(values.into_boxed_slice())
    }
}

impl Clone for Values {
    fn clone(&self) -> Self {
        Values::from(&**self)
    }
}
