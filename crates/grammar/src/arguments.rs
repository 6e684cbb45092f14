//! Values for parameters.

use crate::component::Component;
use crate::error::GrammarError;
use crate::parameter::{Kind, Parameter};

/// Checked values for all parameters of a component: what the user wrote, else the defaults.
///
/// The getters take the name of a parameter. They panic if there is none of this name and kind, which is a
/// mistake in the program and not in what a user wrote.
#[derive(Clone, PartialEq, Debug)]
pub struct Arguments {
    values: Vec<Argument>,
}

#[derive(Clone, PartialEq, Debug)]
struct Argument {
    parameter: Parameter,
    /// As it was written.
    text: String,
    value: Value,
    is_given: bool,
}

/// A value by its kind. Of choices, components and texts the text is the value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Value {
    Number(f64),
    Whole(u64),
    Flag(bool),
    Text,
}

impl Arguments {
    /// Checks what a user wrote against the parameters that there are.
    pub fn check(component: &Component, parameters: &[Parameter]) -> Result<Arguments, GrammarError> {
        for (place, (key, _)) in component.arguments.iter().enumerate() {
            if !parameters.iter().any(|parameter| parameter.name == key) {
                let known = parameters.iter().map(|parameter| parameter.name.to_owned()).collect();
                let (of, name) = (component.name.clone(), key.clone());
                return Err(GrammarError::UnknownParameter { of, name, known });
            }
            if component.arguments[..place].iter().any(|(earlier, _)| earlier == key) {
                return Err(GrammarError::Twice { name: key.clone() });
            }
        }
        let argument = |parameter: &Parameter| {
            let given = component.get(parameter.name);
            let text = given.unwrap_or(parameter.default);
            let value = parameter.check(text)?;
            Ok(Argument { parameter: *parameter, text: text.to_owned(), value, is_given: given.is_some() })
        };
        Ok(Arguments { values: parameters.iter().map(argument).collect::<Result<_, _>>()? })
    }

    /// The defaults of all parameters. Panics if one is not of its kind.
    pub fn defaults(parameters: &[Parameter]) -> Arguments {
        match Arguments::check(&Component::new("defaults"), parameters) {
            Ok(arguments) => arguments,
            Err(error) => panic!("a default is not of its kind: {error}"),
        }
    }

    /// The value of a [number](Kind::Number).
    pub fn number(&self, name: &str) -> f64 {
        match self.find(name).value {
            Value::Number(number) => number,
            _ => panic!("parameter '{name}' is not a number"),
        }
    }

    /// The value of a [whole number](Kind::Whole).
    pub fn whole(&self, name: &str) -> u64 {
        match self.find(name).value {
            Value::Whole(number) => number,
            _ => panic!("parameter '{name}' is not a whole number"),
        }
    }

    /// The value of a [flag](Kind::Flag).
    pub fn flag(&self, name: &str) -> bool {
        match self.find(name).value {
            Value::Flag(flag) => flag,
            _ => panic!("parameter '{name}' is not a flag"),
        }
    }

    /// The word that was [chosen](Kind::Choice).
    pub fn choice(&self, name: &str) -> &'static str {
        let argument = self.find(name);
        let word = match argument.parameter.kind {
            Kind::Choice(words) => words.iter().find(|word| **word == argument.text),
            _ => None,
        };
        word.unwrap_or_else(|| panic!("parameter '{name}' is not a choice"))
    }

    /// The value of a parameter of any kind as it was written.
    pub fn text(&self, name: &str) -> &str {
        &self.find(name).text
    }

    /// The same, or nothing if there is no parameter of this name: for who does not know the component.
    pub fn get(&self, name: &str) -> Option<&str> {
        let argument = self.values.iter().find(|argument| argument.parameter.name == name);
        argument.map(|argument| argument.text.as_str())
    }

    /// The value of a [component](Kind::Component), parsed.
    pub fn component(&self, name: &str) -> Result<Component, GrammarError> {
        Component::parse(self.text(name))
    }

    /// Whether the user gave a value.
    pub fn is_given(&self, name: &str) -> bool {
        self.find(name).is_given
    }

    /// The component with these arguments, without those that have their default.
    pub fn to_component(&self, name: &str) -> Component {
        let changed = self.values.iter().filter(|argument| argument.text != argument.parameter.default);
        let arguments = changed.map(|argument| (argument.parameter.name.to_owned(), argument.text.clone()));
        Component { name: name.to_owned(), arguments: arguments.collect() }
    }

    /// The component with all arguments, those too that have their default.
    pub fn to_full_component(&self, name: &str) -> Component {
        let arguments = self.values.iter();
        let arguments = arguments.map(|argument| (argument.parameter.name.to_owned(), argument.text.clone()));
        Component { name: name.to_owned(), arguments: arguments.collect() }
    }

    fn find(&self, name: &str) -> &Argument {
        let argument = self.values.iter().find(|argument| argument.parameter.name == name);
        argument.unwrap_or_else(|| panic!("there is no parameter '{name}'"))
    }
}

