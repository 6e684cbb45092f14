//! Searches by name.

use extremal_bandits::Random;
use extremal_grammar::Component;
use extremal_search::registry::{parameters_of, written_out};
use extremal_search::{FORMS, Options, PAPER, SEARCHES, select};

fn error(text: &str) -> String {
    select(text, Options::default()).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn names_are_unique_and_every_search_can_be_built() {
    let names: Vec<&str> =
        SEARCHES.iter().map(|search| search.name).chain(FORMS.iter().map(|form| form.name)).collect();
    for (place, name) in names.iter().enumerate() {
        assert!(!names[..place].contains(name), "{name}");
        if let Err(error) = select(name, Options::default()) {
            panic!("{name}: {error}");
        }
    }
    assert!(PAPER.iter().copied().flatten().all(|name| names.contains(name)));
}

#[test]
fn arguments_take_the_place_of_those_of_a_named_search_and_of_its_bandit() {
    let written = |text: &str| written_out(&Component::parse(text).unwrap()).unwrap().to_string();
    assert_eq!(written("gbfs"), "eager(lists=h)");
    assert_eq!(
        written("guct-uniform(floor=0,samples=all)"),
        "eager(lists=tree:h,bandit=ucb1-uniform(floor=0),samples=all)"
    );
    assert_eq!(written("guct(c=2)"), "eager(lists=tree:h,bandit=ucb1(c=2))");
    assert!(
        written("extremal(growth=200)").ends_with("turns=1500+1000+1000+750+1000+250+250+250,growth=200)")
    );
}

#[test]
fn parameters_have_the_defaults_of_the_named_search() {
    let default = |search: &str, parameter: &str| {
        let search = SEARCHES.iter().find(|named| named.name == search).unwrap();
        parameters_of(search).iter().find(|known| known.name == parameter).map(|known| known.default)
    };
    assert_eq!(default("guct-uniform", "floor"), Some("1"));
    assert_eq!(default("guct-uniform", "bandit"), Some("ucb1-uniform"));
    assert_eq!(default("guct-uniform", "samples"), Some("leaves"));
    assert_eq!(default("nebula", "boost"), Some("10"));
    assert_eq!(default("gbfs", "lists"), Some("h"));
    assert_eq!(default("gbfs", "samples"), None);
    assert_eq!(default("extremal", "turns"), Some("1500+1000+1000+750+1000+250+250+250"));
    assert_eq!(default("extremal", "samples"), None);
}

#[test]
fn what_the_papers_do_is_the_default() {
    for &name in PAPER.iter().copied().flatten() {
        let text = written_out(&Component::new(name)).unwrap();
        assert_eq!(text.get("samples").unwrap_or("leaves"), "leaves", "{name}");
    }
}

#[test]
fn mistakes_are_named() {
    assert_eq!(error("guct-unifrom"), "there is no search 'guct-unifrom'; did you mean 'guct-uniform'?");
    assert_eq!(
        error("guct-uniform(flor=1)"),
        "'guct-uniform' has no parameter 'flor'; did you mean 'floor'?"
    );
    assert_eq!(error("guct(samples=some)"), "'samples' must be leaves or all, not 'some'");
    assert!(error("guct(floor=1)").starts_with("'guct' has no parameter 'floor'"));
    assert!(error("gbfs(samples=all)").contains("means nothing without a list like tree:h"));
    assert!(error("gbfs(tau=2)").contains("softmin:h"));
    assert!(error("gbfs(boost=5)").contains("pref:h"));
    assert!(error("lazy(lists=tree:h)").contains("use eager"));
    assert!(error("eager(lists=pref:h+pref:lm)").contains("must take all successors"));
    assert!(error("lazy(bandit=ucb1)").contains("no parameter 'bandit'"));
    assert!(error("eager(lists=x)").contains("there is no open-list key 'x'"));
    assert!(error("lazy(lists=h+perf:h)").contains("did you mean 'pref'?"));
    assert!(error("eager(bandit=gbfs,lists=tree:h)").contains("there is no bandit 'gbfs'"));
    assert!(error("agenda(inner=bfws)").contains("'inner' must be eager or lazy, without landmarks"));
    assert!(error("agenda(inner=lama-first)").contains("'inner' must be eager or lazy, without landmarks"));
    assert!(error("landmarks(lookahead=true)").contains("there is no relaxed plan"));
    assert!(error("portfolio(members=gbfs+guct,turns=1+2+3)").contains("'turns' must be"));
    assert!(error("portfolio(members=gbfs+guctt)").contains("did you mean 'guct'?"));
    assert!(error("portfolio(members=gbfs+guct-uniform(flor=1))").contains("did you mean 'floor'?"));
}

/// Whatever is written, it is a search or refused with a place that can be shown.
#[test]
fn no_text_is_a_search_that_cannot_be_made_or_a_mistake_that_cannot_be_shown() {
    let pieces = [
        "eager lazy h2 agenda portfolio bfws gbfs guct-uniform nebula ucb1 h lm w",
        "lists members turns search inner bandit preferred tau boost width order é",
        "( ( ) ) = , + . : - \u{1f9ca}",
        "tree:h pref:h softmin:lm w.lm.h true 1 0 -1 1e999 99999999999999999999",
    ];
    let pieces = pieces.map(|pieces| pieces.split(' ').chain([" "]).collect::<Vec<_>>());
    let mut random = Random::new(1);
    let (mut made, mut refused) = (0, 0);
    for round in 0..30_000 {
        let mut text = String::new();
        if round % 2 == 0 {
            // Something that is nearly right.
            text = SEARCHES[random.below(SEARCHES.len())].text.to_owned();
            for _ in 0..random.below(3) {
                let place = random.below(text.len());
                if text.is_char_boundary(place) && text.is_char_boundary(place + 1) {
                    text.replace_range(place..=place, pieces[1][random.below(pieces[1].len())]);
                }
            }
        }
        for _ in 0..random.below(12) {
            let some = &pieces[random.below(pieces.len())];
            text.push_str(some[random.below(some.len())]);
        }
        match select(&text, Options::default()) {
            Ok(_) => made += 1,
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty(), "{text}");
                let excerpt = error.excerpt(&text);
                assert!(excerpt.is_none_or(|excerpt| excerpt.contains('^')), "{text}");
            }
        }
    }
    assert!(made > 100 && refused > 10_000, "{made} {refused}");
}
