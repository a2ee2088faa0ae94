//! C programs: from sources or bitcode to a whole program on top of the C library. Finds clang, the loader process and the
//! library, and makes the library on first use.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use pathfold_ir::Program;
use pathfold_llvm::hash::ContentHash;
use pathfold_llvm::{
    Clang, FORMAT_VERSION, LowerOptions, World, compile, configure, join, lower, read_trusted_program, write_program,
};

use crate::exit::Failure;
use crate::home;
use crate::terminal::say;

/// Everything needed to make programs of C.
pub struct Toolchain {
    home: PathBuf,
    runtime: PathBuf,
    lower: PathBuf,
}

impl Toolchain {
    /// Finds the parts. The library is made when it is missing, which takes a minute.
    pub fn find() -> Result<Self, Failure> {
        let home = home::folder()
            .ok_or_else(|| Failure::usage("there is no folder for the C library").help("set PATHFOLD_HOME"))?;
        let lower = beside_us("pathfold-lower", "PATHFOLD_LOWER").ok_or_else(|| {
            Failure::usage("the loader `pathfold-lower` is not beside this program")
                .help("build it with `make build`, or set PATHFOLD_LOWER to where it is")
        })?;
        let runtime = runtime().ok_or_else(|| {
            Failure::usage("the folder `runtime` of pathfold is missing").help("set PATHFOLD_RUNTIME to where it is")
        })?;
        let toolchain = Self { home, runtime, lower };
        toolchain.make_library()?;
        Ok(toolchain)
    }

    fn library_folder(&self) -> PathBuf {
        self.home.join("libc")
    }

    fn make_library(&self) -> Result<(), Failure> {
        let folder = self.library_folder();
        let complete = folder.join("complete");
        let made = std::fs::metadata(&complete).and_then(|meta| meta.modified()).ok();
        if made.is_some_and(|made| newest(&self.runtime, 3).is_none_or(|changed| changed <= made)) {
            return Ok(());
        }
        if made.is_none() {
            say("pathfold: making the C library for analysed programs; this happens once and takes a minute\n");
        }
        let script = self.runtime.join("build");
        let output = Command::new(&script).arg(&folder).output();
        match output {
            Ok(output) if output.status.success() => {
                // Up to date from now on; if that cannot be remembered, the script says so again next time.
                let file = std::fs::File::options().append(true).open(&complete);
                let _ = file.and_then(|file| file.set_modified(std::time::SystemTime::now()));
                Ok(())
            }
            Ok(output) => {
                let text = String::from_utf8_lossy(&output.stderr);
                let last: Vec<&str> = text.lines().rev().take(5).collect();
                let last: Vec<&str> = last.into_iter().rev().collect();
                Err(Failure::usage(format!("the C library could not be made: {}", last.join("\n"))).help(format!(
                    "run `{} {}` to see why",
                    script.display(),
                    folder.display()
                )))
            }
            Err(error) => Err(Failure::usage(format!("cannot run `{}`: {error}", script.display()))),
        }
    }

    /// The modules on top of the library. Kept by what it is made of: the next run reads what it needs and nothing else.
    fn whole(&self, modules: &[PathBuf], world: &World) -> Result<Program, Failure> {
        let library = self.library_folder().join("libc.bc");
        let cached = self
            .whole_key(modules, &library, world)
            .map(|key| self.home.join("programs").join(format!("{key:032x}.whole")));
        if let Some(bytes) = cached.as_ref().and_then(|path| std::fs::read(path).ok())
            && let Ok(program) = read_trusted_program(&bytes)
        {
            return Ok(program);
        }
        let plain = LowerOptions::new(&self.lower, self.home.join("programs"));
        let options = LowerOptions { keeps_pointers: world.keeps_pointers, ..plain.clone() };
        let program = lower(modules, &options).map_err(Failure::usage)?;
        let options = LowerOptions { library: true, ..plain };
        let library = lower(&[library], &options).map_err(Failure::usage)?;
        let whole = join(program, &library, world.entry.as_ref()).map_err(Failure::usage)?;
        if let Some(path) = cached {
            // A cache that cannot be written is no cache; whoever is last wins, and all are right.
            let own = path.with_extension(format!("{}.tmp", std::process::id()));
            let _ = std::fs::write(&own, write_program(&whole)).and_then(|()| std::fs::rename(&own, &path));
        }
        Ok(whole)
    }

