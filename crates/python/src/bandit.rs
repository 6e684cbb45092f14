//! Bandits written in Python.

use std::sync::Arc;

use extremal::bandits::{Dispersed, FullBellman, MonteCarlo, Random, Statistic, Summary};
use extremal::searches::MakeTree;
use extremal::searches::open::{OpenList, TreeShape, tree_list};
use extremal::searches::tree::Index;
use extremal::states::StateId;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyMemoryView, PyType};

use crate::heuristic::listed;
use crate::options::class_instead_of_object;
use crate::raised::Raised;

/// What a bandit sees of the states below a node: their number, and minimum, maximum, mean and variance of their
/// heuristic values.
#[pyclass(frozen, get_all, module = "extremal")]
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    /// The number of states.
    count: u32,
    /// The smallest value.
    min: f64,
    /// The largest value.
    max: f64,
    /// The mean.
    mean: f64,
    /// The variance with denominator N - 1; 0 for a single state.
    variance: f64,
}

#[pymethods]
impl Arm {
    fn __repr__(&self) -> String {
        let Arm { count, min, max, mean, variance } = self;
        format!("Arm(count={count}, min={min}, max={max}, mean={mean}, variance={variance})")
    }
}

const COLUMNS: usize = 5;

/// What a bandit chooses from: count, min, max, mean and variance of all children, each a memoryview of numbers in the
/// order of the children. numpy.asarray(arms.mean) copies nothing.
#[pyclass(frozen, module = "extremal")]
#[derive(Debug)]
pub struct Arms {
    /// Columns one after the other.
    numbers: Vec<f64>,
}

impl Arms {
    fn column<'py>(&self, py: Python<'py>, column: usize) -> PyResult<Bound<'py, PyAny>> {
        let length = self.__len__();
        let numbers = &self.numbers[column * length..(column + 1) * length];
        let bytes = PyByteArray::new_with(py, 8 * length, |bytes| {
            for (place, number) in bytes.chunks_exact_mut(8).zip(numbers) {
                place.copy_from_slice(&number.to_ne_bytes());
            }
            Ok(())
        })?;
        PyMemoryView::from(&bytes)?.call_method1(intern!(py, "cast"), (intern!(py, "d"),))
    }
}

#[pymethods]
impl Arms {
    fn __len__(&self) -> usize {
        self.numbers.len() / COLUMNS
    }

    /// The numbers of states below the children.
    #[getter]
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, 0)
    }

    /// The smallest values.
    #[getter]
    fn min<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, 1)
    }

    /// The largest values.
    #[getter]
    fn max<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, 2)
    }

    /// The means.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, 3)
    }

    /// The variances with denominator N - 1; 0 for a single state.
    #[getter]
    fn variance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, 4)
    }

    fn __repr__(&self) -> String {
        format!("<{} arms>", self.__len__())
    }
}

/// What is backed up for bandits written in Python.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moments {
    range: FullBellman,
    moments: MonteCarlo,
}

impl Moments {
    fn arm(&self) -> Arm {
        let FullBellman { count, min, max } = self.range;
        let mean = self.moments.summary().mean.unwrap_or(f64::NAN);
        Arm { count, min, max, mean, variance: self.moments.variance() }
    }
}

impl Statistic for Moments {
    fn empty() -> Self {
        Moments { range: FullBellman::empty(), moments: MonteCarlo::empty() }
    }

    fn leaf(value: f64) -> Self {
        Moments { range: FullBellman::leaf(value), moments: MonteCarlo::leaf(value) }
    }

    fn is_empty(&self) -> bool {
        self.range.is_empty()
    }

    fn absorb(&mut self, child: &Self) {
        self.range.absorb(&child.range);
        self.moments.absorb(&child.moments);
    }

    fn replace(&mut self, old: &Self, new: &Self) -> bool {
        let range = self.range.replace(&old.range, &new.range);
        self.moments.replace(&old.moments, &new.moments) && range
    }

    fn summary(&self) -> Summary {
        let Summary { mean, variance, .. } = self.moments.summary();
        Summary { mean, variance, ..self.range.summary() }
    }
}

/// A bandit written in Python.
#[derive(Clone, Debug)]
pub struct PythonBandit {
    scores: Arc<Py<PyAny>>,
    raised: Arc<Raised>,
}

impl PythonBandit {
    /// The bandit of an object with a method `scores`, or of a function that does the same.
    pub fn new(object: &Bound<'_, PyAny>, raised: &Arc<Raised>) -> PyResult<Self> {
        if let Ok(class) = object.cast::<PyType>() {
            return Err(class_instead_of_object("bandit", class));
        }
        let scores = object.getattr_opt("scores")?.unwrap_or_else(|| object.clone());
        if !scores.is_callable() {
            return Err(PyTypeError::new_err("a bandit has a method scores(parent, children)"));
        }
        Ok(PythonBandit { scores: Arc::new(scores.unbind()), raised: Arc::clone(raised) })
    }

    fn ask(&self, py: Python<'_>, parent: Arm, arms: Arms, scores: &mut Vec<f64>) -> PyResult<()> {
        let number = arms.__len__();
        let returned = listed(&self.scores.bind(py).call1((parent, arms))?)?;
        if returned.len() != number {
            let message = format!("scores returned {} numbers for {number} children", returned.len());
            return Err(PyValueError::new_err(message));
        }
        for score in returned {
            let number: f64 = score.extract().map_err(|_| not_a_score(&score))?;
            if number.is_nan() || number == f64::INFINITY {
                return Err(not_a_score(&score));
            }
            scores.push(number);
        }
        Ok(())
    }
}

fn not_a_score(score: &Bound<'_, PyAny>) -> PyErr {
    let shown = score.repr().map_or_else(|_| "something else".to_owned(), |text| text.to_string());
    PyValueError::new_err(format!("a score is a number below infinity, not {shown}"))
}

impl Index for PythonBandit {
    type Statistic = Moments;
    /// Whether the node is locked.
    type Cached = bool;
    type Choice = ();

    const SCORES_TOGETHER: bool = true;

    fn leaf(&self, value: f64) -> Moments {
        Moments::leaf(value)
    }

    fn cache(&self, _statistic: &Moments) -> bool {
        false
    }

    fn locked(&self) -> bool {
        true
    }

    fn choice(&self, _parent: &Moments, _arms: u32) {}

    fn score(&self, _choice: &(), _statistic: &Moments, locked: &bool) -> f64 {
        if *locked { f64::INFINITY } else { 0.0 }
    }

    fn score_all<'a>(
        &self,
        parent: &Moments,
        children: impl ExactSizeIterator<Item = &'a Moments>,
        _random: &mut Random,
        scores: &mut Vec<f64>,
    ) {
        let number = children.len();
        if self.raised.is_set() {
            scores.resize(number, 0.0);
            return;
        }
        let mut numbers = vec![0.0; COLUMNS * number];
        for (place, child) in children.enumerate() {
            let Arm { count, min, max, mean, variance } = child.arm();
            for (column, value) in [f64::from(count), min, max, mean, variance].into_iter().enumerate() {
                numbers[column * number + place] = value;
            }
        }
        if let Err(error) = Python::attach(|py| self.ask(py, parent.arm(), Arms { numbers }, scores)) {
            self.raised.keep(error);
            scores.clear();
            scores.resize(number, 0.0);
        }
    }
}

impl MakeTree for PythonBandit {
    fn make(&self, shape: TreeShape) -> Box<dyn OpenList<StateId>> {
        tree_list(self.clone(), shape)
    }
}
