//! `vespid-load el`: expressions, compiled once and evaluated many times, beside minijinja's compiled expressions on the
//! same data.

use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context as _;
use anyhow::ensure;
use clap::Args;
use minijinja::Environment;
use minijinja::value::Object;
use serde::Serialize;
use vespid_render::Bean;
use vespid_render::Value;
use vespid_render::el::Context;
use vespid_render::el::Evaluator;
use vespid_render::value::Str;

use crate::allocations;
use crate::report;
use crate::report::Table;
use crate::stats;

/// Evaluates seven kinds of expressions, here and in minijinja, in turn, and compares them.
///
/// Every round evaluates each expression many times, one engine right after the other. The figures are medians over the
/// rounds; the ratio is minijinja's time to Vespid's, so above 1 Vespid is faster. Allocations are counted.
#[derive(Args, Debug)]
pub struct ElOptions {
    /// How many rounds.
    #[arg(long, value_name = "N", default_value_t = 101, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rounds: u32,

    /// How many evaluations each engine makes in a round.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    evaluations: u32,

    /// Writes the figures to a file as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// The kinds: name, in EL, in minijinja's language.
const KINDS: [(&str, &str, &str); 7] = [
    ("property chain of three", "order.customer.address.city", "order.customer.address.city"),
    ("arithmetic", "price * amount + shipping", "price * amount + shipping"),
    ("comparison", "price > limit", "price > limit"),
    ("ternary", "amount > 0 ? 'in stock' : 'sold out'", "'in stock' if amount > 0 else 'sold out'"),
    ("method call", "product.discounted(percent)", "product.discounted(percent)"),
    ("map lookup", "prices[key]", "prices[key]"),
    ("string concatenation", "first += ', ' += last", "first ~ ', ' ~ last"),
];

#[derive(Serialize)]
struct Address {
    city: &'static str,
}

#[derive(Serialize)]
struct Customer {
    address: Address,
}

#[derive(Serialize)]
struct Order {
    customer: Customer,
}

/// What both engines see; a map of names in both.
#[derive(Serialize)]
struct Model {
    order: Order,
    price: f64,
    amount: i64,
    shipping: f64,
    limit: f64,
    percent: f64,
    prices: std::collections::BTreeMap<String, f64>,
    key: &'static str,
    first: &'static str,
    last: &'static str,
}

impl Model {
    fn new() -> Self {
        Model {
            order: Order { customer: Customer { address: Address { city: "Fredericia" } } },
            price: 12.5,
            amount: 3,
            shipping: 4.9,
            limit: 10.0,
            percent: 20.0,
            prices: (0..40).map(|number| (format!("article-{number}"), f64::from(number) * 1.5)).collect(),
            key: "article-17",
            first: "Augusta Ada, Countess of",
            last: "Lovelace",
        }
    }
}

/// An object with a method, the same for both engines.
#[derive(Bean, Debug)]
#[bean(class = "load.Product", method(discounted(percent)))]
struct Product {
    title: Str,
    #[bean(skip)]
    price: f64,
}

impl Product {
    fn discounted(&self, percent: f64) -> f64 {
        self.price * (100.0 - percent) / 100.0
    }
}

#[derive(Debug)]
struct JinjaProduct(Product);

impl Object for JinjaProduct {
    fn call_method(
        self: &Arc<Self>,
        _state: &mut minijinja::State<'_, '_>,
        method: &str,
        args: &[minijinja::Value],
    ) -> Result<minijinja::Value, minijinja::Error> {
        if method != "discounted" {
            return Err(minijinja::ErrorKind::UnknownMethod.into());
        }
        let (percent,) = minijinja::value::from_args(args)?;
        Ok(self.0.discounted(percent).into())
    }
}

/// The figures of one kind.
#[derive(Debug, Serialize)]
struct Figures {
    kind: &'static str,
    vespid_ns: f64,
    minijinja_ns: f64,
    /// minijinja's time to Vespid's, by the medians.
    ratio: f64,
    vespid_allocations: f64,
    minijinja_allocations: f64,
}

fn product() -> Product {
    Product { title: "Mug".into(), price: 8.0 }
}

fn context(evaluator: &Evaluator) -> anyhow::Result<Context> {
    let mut context = evaluator.context();
    let model = Value::from_serialize(&Model::new())?;
    let members = model.as_object().and_then(|model| model.as_map()).context("a struct becomes a map")?;
    for (name, value) in (0..).map_while(|at| members.entry(at)) {
        context.set(&name.to_string(), value);
    }
    context.set("product", Value::new(product()));
    Ok(context)
}

fn jinja_context() -> minijinja::Value {
    let model = minijinja::Value::from(minijinja::value::Serde(Model::new()));
    let product = minijinja::Value::from_object(JinjaProduct(product()));
    minijinja::context! { product, ..model }
}

/// Seconds and allocations of so many calls.
fn time(evaluations: u32, mut evaluate: impl FnMut() -> anyhow::Result<()>) -> anyhow::Result<(f64, u64)> {
    let before = allocations::count();
    let start = Instant::now();
    for _ in 0..evaluations {
        evaluate()?;
    }
    Ok((start.elapsed().as_secs_f64(), allocations::count() - before))
}

fn measure(options: &ElOptions) -> anyhow::Result<Vec<Figures>> {
    let evaluator = Evaluator::new();
    let mut context = context(&evaluator)?;
    let environment = Environment::new();
    let theirs_model = jinja_context();
    let mut figures = Vec::new();
    for (kind, el, jinja) in KINDS {
        let ours = evaluator.compile(el)?;
        let theirs = environment.compile_expression(jinja).with_context(|| format!("minijinja: {jinja}"))?;
        let (a, b) = (context.evaluate(&ours)?.to_string(), theirs.eval(&theirs_model)?.to_string());
        // minijinja writes booleans as Python does.
        ensure!(a.eq_ignore_ascii_case(&b), "{kind}: {a} here, {b} in minijinja");
        let (mut vespid, mut minijinja) = (Vec::new(), Vec::new());
        let (mut vespid_allocations, mut minijinja_allocations) = (0, 0);
        for _ in 0..options.rounds {
            let (seconds, count) = time(options.evaluations, || {
                black_box(context.evaluate(black_box(&ours))?);
                Ok(())
            })?;
            vespid.push(seconds);
            vespid_allocations += count;
            let (seconds, count) = time(options.evaluations, || {
                black_box(theirs.eval(black_box(&theirs_model))?);
                Ok(())
            })?;
            minijinja.push(seconds);
            minijinja_allocations += count;
        }
        let each =
            |sample: &[f64]| stats::median(sample).unwrap_or(f64::NAN) / f64::from(options.evaluations) * 1e9;
        let all = f64::from(options.rounds) * f64::from(options.evaluations);
        let (vespid_ns, minijinja_ns) = (each(&vespid), each(&minijinja));
        figures.push(Figures {
            kind,
            vespid_ns,
            minijinja_ns,
            ratio: minijinja_ns / vespid_ns,
            vespid_allocations: vespid_allocations as f64 / all,
            minijinja_allocations: minijinja_allocations as f64 / all,
        });
    }
    Ok(figures)
}

/// Runs the command.
///
/// # Errors
/// An expression fails in one of the engines, or they disagree; the report can't be written.
pub fn run(options: &ElOptions) -> anyhow::Result<()> {
    let figures = measure(options)?;
    let mut table = Table::new([
        "expression",
        "vespid ns",
        "minijinja ns",
        "ratio",
        "vespid allocations",
        "minijinja allocations",
    ]);
    for row in &figures {
        table.push([
            row.kind.into(),
            format!("{:.1}", row.vespid_ns),
            format!("{:.1}", row.minijinja_ns),
            format!("{:.2}", row.ratio),
            format!("{:.2}", row.vespid_allocations),
            format!("{:.2}", row.minijinja_allocations),
        ]);
    }
    report::line(table);
    if let Some(file) = &options.json {
        report::write_json(file, &figures)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_engines_agree() {
        let figures = measure(&ElOptions { rounds: 1, evaluations: 1, json: None }).unwrap();
        assert_eq!(figures.len(), KINDS.len());
    }

    #[test]
    fn nothing_but_concatenation_allocates() {
        // The test's own allocator does not count, so the machine's stacks are looked at through their results only:
        // that each kind can be evaluated again and again with the same value.
        let evaluator = Evaluator::new();
        let mut context = context(&evaluator).unwrap();
        for (kind, el, _) in KINDS {
            let expression = evaluator.compile(el).unwrap();
            let first = context.evaluate(&expression).unwrap();
            for _ in 0..3 {
                assert_eq!(context.evaluate(&expression).unwrap(), first, "{kind}");
            }
        }
    }
}