    /// What a whole program depends on.
    fn whole_key(&self, modules: &[PathBuf], library: &Path, world: &World) -> Option<u128> {
        let mut hash = ContentHash::new();
        hash.add(&FORMAT_VERSION.to_le_bytes());
        hash.add(env!("CARGO_PKG_VERSION").as_bytes());
        for file in [library, self.lower.as_path()] {
            let meta = std::fs::metadata(file).ok()?;
            let age = meta.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
            hash.add(&meta.len().to_le_bytes());
            hash.add(&age.as_nanos().to_le_bytes());
        }
        hash.add(format!("{:?} {}", world.entry, world.keeps_pointers).as_bytes());
        for module in modules {
            hash.add(&std::fs::read(module).ok()?);
        }
        Some(hash.finish())
    }

    /// The whole program of C sources, bitcode files and LLVM assembly. `arguments` are clang's.
    pub fn program(&self, files: &[PathBuf], arguments: &[String], world: &World) -> Result<Program, Failure> {
        let (sources, mut modules): (Vec<PathBuf>, Vec<PathBuf>) =
            files.iter().cloned().partition(|file| file.extension().is_some_and(|ending| ending == "c"));
        // Kept until the modules are read.
        let folder = self.home.join("work").join(std::process::id().to_string());
        let mut compiled: Vec<(PathBuf, PathBuf)> = Vec::new();
        let result = (|| {
            if !sources.is_empty() {
                let named = std::env::var_os("PATHFOLD_CLANG").filter(|path| !path.is_empty());
                let mut clang = find_clang(named.as_ref().map(Path::new))?;
                clang.arguments = self.include_flags();
                clang.checks_overflow = world.checks_overflow;
                let (made, warnings) = compile(&clang, &sources, arguments, &folder).map_err(|said| {
                    say(&format!("{said}\n"));
                    Failure::usage("clang cannot compile the program").help("arguments for clang go after `--`")
                })?;
                say(&warnings);
                if let Some((_, source)) = made.iter().zip(&sources).find(|(module, _)| !is_bitcode(module)) {
                    let what = format!("clang made no bitcode of `{}`", source.display());
                    return Err(Failure::usage(what).help("leave out arguments after `--` that keep it from compiling"));
                }
                compiled = made.iter().cloned().zip(sources.iter().cloned()).collect();
                modules.extend(made);
            }
            // The user knows the source, not what was made of it.
            let mut whole = self.whole(&modules, world).map_err(|mut failure| {
                for (module, source) in &compiled {
                    failure.message =
                        failure.message.replace(&module.display().to_string(), &source.display().to_string());
                }
                failure
            })?;
            configure(&mut whole, world).map_err(Failure::usage)?;
            Ok(whole)
        })();
        let _ = std::fs::remove_dir_all(&folder);
        result
    }

    /// The C library's headers instead of the machine's: types must agree with the library. Clang's own stay.
    fn include_flags(&self) -> Vec<String> {
        let folder = self.library_folder().join("include");
        vec!["-nostdlibinc".to_owned(), "-isystem".to_owned(), folder.display().to_string()]
    }
}

/// Whether a file begins as bitcode does.
fn is_bitcode(file: &Path) -> bool {
    let mut head = [0; 2];
    std::fs::File::open(file).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == *b"BC"
}

/// The clang to use. One called `clang-19` need not be asked for its version, which takes as long as a small program.
fn find_clang(named: Option<&Path>) -> Result<Clang, Failure> {
    if named.is_none()
        && let Some(program) = crate::solvers::on_path("clang-19")
    {
        return Ok(Clang { program, ..Clang::default() });
    }
    Clang::find(named).map_err(|why| Failure::usage(why).help("`scripts/setup llvm` installs it"))
}

/// When something in a folder was changed last.
fn newest(folder: &Path, depth: u32) -> Option<std::time::SystemTime> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let time = |entry: std::fs::DirEntry| {
        let meta = entry.metadata().ok()?;
        if meta.is_dir() && depth > 0 { newest(&entry.path(), depth - 1) } else { meta.modified().ok() }
    };
    entries.filter_map(time).max()
}

/// A program of ours: where the variable says, or beside this one.
pub fn beside_us(name: &str, variable: &str) -> Option<PathBuf> {
    if let Some(path) = std::env::var_os(variable).filter(|path| !path.is_empty()) {
        return Some(PathBuf::from(path));
    }
    let own = std::env::current_exe().ok()?;
    // Tests run from a folder below.
    own.ancestors().skip(1).take(2).map(|folder| folder.join(name)).find(|path| crate::solvers::is_program(path))
}

/// The folder `runtime`: where the variable says, above this program, or where this program was built.
pub fn runtime() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("PATHFOLD_RUNTIME").filter(|path| !path.is_empty()) {
        return Some(PathBuf::from(path));
    }
    let own = std::env::current_exe().ok()?;
    let above = own.ancestors().skip(1).map(Path::to_owned);
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(Path::to_owned);
    above.chain(built).map(|folder| folder.join("runtime")).find(|folder| folder.join("build").is_file())
}
