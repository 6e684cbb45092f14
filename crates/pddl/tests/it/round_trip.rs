//! Printing a syntax tree and parsing the text gives the same tree.

use extremal_pddl::print::{print_domain, print_problem};
use extremal_pddl::symbol::{Symbol, SymbolTable};
use extremal_pddl::syntax::*;
use extremal_pddl::{Cost, SourceFile, parse_domain, parse_problem};
use proptest::prelude::*;

/// Names that are also words of larger fragments of PDDL must work as plain names.
const NAMES: [&str; 10] = ["a", "b2", "on-table", "at", "over", "start", "always", "object", "x_y", "7"];
const VARIABLES: [&str; 4] = ["?x", "?y", "?long-name", "?7"];

fn symbols() -> SymbolTable {
    let mut symbols = SymbolTable::new();
    for word in NAMES.iter().chain(&VARIABLES).chain(&[":typing", ":adl"]) {
        symbols.intern(word.as_bytes());
    }
    symbols
}

fn symbol(word: &str) -> Symbol {
    symbols().intern(word.as_bytes())
}

fn name_of(word: &str) -> Name {
    Name { symbol: symbol(word), place: Place::default() }
}

fn name() -> impl Strategy<Value = Name> + Clone {
    proptest::sample::select(NAMES.map(name_of).to_vec())
}

/// A name that no reader could take for a number.
fn function_name() -> impl Strategy<Value = Name> + Clone {
    proptest::sample::select(NAMES[..9].iter().map(|word| name_of(word)).collect::<Vec<_>>())
}

fn variable() -> impl Strategy<Value = Name> + Clone {
    proptest::sample::select(VARIABLES.map(name_of).to_vec())
}

fn term() -> impl Strategy<Value = Term> + Clone {
    prop_oneof![variable().prop_map(Term::Variable), name().prop_map(Term::Object)]
}

/// A term that equality takes: a number there would be a numeric condition.
fn compared_term() -> impl Strategy<Value = Term> + Clone {
    prop_oneof![variable().prop_map(Term::Variable), function_name().prop_map(Term::Object)]
}

fn atom_of(arguments: impl Strategy<Value = Term>) -> impl Strategy<Value = Atom> {
    (function_name(), proptest::collection::vec(arguments, 0..5)).prop_map(|(name, arguments)| Atom {
        name,
        arguments: arguments.into(),
        place: Place::default(),
    })
}

/// Groups with types, then perhaps one without.
fn typed_list(item: impl Strategy<Value = Name> + Clone) -> impl Strategy<Value = Vec<TypedGroup>> + Clone {
    let names = proptest::collection::vec(item, 1..4);
    let typed = (names.clone(), proptest::collection::vec(name(), 1..3))
        .prop_map(|(names, types)| TypedGroup { names, types });
    let untyped = names.prop_map(|names| TypedGroup { names, types: Vec::new() });
    (proptest::collection::vec(typed, 0..3), proptest::option::of(untyped))
        .prop_map(|(groups, last)| groups.into_iter().chain(last).collect())
}

fn condition() -> impl Strategy<Value = Condition> {
    let here = Place::default();
    let leaf = prop_oneof![
        atom_of(term()).prop_map(Condition::Atom),
        (compared_term(), compared_term()).prop_map(move |(a, b)| Condition::Equals(a, b, here)),
    ];
    leaf.prop_recursive(5, 40, 4, move |inner| {
        let many = proptest::collection::vec(inner.clone(), 0..4);
        let boxed = inner.prop_map(Box::new).boxed();
        let quantified = (typed_list(variable()), boxed.clone());
        prop_oneof![
            boxed.clone().prop_map(move |c| Condition::Not(c, here)),
            many.clone().prop_map(move |c| Condition::And(c, here)),
            many.prop_map(move |c| Condition::Or(c, here)),
            (boxed.clone(), boxed).prop_map(move |(a, b)| Condition::Imply(a, b, here)),
            quantified.clone().prop_map(move |(v, c)| Condition::Forall(v, c, here)),
            quantified.prop_map(move |(v, c)| Condition::Exists(v, c, here)),
        ]
    })
}

fn number() -> impl Strategy<Value = Cost> {
    let long =
        (0_u64.., 0_u8..=19).prop_map(|(digits, places)| format!("{digits}e-{places}").parse().unwrap());
    prop_oneof![long, (0_u64..100).prop_map(Cost::whole)]
}

