//! Plans, and their validation on the lifted task
