//! Functions by their names: in the libraries the user names, then in the machine's own.

use std::ffi::{CStr, CString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// What has functions beside what the user names; the C library itself is always there.
const MATHEMATICS: &CStr = c"libm.so.6";

/// Loaded libraries.
pub struct Symbols(Vec<*mut libc::c_void>);

impl Symbols {
    /// Loads libraries, which runs their constructors.
    pub fn load(libraries: &[PathBuf]) -> Result<Symbols, String> {
        let mut loaded = Vec::new();
        for library in libraries {
            loaded.push(open(library)?);
        }
        loaded.push(unsafe { libc::dlopen(MATHEMATICS.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) });
        loaded.retain(|handle| !handle.is_null());
        loaded.push(libc::RTLD_DEFAULT);
        Ok(Symbols(loaded))
    }

    /// The address of a function.
    pub fn find(&self, name: &str) -> Result<u64, String> {
        let symbol = CString::new(name).map_err(|_| "its name is no symbol".to_owned())?;
        let found = self.0.iter().map(|handle| unsafe { libc::dlsym(*handle, symbol.as_ptr()) });
        match found.into_iter().find(|address| !address.is_null()) {
            Some(address) => Ok(address as u64),
            None => Err("no library of this machine defines it".to_owned()),
        }
    }
}

fn open(library: &Path) -> Result<*mut libc::c_void, String> {
    let name = library.display();
    let path = CString::new(library.as_os_str().as_bytes()).map_err(|_| format!("`{name}` is no file"))?;
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
    if !handle.is_null() {
        return Ok(handle);
    }
    let why = unsafe {
        let text = libc::dlerror();
        if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().into_owned() }
    };
    Err(format!("the library `{name}` cannot be loaded: {why}"))
}
