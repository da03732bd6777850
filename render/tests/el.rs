//! Expressions and their values, as data: `tests/el/*.toml`, one file an area of the specification.
//!
//! A file has variables for all groups (`let`, evaluated in order) and groups; a group has more variables, `cases` —
//! expression, text that EL prints, class of the value, which may be left out — and `errors` — expression, class of the
//! exception, part of its message, which may be left out. `to` coerces each value to a Java type. `references` are
//! expressions with the type that can be assigned to them, `read-only` if none can; `assignments` are expressions, the
//! value that is assigned, and the expression's value afterwards, or the exception. An expression is a template if it
//! holds `${` or `#{`, or if the group says so.
//!
//! `tests/tck.toml` says which groups stand for which tests of the TCK; every one that it names must be there.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::path::PathBuf;

use libtest_mimic::Arguments;
use libtest_mimic::Failed;
use libtest_mimic::Trial;
use serde::Deserialize;
use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::el::Context;
use vespid_render::el::Evaluator;
use vespid_render::value::coerce;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Area {
    /// What of the specification it is about.
    section: String,
    #[serde(default)]
    import: Vec<String>,
    #[serde(default, rename = "let")]
    variables: Vec<(String, String)>,
    group: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    name: String,
    #[serde(default, rename = "let")]
    variables: Vec<(String, String)>,
    #[serde(default)]
    model: BTreeMap<String, toml::Value>,
    #[serde(default)]
    to: Option<String>,
    #[serde(default)]
    template: bool,
    #[serde(default)]
    references: Vec<(String, String)>,
    #[serde(default)]
    assignments: Vec<(String, String, String)>,
    #[serde(default)]
    not_found_is_error: bool,
    #[serde(default)]
    cases: Vec<Vec<String>>,
    #[serde(default)]
    errors: Vec<Vec<String>>,
}

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/el");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the cases are beside this file")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    let mut trials = Vec::new();
    let mut names = BTreeSet::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("the file can be read");
        let area: Area = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let stem = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        assert!(!area.section.is_empty(), "{stem} names its section");
        for mut group in area.group {
            group.variables.splice(0..0, area.variables.iter().cloned());
            let import = area.import.clone();
            let name = format!("{stem}: {}", group.name);
            names.insert(name.clone());
            trials.push(Trial::test(name, move || run(&import, &group)));
        }
    }
    trials
        .push(Trial::test("every test of the TCK is covered or left out for a reason", move || tck(&names)));
    libtest_mimic::run(&arguments, trials).exit();
}

/// What became of the tests of the TCK.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tck {
    /// By package and test: the groups of cases, or the tests in Rust, that stand for it.
    covered: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// By package: why these tests are not there.
    left_out: BTreeMap<String, Vec<LeftOut>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeftOut {
    tests: Vec<String>,
    reason: String,
}

