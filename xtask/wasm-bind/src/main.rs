//! Makes the JavaScript side of a WebAssembly module: `wasm-bind MODULE FOLDER`.
//!
//! It is a program of its own because few commands of xtask need it and it takes long to build. It is a part of the
//! workspace because its version must be that of the library in the module.

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let module = arguments.next().context("wasm-bind MODULE FOLDER")?;
    let folder = arguments.next().context("wasm-bind MODULE FOLDER")?;
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .web(true)?
        .typescript(true)
        .out_name("extremal")
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.generate(folder).context("no bindings could be made")
}