impl Parameter {
    /// The value that a text stands for, if the parameter can have it.
    pub(crate) fn check(&self, text: &str) -> Result<Value, GrammarError> {
        let value = match self.kind {
            // Written so that NaN is refused as well.
            Kind::Number { min, max } => text
                .parse()
                .ok()
                .filter(|number: &f64| number.is_finite() && (min..=max).contains(number))
                .map(Value::Number),
            Kind::Whole { min, max } => {
                text.parse().ok().filter(|number| (min..=max).contains(number)).map(Value::Whole)
            }
            Kind::Flag => text.parse().ok().map(Value::Flag),
            Kind::Choice(words) => words.contains(&text).then_some(Value::Text),
            Kind::Component(_) => {
                Component::parse(text)?;
                Some(Value::Text)
            }
            Kind::Text(_) => Some(Value::Text),
        };
        value.ok_or_else(|| GrammarError::value(self.name, self.kind.to_string(), text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn parameter(name: &'static str, kind: Kind, default: &'static str) -> Parameter {
        Parameter { name, kind, default, about: "" }
    }

    const ALL: &[Parameter] = &[
        parameter("floor", Kind::Number { min: 0.0, max: 1e9 }, "1e-3"),
        parameter("size", Kind::Whole { min: 1, max: 9 }, "5"),
        parameter("samples", Kind::Choice(&["leaves", "all"]), "leaves"),
        parameter("preferred", Kind::Flag, "false"),
        parameter("bandit", Kind::Component("bandit"), "ucb1"),
        parameter("lists", Kind::Text("open lists with + in between"), "h"),
    ];

    fn check(text: &str) -> Result<Arguments, String> {
        Arguments::check(&Component::parse(text).unwrap(), ALL).map_err(|error| error.to_string())
    }

    #[test]
    fn values_have_their_types_and_what_is_given_wins() {
        let arguments = check("x(size=2,samples=all,preferred=true,bandit=y(c=1),lists=h+lm)").unwrap();
        assert_eq!(arguments.number("floor"), 1e-3);
        assert_eq!(arguments.whole("size"), 2);
        assert_eq!(arguments.choice("samples"), "all");
        assert!(arguments.flag("preferred"));
        assert_eq!(arguments.component("bandit").unwrap().get("c"), Some("1"));
        assert_eq!(arguments.text("lists"), "h+lm");
        assert_eq!((arguments.get("size"), arguments.get("cost")), (Some("2"), None));
        assert!(arguments.is_given("size") && !arguments.is_given("floor"));
    }

    #[test]
    fn only_what_differs_from_the_defaults_is_written_back() {
        let arguments = check("x(size=5,samples=all)").unwrap();
        assert_eq!(arguments.to_component("x").to_string(), "x(samples=all)");
        assert_eq!(Arguments::defaults(ALL).to_component("x").to_string(), "x");
        let full = "x(floor=1e-3,size=5,samples=leaves,preferred=false,bandit=ucb1,lists=h)";
        assert_eq!(Arguments::defaults(ALL).to_full_component("x").to_string(), full);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, message) in [
            ("x(flor=1)", "'x' has no parameter 'flor'; did you mean 'floor'?"),
            ("x(d=1)", "'x' has no parameter 'd'; it has floor, size, samples, preferred, bandit, lists"),
            ("x(size=1,size=1)", "'size' is given twice"),
            ("x(floor=much)", "'floor' must be a number from 0 to 1e9, not 'much'"),
            ("x(floor=NaN)", "'floor' must be a number from 0 to 1e9, not 'NaN'"),
            ("x(floor=-1)", "'floor' must be a number from 0 to 1e9, not '-1'"),
            ("x(size=1.5)", "'size' must be a whole number from 1 to 9, not '1.5'"),
            ("x(size=10)", "'size' must be a whole number from 1 to 9, not '10'"),
            ("x(samples=some)", "'samples' must be leaves or all, not 'some'"),
            ("x(preferred=yes)", "'preferred' must be true or false, not 'yes'"),
            ("x(bandit=y(c))", "argument 'c' of 'y' is not of the form key=value"),
        ] {
            assert_eq!(check(text).unwrap_err(), message);
        }
        let none = Arguments::check(&Component::parse("gc(cost=real)").unwrap(), &[]).unwrap_err();
        assert_eq!(none.to_string(), "'gc' has no parameter 'cost'; it has none");
    }

    #[test]
    fn defaults_that_are_not_of_their_kind_are_refused() {
        let wrong = parameter("size", Kind::Whole { min: 1, max: 9 }, "0");
        let error = Arguments::check(&Component::new("x"), &[wrong]).unwrap_err();
        assert_eq!(error.to_string(), "'size' must be a whole number from 1 to 9, not '0'");
    }
}