fn tck(names: &BTreeSet<String>) -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let text = fs::read_to_string(folder.join("tck.toml")).map_err(|error| error.to_string())?;
    let tck: Tck = toml::from_str(&text).map_err(|error| error.to_string())?;
    let rust = include_str!("expressions.rs");
    let mut wrong = Vec::new();
    for (package, tests) in &tck.covered {
        for (test, places) in tests {
            for place in places {
                let known = match place.strip_prefix("expressions.rs: ") {
                    Some(function) => rust.contains(&format!("fn {function}()")),
                    None => names.iter().any(|name| name == place || name.starts_with(&format!("{place}: "))),
                };
                if !known {
                    wrong.push(format!("{package} {test}: there is no {place}"));
                }
            }
            if places.is_empty() {
                wrong.push(format!("{package} {test}: nothing stands for it"));
            }
        }
    }
    for (package, all) in &tck.left_out {
        for left_out in all {
            let covered = tck.covered.get(package);
            if left_out.reason.is_empty() || left_out.tests.is_empty() {
                wrong.push(format!("{package}: left out without reason"));
            }
            for test in &left_out.tests {
                if covered.is_some_and(|tests| tests.contains_key(test)) {
                    wrong.push(format!("{package} {test}: both covered and left out"));
                }
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// What is wrong with references and assignments.
fn outside(
    evaluator: &Evaluator,
    fresh: &dyn Fn() -> Result<Context, Failed>,
    group: &Group,
) -> Result<Vec<String>, Failed> {
    let compile = |text: &str| evaluator.compile(text).map_err(|error| shown(text, &error));
    let simple = |error: &Error| error.class_name().rsplit('.').next().unwrap_or_default().to_owned();
    let mut wrong = Vec::new();
    for (text, expected) in &group.references {
        let expression = compile(text)?;
        let mut context = fresh()?;
        let found = match context.type_of(&expression) {
            Ok(java_type) => {
                let read_only = context.is_read_only(&expression).map_err(|error| shown(text, &error))?;
                if read_only != java_type.is_none() {
                    wrong.push(format!("{text}: read-only and the type disagree"));
                }
                java_type.map_or_else(|| "read-only".to_owned(), |java_type| java_type.to_string())
            }
            Err(error) => simple(&error),
        };
        if found != *expected {
            wrong.push(format!("{text}\n    should be of the type {expected}\n    is of           {found}"));
        }
    }
    for (text, value, expected) in &group.assignments {
        let mut context = fresh()?;
        let value =
            evaluate(evaluator, &mut context, value, false, None).map_err(|error| shown(value, &error))?;
        let expression = compile(text)?;
        let found = match context.assign(&expression, value) {
            Ok(()) => {
                let value = context.evaluate(&expression).map_err(|error| shown(text, &error))?;
                coerce::to_text(&value).into_owned()
            }
            Err(error) => simple(&error),
        };
        if found != *expected {
            wrong.push(format!("{text} set\n    should be {expected}\n    is        {found}"));
        }
    }
    Ok(wrong)
}

fn run(import: &[String], group: &Group) -> Result<(), Failed> {
    let mut evaluator = Evaluator::new().error_on_not_found(group.not_found_is_error);
    for name in import {
        evaluator = evaluator.import(name.as_str());
    }
    let mut wrong = Vec::new();
    let outer = [group.references.len(), group.assignments.len()];
    if group.cases.is_empty() && group.errors.is_empty() && outer == [0, 0] {
        return Err("the group has no cases".into());
    }
    let fresh = || -> Result<Context, Failed> {
        let mut context = evaluator.context();
        for (name, value) in &group.model {
            context.set(name, Value::from_serialize(value).map_err(|error| format!("{name}: {error:#}"))?);
        }
        for (name, expression) in &group.variables {
            let value = evaluate(&evaluator, &mut context, expression, false, None)
                .map_err(|error| shown(name, &error))?;
            context.set(name, value);
        }
        Ok(context)
    };
    wrong.extend(outside(&evaluator, &fresh, group)?);
    for case in &group.cases {
        let [expression, expected, class @ ..] = case.as_slice() else {
            return Err(format!("{case:?} has no value").into());
        };
        let found = match evaluate(&evaluator, &mut fresh()?, expression, group.template, group.to.as_deref())
        {
            Ok(value) => {
                let own = value.class_name().unwrap_or("null");
                let mut text = String::new();
                coerce::write_el_text(&value, &mut text).expect("texts can be written");
                match class {
                    [class] => {
                        let simple =
                            if class.contains('.') { own } else { own.rsplit('.').next().unwrap_or(own) };
                        if text == *expected && simple == class {
                            continue;
                        }
                        format!("{text:?} of {own}")
                    }
                    _ if text == *expected => continue,
                    _ => format!("{text:?} of {own}"),
                }
            }
            Err(error) => format!("{}: {error:#}", error.class_name()),
        };
        wrong.push(format!("{expression}\n    should be {expected:?} {class:?}\n    is        {found}"));
    }
    for case in &group.errors {
        let [expression, class, message @ ..] = case.as_slice() else {
            return Err(format!("{case:?} has no exception").into());
        };
        let found = match evaluate(&evaluator, &mut fresh()?, expression, group.template, group.to.as_deref())
        {
            Ok(value) => format!("{value:?}"),
            Err(error) => {
                let own = error.class_name().rsplit('.').next().unwrap_or_default().to_owned();
                let whole = format!("{error:#} {:?}", error.diagnostics().map(|all| all[0].hint.clone()));
                if own == *class && message.iter().all(|part| whole.contains(part)) {
                    continue;
                }
                format!("{own}: {whole}")
            }
        };
        wrong.push(format!(
            "{expression}\n    should fail with {class} {message:?}\n    is               {found}"
        ));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn shown(name: &str, error: &Error) -> String {
    format!("{name}: {error:#}")
}

fn evaluate(
    evaluator: &Evaluator,
    context: &mut Context,
    text: &str,
    template: bool,
    to: Option<&str>,
) -> Result<Value> {
    let template = template || text.contains("${") || text.contains("#{");
    let expression = if template { evaluator.compile_template(text)? } else { evaluator.compile(text)? };
    match to {
        Some(java_type) => context.evaluate_to(&expression, java_type),
        None => context.evaluate(&expression),
    }
}
