//! What is tuned: a whole-number option of the engine, as OpenBench describes it in a line
//! `name, int, start, min, max, c_end, r_end`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A parameter to tune.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The name of the option.
    pub name: String,
    /// Where the tuning begins.
    pub start: i32,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// How far it is moved either way in the last iteration; a difference that shows in play.
    pub c_end: f64,
    /// How far the last result moves it, as a share of `c_end`.
    pub r_end: f64,
}

/// Why a text is not a parameter, or a parameter makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParameterError {
    /// Not a line of the form wanted.
    #[error("`{0}` is not a parameter: `name, int, start, min, max, c_end, r_end` is wanted")]
    Form(String),
    /// A parameter that is not a whole number.
    #[error("parameter {name}: type `{kind}` cannot be tuned, only `int`")]
    Kind {
        /// The parameter.
        name: String,
        /// Its type.
        kind: String,
    },
    /// The start is not in the range.
    #[error("parameter {name}: its start {start} is outside {min}..={max}")]
    Start {
        /// The parameter.
        name: String,
        /// Its start.
        start: i32,
        /// Its smallest value.
        min: i32,
        /// Its largest value.
        max: i32,
    },
    /// Perturbations that cannot move a whole number, or reach over the whole range.
    #[error("parameter {0}: c_end must be 0.5 or more, and no more than the width of the range")]
    Perturbation(String),
    /// Steps of no length, or longer than the perturbation.
    #[error("parameter {0}: r_end must be more than 0 and no more than 1")]
    Rate(String),
}

impl Parameter {
    /// Checks what no type can.
    pub(super) fn check(&self) -> Result<(), ParameterError> {
        let name = || self.name.clone();
        let width = f64::from(self.max) - f64::from(self.min);
        if !(self.min..=self.max).contains(&self.start) {
            return Err(ParameterError::Start {
                name: name(),
                start: self.start,
                min: self.min,
                max: self.max,
            });
        }
        if !(0.5..=width).contains(&self.c_end) {
            return Err(ParameterError::Perturbation(name()));
        }
        if !(self.r_end > 0.0 && self.r_end <= 1.0) {
            return Err(ParameterError::Rate(name()));
        }
        Ok(())
    }
}

impl FromStr for Parameter {
    type Err = ParameterError;

    /// Reads a line of OpenBench.
    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let form = || ParameterError::Form(line.trim().to_owned());
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let [name, kind, start, min, max, c_end, r_end] = fields[..] else {
            return Err(form());
        };
        if name.is_empty() {
            return Err(form());
        }
        if kind != "int" {
            let (name, kind) = (name.to_owned(), kind.to_owned());
            return Err(ParameterError::Kind { name, kind });
        }
        let whole = |text: &str| text.parse().map_err(|_| form());
        let real = |text: &str| text.parse().map_err(|_| form());
        let parameter = Self {
            name: name.to_owned(),
            start: whole(start)?,
            min: whole(min)?,
            max: whole(max)?,
            c_end: real(c_end)?,
            r_end: real(r_end)?,
        };
        parameter.check()?;
        Ok(parameter)
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            start,
            min,
            max,
            c_end,
            r_end,
        } = self;
        write!(f, "{name}, int, {start}, {min}, {max}, {c_end}, {r_end}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_and_written() {
        let line = "rfp_margin, int, 75, 20, 200, 8, 0.002";
        let parameter: Parameter = line.parse().unwrap();
        assert_eq!(
            (parameter.start, parameter.min, parameter.max),
            (75, 20, 200)
        );
        assert_eq!((parameter.c_end, parameter.r_end), (8.0, 0.002));
        assert_eq!(parameter.to_string(), line);
        assert_eq!(line.replace(' ', "").parse(), Ok(parameter));
    }

    #[test]
    fn faults_say_what_is_wrong() {
        let fault = |line: &str| line.parse::<Parameter>().unwrap_err().to_string();
        for line in ["", "a", "a, int, 1, 2, 3, 4", ", int, 1, 0, 9, 1, 0.1"] {
            assert!(fault(line).contains("is wanted"), "{line}");
        }
        assert!(fault("a, int, x, 0, 9, 1, 0.1").contains("is wanted"));
        assert!(fault("a, float, 1, 0, 9, 1, 0.1").contains("`float`"));
        assert!(fault("a, int, 10, 0, 9, 1, 0.1").contains("outside 0..=9"));
        assert!(fault("a, int, 1, 9, 0, 1, 0.1").contains("outside 9..=0"));
        assert!(fault("a, int, 1, 0, 9, 0.4, 0.1").contains("c_end"));
        assert!(fault("a, int, 1, 0, 9, NaN, 0.1").contains("c_end"));
        assert!(fault("a, int, 1, 0, 9, 1, 0").contains("r_end"));
    }
}
