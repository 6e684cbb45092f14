//! Prints what searches do on tasks, which are given as pairs of files.

use std::{env, fs, io};

fn main() -> io::Result<()> {
    let files: Vec<String> = env::args().skip(1).collect();
    for pair in files.chunks_exact(2) {
        println!("{}", pair[1]);
        let (domain, problem) = (fs::read_to_string(&pair[0])?, fs::read_to_string(&pair[1])?);
        print!("{}", extremal_wasm_check::report(&domain, &problem));
    }
    Ok(())
}
