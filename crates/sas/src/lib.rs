//! Ground task to a finite-domain (SAS+) task, and SAS+ files
