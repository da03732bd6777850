//! Expressions and their values, as data: `tests/el/*.toml`, one file an area of the specification.
//!
//! A file has groups; a group has variables (`let`, evaluated in order), `cases` — expression, text that EL prints,
//! class of the value, which may be left out — and `errors` — expression, class of the exception, part of its message,
//! which may be left out. `to` coerces each value to a Java type. An expression may be a template if it holds `${`.

use std::collections::BTreeMap;
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
    for path in files {
        let text = fs::read_to_string(&path).expect("the file can be read");
        let area: Area = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let stem = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        assert!(!area.section.is_empty(), "{stem} names its section");
        for group in area.group {
            let import = area.import.clone();
            let name = format!("{stem}: {}", group.name);
            trials.push(Trial::test(name, move || run(&import, &group)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn run(import: &[String], group: &Group) -> Result<(), Failed> {
    let mut evaluator = Evaluator::new().error_on_not_found(group.not_found_is_error);
    for name in import {
        evaluator = evaluator.import(name.as_str());
    }
    let mut wrong = Vec::new();
    if group.cases.is_empty() && group.errors.is_empty() {
        return Err("the group has no cases".into());
    }
    let fresh = || -> Result<Context, Failed> {
        let mut context = evaluator.context();
        for (name, value) in &group.model {
            context.set(name, Value::from_serialize(value).map_err(|error| format!("{name}: {error:#}"))?);
        }
        for (name, expression) in &group.variables {
            let value =
                evaluate(&evaluator, &mut context, expression, None).map_err(|error| shown(name, &error))?;
            context.set(name, value);
        }
        Ok(context)
    };
    for case in &group.cases {
        let [expression, expected, class @ ..] = case.as_slice() else {
            return Err(format!("{case:?} has no value").into());
        };
        let found = match evaluate(&evaluator, &mut fresh()?, expression, group.to.as_deref()) {
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
        let found = match evaluate(&evaluator, &mut fresh()?, expression, group.to.as_deref()) {
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

fn evaluate(evaluator: &Evaluator, context: &mut Context, text: &str, to: Option<&str>) -> Result<Value> {
    let template = text.contains("${") || text.contains("#{");
    let expression = if template { evaluator.compile_template(text)? } else { evaluator.compile(text)? };
    match to {
        Some(java_type) => context.evaluate_to(&expression, java_type),
        None => context.evaluate(&expression),
    }
}