fn effect() -> impl Strategy<Value = Effect> {
    let here = Place::default();
    let amount = prop_oneof![
        number().prop_map(move |number| Amount::Number(number, here)),
        atom_of(term()).prop_map(Amount::Function),
    ];
    let leaf = prop_oneof![
        3 => atom_of(term()).prop_map(Effect::Add),
        3 => atom_of(term()).prop_map(Effect::Delete),
        1 => amount.prop_map(move |amount| Effect::IncreaseCost(amount, here)),
    ];
    leaf.prop_recursive(4, 20, 4, move |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        prop_oneof![
            proptest::collection::vec(inner, 0..4).prop_map(Effect::And),
            (condition(), boxed.clone()).prop_map(move |(c, e)| Effect::When(c, e, here)),
            (typed_list(variable()), boxed).prop_map(move |(v, e)| Effect::Forall(v, e, here)),
        ]
    })
}

fn declaration() -> impl Strategy<Value = Declaration> + Clone {
    (name(), typed_list(variable())).prop_map(|(name, parameters)| Declaration { name, parameters })
}

fn requirements() -> impl Strategy<Value = Vec<Name>> {
    proptest::collection::vec(proptest::sample::select(vec![name_of(":typing"), name_of(":adl")]), 0..3)
}

fn domain() -> impl Strategy<Value = Domain> {
    let action =
        (name(), typed_list(variable()), proptest::option::of(condition()), proptest::option::of(effect()))
            .prop_map(|(name, parameters, precondition, effect)| Action {
                name,
                parameters,
                precondition,
                effect,
            });
    let rule = (declaration(), condition()).prop_map(|(head, condition)| Rule { head, condition });
    let lists = (requirements(), typed_list(name()), typed_list(name()));
    let declarations = proptest::collection::vec(declaration(), 0..3);
    let bodies = (proptest::collection::vec(action, 0..3), proptest::collection::vec(rule, 0..2));
    (name(), lists, declarations.clone(), declarations, bodies).prop_map(
        |(name, (requirements, types, constants), predicates, functions, (actions, rules))| Domain {
            name,
            requirements,
            types,
            constants,
            predicates,
            functions,
            actions,
            rules,
        },
    )
}

fn problem() -> impl Strategy<Value = Problem> {
    let ground = || atom_of(name().prop_map(Term::Object));
    let fact = prop_oneof![
        ground().prop_map(InitialFact::True),
        ground().prop_map(InitialFact::False),
        (ground(), number()).prop_map(|(atom, value)| InitialFact::Value(atom, value, Place::default())),
    ];
    (
        name(),
        proptest::option::of(name()),
        requirements(),
        typed_list(name()),
        proptest::option::of(proptest::collection::vec(fact, 0..6)),
        proptest::option::of(condition()),
        any::<bool>(),
    )
        .prop_map(|(name, domain, requirements, objects, init, goal, metric)| Problem {
            name,
            domain,
            requirements,
            objects,
            init,
            goal,
            minimize_total_cost: metric.then(Place::default),
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn domains_survive_printing_and_parsing(domain in domain()) {
        let mut symbols = symbols();
        let text = print_domain(&domain, &symbols);
        let parsed = parse_domain(&SourceFile::new("domain", text.clone()), &mut symbols);
        prop_assert_eq!(parsed, Ok(domain), "{}", text);
    }

    #[test]
    fn problems_survive_printing_and_parsing(problem in problem()) {
        let mut symbols = symbols();
        let text = print_problem(&problem, &symbols);
        let parsed = parse_problem(&SourceFile::new("problem", text.clone()), &mut symbols);
        prop_assert_eq!(parsed, Ok(problem), "{}", text);
    }
}

#[test]
fn trees_that_differ_are_not_equal() {
    let mut symbols = SymbolTable::new();
    let mut parse = |text: &str| parse_domain(&SourceFile::new("d", text), &mut symbols).unwrap();
    let first = parse("(define (domain d) (:action a :precondition (and (p) (q))))");
    assert_eq!(first, parse("(DEFINE (domain D)\n(:action A :precondition (and (p)(q) ) ) )"));
    assert_ne!(first, parse("(define (domain d) (:action a :precondition (and (q) (p))))"));
}
