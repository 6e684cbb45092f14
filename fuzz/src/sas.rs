//! What must hold for any SAS+ file: reading never panics, and what is accepted survives writing.

/// Reads the input; writes and reads again what was accepted.
pub fn exercise(input: &[u8]) {
    match extremal_sas::read(input, "input.sas") {
        Ok(task) => {
            let mut text = Vec::new();
            extremal_sas::write(&task, &mut text).expect("memory takes everything");
            assert_eq!(extremal_sas::read(&text, "again.sas"), Ok(task));
        }
        Err(error) => assert!(error.to_string().starts_with("input.sas:")),
    }
}
