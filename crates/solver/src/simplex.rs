//! General simplex over exact fractions (Dutertre and de Moura, "A fast linear-arithmetic solver for DPLL(T)", CAV
//! 2006): is there a rational point within all bounds, and if not, which bounds contradict each other? Small and
//! bounded: it gives up after a number of pivots or when a number leaves the machine word.

use crate::rational::Rat;

/// Why a bound holds: an index the caller understands.
pub(crate) type Reason = u32;

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// The current values are within all bounds.
    Feasible,
    /// These bounds contradict each other.
    Infeasible(Vec<Reason>),
    /// Too many pivots or too large numbers.
    GaveUp,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bound {
    value: i64,
    reason: Reason,
}

/// Bounds of all variables: what backtracking restores.
#[derive(Clone, Default)]
pub(crate) struct Limits {
    lower: Vec<Option<Bound>>,
    upper: Vec<Option<Bound>>,
}

/// Variables are numbered as they are added. A free one starts as a column, a defined one as a row.
pub(crate) struct Simplex {
    /// The basic variable of row r is the sum of its cells times the nonbasic ones, by column.
    rows: Vec<Vec<Rat>>,
    /// The basic variable of each row.
    basic: Vec<usize>,
    /// The nonbasic variable of each column.
    nonbasic: Vec<usize>,
    values: Vec<Rat>,
    limits: Limits,
    pivots_left: u32,
}

impl Simplex {
    /// Without variables; it gives up after so many pivots.
    pub fn new(pivots: u32) -> Simplex {
        Simplex {
            rows: Vec::new(),
            basic: Vec::new(),
            nonbasic: Vec::new(),
            values: Vec::new(),
            limits: Limits::default(),
            pivots_left: pivots,
        }
    }

    fn add(&mut self, value: Rat) -> usize {
        self.values.push(value);
        self.limits.lower.push(None);
        self.limits.upper.push(None);
        self.values.len() - 1
    }

    /// A new free variable with its first value.
    pub fn free(&mut self, start: i64) -> usize {
        let variable = self.add(Rat::int(start));
        self.nonbasic.push(variable);
        for row in &mut self.rows {
            row.push(Rat::ZERO);
        }
        variable
    }

    /// A new variable that is a sum of others; none when a number left the machine word.
    pub fn defined(&mut self, sum: &[(usize, i64)]) -> Option<usize> {
        let mut cells = vec![Rat::ZERO; self.nonbasic.len()];
        let mut value = Rat::ZERO;
        for &(variable, factor) in sum {
            let factor = Rat::int(factor);
            value = value.add(factor.mul(self.values[variable])?)?;
            if let Some(column) = self.nonbasic.iter().position(|&v| v == variable) {
                cells[column] = cells[column].add(factor)?;
            } else if let Some(row) = self.basic.iter().position(|&v| v == variable) {
                for (cell, &from) in cells.iter_mut().zip(&self.rows[row]) {
                    if !from.is_zero() {
                        *cell = cell.add(factor.mul(from)?)?;
                    }
                }
            }
        }
        let variable = self.add(value);
        self.rows.push(cells);
        self.basic.push(variable);
        Some(variable)
    }

    /// How many variables there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// The bounds, to come back to.
    pub fn limits(&self) -> Limits {
        self.limits.clone()
    }

    /// Goes back to earlier bounds; variables added since have none.
    pub fn restore(&mut self, limits: Limits) {
        self.limits = limits;
        self.limits.lower.resize(self.values.len(), None);
        self.limits.upper.resize(self.values.len(), None);
    }

    /// The current value of a variable.
    pub fn value(&self, variable: usize) -> Rat {
        self.values[variable]
    }

    /// Tightens the upper bound; the contradiction with the lower one, if there is one.
    pub fn at_most(&mut self, variable: usize, value: i64, reason: Reason) -> Result<(), Vec<Reason>> {
        if self.limits.upper[variable].is_some_and(|b| b.value <= value) {
            return Ok(());
        }
        self.limits.upper[variable] = Some(Bound { value, reason });
        match self.limits.lower[variable] {
            Some(low) if low.value > value => Err(vec![low.reason, reason]),
            _ => Ok(()),
        }
    }

    /// Tightens the lower bound; the contradiction with the upper one, if there is one.
    pub fn at_least(&mut self, variable: usize, value: i64, reason: Reason) -> Result<(), Vec<Reason>> {
        if self.limits.lower[variable].is_some_and(|b| b.value >= value) {
            return Ok(());
        }
        self.limits.lower[variable] = Some(Bound { value, reason });
        match self.limits.upper[variable] {
            Some(high) if high.value < value => Err(vec![high.reason, reason]),
            _ => Ok(()),
        }
    }

