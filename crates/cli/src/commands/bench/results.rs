//! The directory of results: `results.csv`, which only ever grows, and what is made of it at the end.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use pathfold_report::bench::{Ended, Key, Row, cactus, csv, scatter, table};

use super::plan::Task;
use super::unusable;
use crate::exit::Failure;

/// An open directory of results. Nobody else writes to it meanwhile.
pub struct Results {
    folder: PathBuf,
    path: PathBuf,
    file: File,
    known: HashMap<Key, Row>,
}

impl Results {
    /// Opens the directory, reads what is there and drops the line that was being written when a run was killed.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        std::fs::create_dir_all(folder).map_err(|error| unusable("make the directory", folder, &error))?;
        let path = folder.join("results.csv");
        let fail = |error: std::io::Error| unusable("use", &path, &error);
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = options.map_err(fail)?;
        if file.try_lock().is_err() {
            return Err(Failure::usage(format!("another run writes to `{}`", folder.display())));
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(fail)?;
        let read = csv::read(&text).map_err(|why| {
            Failure::usage(format!("`{}`: {why}", path.display())).help("name another directory with --output")
        })?;
        file.set_len(read.length as u64).map_err(fail)?;
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        if read.length == 0 {
            file.write_all(csv::HEADER.as_bytes()).map_err(fail)?;
        }
        // A crash says nothing about the program: it is tried again, by a build that may have it repaired.
        let known = read.rows.into_iter().filter(|row| row.ended != Ended::Fault);
        let known = known.map(|row| (row.key.clone(), row)).collect();
        Ok(Self { folder: folder.to_owned(), path, file, known })
    }

    /// The results that are there already, and the tasks that have none.
    pub fn split(&self, tasks: &[Task]) -> (Vec<Row>, Vec<Task>) {
        let (done, missing): (Vec<&Task>, Vec<&Task>) =
            tasks.iter().partition(|task| self.known.contains_key(&task.key));
        let rows = done.into_iter().filter_map(|task| self.known.get(&task.key)).cloned().collect();
        (rows, missing.into_iter().cloned().collect())
    }

    /// Adds a result; on disk when this returns.
    pub fn append(&mut self, row: &Row) -> Result<(), Failure> {
        // In one piece and without a buffer: what is there after a crash is whole lines.
        self.file.write_all(csv::line(row).as_bytes()).map_err(|error| unusable("write", &self.path, &error))
    }

    /// Writes the table and the plots.
    pub fn write(&self, rows: &[Row], configurations: &[String], limit: Duration) -> Result<(), Failure> {
        self.file("table.md", &table::document(rows))?;
        self.file("cactus.svg", &cactus::svg(rows))?;
        if let Some((first, others)) = configurations.split_first() {
            for other in others {
                let name = format!("scatter-{}-{}.svg", in_a_name(first), in_a_name(other));
                self.file(&name, &scatter::svg(rows, first, other, limit.as_secs_f64()))?;
            }
        }
        Ok(())
    }

    fn file(&self, name: &str, text: &str) -> Result<(), Failure> {
        let path = self.folder.join(name);
        std::fs::write(&path, text).map_err(|error| unusable("write", &path, &error))
    }
}

/// A configuration's name as a part of a file's name.
fn in_a_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '_' }).collect()
}
