//! The reader of SAS+ files never panics, and what it accepts survives writing and reading.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    match extremal_sas::read(input, "input.sas") {
        Ok(task) => {
            let mut text = Vec::new();
            extremal_sas::write(&task, &mut text).expect("memory takes everything");
            assert_eq!(extremal_sas::read(&text, "again.sas"), Ok(task));
        }
        Err(error) => assert!(error.to_string().starts_with("input.sas:")),
    }
});