    /// Moves nonbasic variables into their bounds and recomputes the basic ones.
    fn settle(&mut self) -> Option<()> {
        for column in 0..self.nonbasic.len() {
            let v = self.nonbasic[column];
            let low = self.limits.lower[v].map(|b| Rat::int(b.value));
            let high = self.limits.upper[v].map(|b| Rat::int(b.value));
            if let Some(low) = low
                && self.values[v] < low
            {
                self.values[v] = low;
            }
            if let Some(high) = high
                && self.values[v] > high
            {
                self.values[v] = high;
            }
        }
        for r in 0..self.basic.len() {
            let mut sum = Rat::ZERO;
            for column in 0..self.nonbasic.len() {
                let cell = self.rows[r][column];
                if !cell.is_zero() {
                    sum = sum.add(cell.mul(self.values[self.nonbasic[column]])?)?;
                }
            }
            self.values[self.basic[r]] = sum;
        }
        Some(())
    }

    /// Looks for values within all bounds.
    pub fn check(&mut self) -> Outcome {
        if self.settle().is_none() {
            return Outcome::GaveUp;
        }
        loop {
            // Bland's rule: the smallest violated variable, the smallest one that can help. It terminates.
            let mut violated: Option<(usize, usize, bool, Rat)> = None;
            for (r, &v) in self.basic.iter().enumerate() {
                if violated.is_some_and(|(_, best, ..)| best < v) {
                    continue;
                }
                let value = self.values[v];
                if let Some(low) = self.limits.lower[v]
                    && value < Rat::int(low.value)
                {
                    violated = Some((r, v, true, Rat::int(low.value)));
                } else if let Some(high) = self.limits.upper[v]
                    && value > Rat::int(high.value)
                {
                    violated = Some((r, v, false, Rat::int(high.value)));
                }
            }
            let Some((row, variable, increase, target)) = violated else { return Outcome::Feasible };
            let helper = (0..self.nonbasic.len())
                .filter(|&column| self.can_help(row, column, increase))
                .min_by_key(|&column| self.nonbasic[column]);
            let Some(column) = helper else {
                return self.explain(row, variable, increase).map_or(Outcome::GaveUp, Outcome::Infeasible);
            };
            if self.pivots_left == 0 || self.pivot(row, column, target).is_none() {
                return Outcome::GaveUp;
            }
            self.pivots_left -= 1;
        }
    }

    /// Whether moving the nonbasic variable of `column` within its bounds moves the basic one of `row` as wanted.
    fn can_help(&self, row: usize, column: usize, increase: bool) -> bool {
        let cell = self.rows[row][column];
        if cell.is_zero() {
            return false;
        }
        let v = self.nonbasic[column];
        if cell.is_positive() == increase {
            self.limits.upper[v].is_none_or(|b| self.values[v] < Rat::int(b.value))
        } else {
            self.limits.lower[v].is_none_or(|b| self.values[v] > Rat::int(b.value))
        }
    }

    /// The bounds that keep the basic variable of `row` from its bound.
    fn explain(&self, row: usize, variable: usize, increase: bool) -> Option<Vec<Reason>> {
        let own = if increase { self.limits.lower[variable] } else { self.limits.upper[variable] };
        let mut reasons = vec![own?.reason];
        for column in 0..self.nonbasic.len() {
            let cell = self.rows[row][column];
            if cell.is_zero() {
                continue;
            }
            let v = self.nonbasic[column];
            let bound = if cell.is_positive() == increase { self.limits.upper[v] } else { self.limits.lower[v] };
            // SOUND: a column without a bound in this direction could have helped; there is none here.
            reasons.push(bound?.reason);
        }
        Some(reasons)
    }

    /// Exchanges a basic and a nonbasic variable and gives the one that leaves the basis the value `target`.
    fn pivot(&mut self, row: usize, column: usize, target: Rat) -> Option<()> {
        let (leaving, entering) = (self.basic[row], self.nonbasic[column]);
        let pivot = self.rows[row][column];
        let step = target.sub(self.values[leaving])?.div(pivot)?;
        self.values[leaving] = target;
        self.values[entering] = self.values[entering].add(step)?;
        for (r, cells) in self.rows.iter().enumerate() {
            let cell = cells[column];
            if r != row && !cell.is_zero() {
                let v = self.basic[r];
                self.values[v] = self.values[v].add(cell.mul(step)?)?;
            }
        }
        // Solve the row for the entering variable, then substitute it everywhere else.
        let mut solved = std::mem::take(&mut self.rows[row]);
        for (c, cell) in solved.iter_mut().enumerate() {
            *cell = if c == column { Rat::ONE.div(pivot)? } else { cell.neg()?.div(pivot)? };
        }
        for (r, cells) in self.rows.iter_mut().enumerate() {
            let factor = if r == row { Rat::ZERO } else { cells[column] };
            if factor.is_zero() {
                continue;
            }
            for (c, (cell, &from)) in cells.iter_mut().zip(&solved).enumerate() {
                if c == column {
                    *cell = factor.mul(from)?;
                } else if !from.is_zero() {
                    *cell = cell.add(factor.mul(from)?)?;
                }
            }
        }
        self.rows[row] = solved;
        self.basic[row] = entering;
        self.nonbasic[column] = leaving;
        Some(())
    }
}
