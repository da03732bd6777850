//! EL (Expression Language 6.1) to instructions.

use super::Compiler;
use super::SharedFunction;
use super::emit::JumpFrom;
use super::fold::fold;
use crate::diagnostic::closest;
use crate::el::ast::BinaryOp;
use crate::el::ast::ElExpr;
use crate::el::ast::Expr;
use crate::el::ast::ExprKind;
use crate::el::ast::Part;
use crate::el::ast::Template;
use crate::el::ast::UnaryOp;
use crate::program::Compare;
use crate::program::Conversion;
use crate::program::FunctionSite;
use crate::program::Op;
use crate::program::PathSite;
use crate::program::PropSite;
use crate::program::Test;
use crate::source::Span;
use crate::tags::info::FunctionInfo;
use crate::tags::standard::FUNCTIONS_CLASS;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;
use crate::value::coerce::TypeTag;
use crate::value::ops::Operator;

impl Compiler<'_> {
    /// Pushes the value of a template: the expression's own value where it is alone, else a string.
    pub(super) fn template(&mut self, template: &Template, span: Span) {
        match template.parts.as_slice() {
            [] => self.constant(Value::str(""), span),
            [Part::Text(text)] => self.constant(Value::Str(text.clone()), span),
            [Part::Expr(expr)] => self.expr(&expr.expr),
            parts => {
                for part in parts {
                    match part {
                        Part::Text(text) => self.constant(Value::Str(text.clone()), span),
                        Part::Expr(expr) => {
                            self.expr(&expr.expr);
                            self.convert(Conversion::Text, span);
                        }
                    }
                }
                self.emit(Op::Join(parts.len() as u32), span);
            }
        }
    }

    /// Writes an expression in template text.
    pub(super) fn write_el(&mut self, el: &ElExpr) {
        self.write_expr(&el.expr);
    }

    fn write_expr(&mut self, expr: &Expr) {
        if let Some(value) = self.folded(expr) {
            let mut text = String::new();
            // Strings take any text.
            let _ = coerce::write_el_text(&value, &mut text);
            self.emit_text(&text, expr.span);
            return;
        }
        match &expr.kind {
            ExprKind::Ternary { test, yes, no } => {
                let to_no = self.jump_if_false(test);
                self.write_expr(yes);
                let to_end = self.jump(Op::Jump, expr.span);
                self.land_all(to_no);
                self.write_expr(no);
                self.land(to_end);
            }
            ExprKind::Identifier(name) if let Some(slot) = self.variable(name) => {
                self.emit(Op::WriteVar(slot), expr.span);
            }
            ExprKind::Property { .. } | ExprKind::Index { .. } => match self.path(expr) {
                Some(path) => {
                    let path = self.path_site(path);
                    self.emit(Op::WritePath(path), expr.span);
                }
                None => {
                    self.expr(expr);
                    self.convert(Conversion::Text, expr.span);
                    self.emit(Op::Write, expr.span);
                }
            },
            ExprKind::Function { prefix: Some(prefix), name, args } => {
                let Some(function) = self.function(prefix, name, args.len(), expr.span) else { return };
                if let [arg] = args.as_slice()
                    && let Some(path) = self.path(arg)
                {
                    let path = self.path_site(path);
                    self.emit(Op::WriteFunctionOfPath { function, path }, expr.span);
                    return;
                }
                self.args(args);
                self.emit(Op::WriteFunction { function, argc: args.len() as u8 }, expr.span);
            }
            _ => {
                self.expr(expr);
                self.convert(Conversion::Text, expr.span);
                self.emit(Op::Write, expr.span);
            }
        }
    }

    /// The value of an expression that is known at translation; what resolvers convert is not.
    fn folded(&self, expr: &Expr) -> Option<Value> {
        if self.resolvers { None } else { fold(expr) }
    }

    /// Lets the application's resolvers convert what the next instruction takes.
    fn convert(&mut self, conversion: Conversion, span: Span) {
        if self.resolvers {
            self.emit(Op::Convert(conversion), span);
        }
    }

    /// An expression that is nothing but properties, with constant names, of a variable.
    pub(super) fn path(&mut self, expr: &Expr) -> Option<PathSite> {
        let mut names = Vec::new();
        let mut at = expr;
        let slot = loop {
            match &at.kind {
                ExprKind::Property { target, name } => {
                    names.push(name);
                    at = target;
                }
                ExprKind::Index { target, index } => {
                    names.push(constant_name(index)?);
                    at = target;
                }
                ExprKind::Identifier(name) => break self.variable(name)?,
                _ => return None,
            }
        };
        // They were met from the last to the first.
        let mut sites = names.into_iter().map(|name| PropSite::new(name.clone()));
        let last = sites.next()?;
        let mut before: Vec<PropSite> = sites.collect();
        before.reverse();
        Some(PathSite { slot, last, before: before.into() })
    }

    /// Pushes the value of an expression.
    pub(super) fn expr(&mut self, expr: &Expr) {
        if let Some(value) = self.folded(expr) {
            self.constant(value, expr.span);
            return;
        }
        let span = expr.span;
        match &expr.kind {
            ExprKind::Literal(value) => self.constant(value.clone(), span),
            ExprKind::Identifier(name) => self.push_name(name, span),
            ExprKind::Property { .. } | ExprKind::Index { .. } => self.member(expr),
            ExprKind::Call { target, method, args } => {
                if args.len() > MAX_ARGUMENTS {
                    let message = format!("a call can have {MAX_ARGUMENTS} arguments, not {}", args.len());
                    self.error("el/arguments", message, span);
                    return;
                }
                self.expr(target);
                self.args(args);
                let name = self.name(method);
                self.emit(Op::Call { name, argc: args.len() as u8 }, span);
            }
            ExprKind::CallIndex { target, method, args } => {
                self.expr(target);
                self.expr(method);
                self.args(args);
                self.emit(Op::CallIndex(args.len() as u32), span);
            }
            ExprKind::Function { prefix: Some(prefix), name, args } => {
                if let Some(function) = self.function(prefix, name, args.len(), span) {
                    self.args(args);
                    self.emit(Op::Function { function, argc: args.len() as u8 }, span);
                }
            }
            ExprKind::Function { prefix: None, name, args } => self.call_name(name, args, span),
            ExprKind::Unary { op: UnaryOp::Not | UnaryOp::Empty, .. }
                if let Some((path, test)) = self.path_test(expr) =>
            {
                let site = self.test_site(path, test);
                self.emit(Op::Test(site), span);
            }
            ExprKind::Unary { op, operand } => {
                self.expr(operand);
                if *op == UnaryOp::Not {
                    self.convert(Conversion::Boolean, span);
                }
                self.emit(
                    match op {
                        UnaryOp::Negate => Op::Negate,
                        UnaryOp::Not => Op::Not,
                        UnaryOp::Empty => Op::Empty,
                    },
                    span,
                );
            }
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right, span),
            ExprKind::Ternary { test, yes, no } => {
                let to_no = self.jump_if_false(test);
                self.expr(yes);
                let to_end = self.jump(Op::Jump, span);
                self.land_all(to_no);
                self.expr(no);
                self.land(to_end);
            }
            ExprKind::Assign { target, value } => self.assign(target, value, span),
            ExprKind::Sequence { first, second } => {
                self.expr(first);
                self.emit(Op::Pop, span);
                self.expr(second);
            }
            ExprKind::List(items) => {
                self.args(items);
                self.emit(Op::MakeList(items.len() as u32), span);
            }
            ExprKind::Set(items) => {
                self.args(items);
                self.emit(Op::MakeSet(items.len() as u32), span);
            }
            ExprKind::Map(entries) => {
                for (key, value) in entries {
                    self.expr(key);
                    self.expr(value);
                }
                self.emit(Op::MakeMap(entries.len() as u32), span);
            }
            ExprKind::Lambda { params, body } => self.lambda(params, body, span),
            ExprKind::Invoke { callee, args } => self.call_value(callee, args, span),
        }
    }

    pub(super) fn args(&mut self, args: &[Expr]) {
        for arg in args {
            self.expr(arg);
        }
    }

    fn member(&mut self, expr: &Expr) {
        if let Some(path) = self.path(expr) {
            let path = self.path_site(path);
            self.emit(Op::Path(path), expr.span);
            return;
        }
        match &expr.kind {
            ExprKind::Property { target, name } => self.property(target, name, expr.span),
            ExprKind::Index { target, index } => match constant_name(index) {
                Some(name) => self.property(target, name, expr.span),
                None => {
                    self.expr(target);
                    self.expr(index);
                    let op = if self.resolvers { Op::ResolveMember } else { Op::Index };
                    self.emit(op, expr.span);
                }
            },
            _ => unreachable!("only members are compiled as members"),
        }
    }

    fn property(&mut self, target: &Expr, name: &Str, span: Span) {
        if self.resolvers {
            self.expr(target);
            self.constant(Value::Str(name.clone()), span);
            self.emit(Op::ResolveMember, span);
            return;
        }
        if let ExprKind::Identifier(object) = &target.kind
            && let Some(object) = self.implicit(object)
        {
            let name = self.name(name);
            self.emit(Op::ImplicitProp { object, name }, span);
            return;
        }
        self.expr(target);
        let site = self.prop_site(name);
        self.emit(Op::Prop(site), span);
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) {
        match op {
            BinaryOp::And | BinaryOp::Or => {
                self.expr(left);
                self.convert(Conversion::Boolean, span);
                let jump = if op == BinaryOp::And { Op::JumpIfFalse } else { Op::JumpIfTrue };
                let decided = self.jump(jump, span);
                self.expr(right);
                self.convert(Conversion::Boolean, span);
                self.emit(Op::ToBoolean, span);
                let to_end = self.jump(Op::Jump, span);
                self.land(decided);
                self.constant(Value::Bool(op == BinaryOp::Or), span);
                self.land(to_end);
            }
            BinaryOp::Coalesce => {
                self.expr(left);
                let to_end = self.jump(Op::JumpIfValue, span);
                self.expr(right);
                self.land(to_end);
            }
            BinaryOp::Elvis => {
                self.expr(left);
                self.emit(Op::Dup, span);
                self.convert(Conversion::Boolean, span);
                let to_end = self.jump(Op::JumpIfTrue, span);
                self.emit(Op::Pop, span);
                self.expr(right);
                self.land(to_end);
            }
            _ => {
                if op == BinaryOp::Concat
                    && let Some(operands) = joined_texts(left, right)
                {
                    for operand in &operands {
                        self.expr(operand);
                        self.convert(Conversion::Text, span);
                    }
                    self.emit(Op::Join(operands.len() as u32), span);
                    return;
                }
                self.expr(left);
                self.expr(right);
                self.convert(conversion(op), span);
                self.emit(operator(op), span);
            }
        }
    }

    /// Jumps, the open ones given back, if a condition does not hold.
    pub(super) fn jump_if_false(&mut self, test: &Expr) -> Vec<JumpFrom> {
        match &test.kind {
            ExprKind::Binary { op: BinaryOp::And, left, right } => {
                let mut jumps = self.jump_if_false(left);
                jumps.extend(self.jump_if_false(right));
                jumps
            }
            _ => {
                let jump = match self.path_test(test) {
                    Some((path, condition)) => self.jump_unless(path, condition, test.span),
                    None => match &test.kind {
                        ExprKind::Unary { op: UnaryOp::Not, operand } => {
                            self.expr(operand);
                            self.convert(Conversion::Boolean, test.span);
                            self.jump(Op::JumpIfTrue, test.span)
                        }
                        ExprKind::Binary { op, left, right }
                            if let Some(compare) = comparing(*op)
                                && !self.resolvers =>
                        {
                            self.jump_unless_compare(compare, left, right, test.span)
                        }
                        _ => {
                            self.expr(test);
                            self.convert(Conversion::Boolean, test.span);
                            self.jump(Op::JumpIfFalse, test.span)
                        }
                    },
                };
                vec![jump]
            }
        }
    }

    fn jump_unless_compare(&mut self, compare: Compare, left: &Expr, right: &Expr, span: Span) -> JumpFrom {
        self.expr(left);
        if let Some(with) = fold(right) {
            let with = self.in_pool(with);
            return self.jump(|target| Op::JumpUnlessCompareWith { compare, with, target }, span);
        }
        if let Some(path) = self.path(right) {
            let path = self.path_site(path);
            return self.jump(|target| Op::JumpUnlessComparePath { compare, path, target }, span);
        }
        self.expr(right);
        self.jump(|target| Op::JumpUnlessCompare { compare, target }, span)
    }

    /// A condition that only asks about what a path leads to.
    fn path_test(&mut self, test: &Expr) -> Option<(PathSite, Test)> {
        match &test.kind {
            ExprKind::Binary { op, left, right } => {
                let compare = comparing(*op)?;
                if let Some(with) = fold(right) {
                    return Some((self.path(left)?, Test::Compare(compare, with)));
                }
                let ExprKind::Identifier(name) = &left.kind else { return None };
                let path = self.path(right)?;
                Some((path, Test::CompareVar(compare, self.variable(name)?)))
            }
            ExprKind::Unary { op: UnaryOp::Empty, operand } => Some((self.path(operand)?, Test::Empty(true))),
            ExprKind::Unary { op: UnaryOp::Not, operand } => match self.path_test(operand)? {
                (path, Test::Empty(empty)) => Some((path, Test::Empty(!empty))),
                (path, Test::True(holds)) => Some((path, Test::True(!holds))),
                (_, Test::Compare(..) | Test::CompareVar(..)) => None,
            },
            _ => Some((self.path(test)?, Test::True(true))),
        }
    }

    pub(super) fn path_site(&mut self, path: PathSite) -> u32 {
        self.program.paths.push(path);
        (self.program.paths.len() - 1) as u32
    }

    fn assign(&mut self, target: &Expr, value: &Expr, span: Span) {
        match &target.kind {
            ExprKind::Identifier(name) => {
                if self.locals.contains(name) {
                    self.error(
                        "el/assign",
                        format!("the parameter '{name}' of a lambda can't be assigned to"),
                        target.span,
                    );
                    return;
                }
                if self.implicit(name).is_some() {
                    self.error(
                        "el/assign",
                        format!("the implicit object '{name}' can't be assigned to"),
                        target.span,
                    );
                    return;
                }
                self.expr(value);
                let mapped = self.mapped(name).map(|expression| {
                    let site = self.mapped_site(expression);
                    self.emit(Op::AssignMapped(site), span);
                    site
                });
                let slot = self.slot(name);
                self.emit(Op::AssignVar(slot), span);
                if let Some(site) = mapped {
                    self.land_mapped(site);
                }
            }
            ExprKind::Property { target, name } => {
                self.expr(target);
                self.expr(value);
                let name = self.name(name);
                self.emit(Op::AssignProp(name), span);
            }
            ExprKind::Index { target, index } => {
                self.expr(target);
                self.expr(index);
                self.expr(value);
                self.emit(Op::AssignIndex, span);
            }
            _ => {
                let diagnostic = self.error("el/assign", "this can't be assigned to", target.span);
                diagnostic.hint = Some(
                    "only variables, properties and elements can be set; did you mean to compare with `==`?"
                        .into(),
                );
            }
        }
    }

    /// The call of the function of that name; a diagnostic if there is none or it takes other arguments.
    fn function(&mut self, prefix: &Str, name: &Str, argc: usize, span: Span) -> Option<u32> {
        self.used_prefixes.insert(prefix.clone());
        let Some((_, library)) = self.unit.libraries.iter().rev().find(|(known, _)| known == prefix) else {
            if self.unit.missing_libraries.contains(prefix) {
                // What is missing was told at the directive; without it, the page is not used.
                return None;
            }
            let known: Vec<Str> = self.unit.libraries.iter().map(|(prefix, _)| prefix.clone()).collect();
            let near = closest(prefix, known.iter().map(Str::as_str));
            let diagnostic = self.error(
                "el/unknown-prefix",
                format!("no taglib directive declares the prefix '{prefix}'"),
                span,
            );
            diagnostic.hint = near.map(|near| format!("did you mean '{near}:{name}'?"));
            return None;
        };
        let library = library.clone();
        let Some(info) = library.function(name) else {
            let near = closest(name, library.functions.iter().map(|function| function.name.as_str()));
            let message = format!("the tag library {} has no function '{name}'", library.uri);
            let diagnostic = self.error("el/unknown-function", message, span);
            diagnostic.hint = near.map(|near| format!("did you mean '{prefix}:{near}'?"));
            return None;
        };
        // The last parameter may take any number of arguments; TLDs write it as an array or with dots.
        let is_open = info.params.last().is_some_and(|last| last.ends_with("...") || last.ends_with("[]"));
        let fits = info.params.len() == argc || (is_open && argc + 1 >= info.params.len());
        if !fits || argc > MAX_ARGUMENTS {
            let takes = info.params.len();
            self.error("el/arguments", format!("{prefix}:{name} takes {takes} arguments, not {argc}"), span);
            return None;
        }
        let found: Option<SharedFunction> = self.application.find_function(info);
        self.program.uses_classes |=
            self.application.registry().find_function(&info.class, &info.method).is_none()
                && info.class != FUNCTIONS_CLASS;
        let Some(function) = found else {
            let message =
                format!("{prefix}:{name} is {}.{}, which is not registered", info.class, info.method);
            let diagnostic = self.error("el/unregistered-function", message, span);
            diagnostic.hint = Some(
                "give the .java source of the class, or register a Rust function under these names".into(),
            );
            return None;
        };
        // The standard functions know best how to take what they are given.
        let types = if info.class == FUNCTIONS_CLASS { Box::default() } else { argument_types(info, argc) };
        let resolvers = self.resolvers && !types.is_empty();
        self.program.functions.push(FunctionSite { function, types, resolvers });
        Some((self.program.functions.len() - 1) as u32)
    }
}

/// The operands of `a += b += c` where it can only be a text: one of the first two is.
///
/// Otherwise `+=` might be between collections.
fn joined_texts<'e>(left: &'e Expr, right: &'e Expr) -> Option<Vec<&'e Expr>> {
    let mut operands = vec![right];
    let mut first = left;
    while let ExprKind::Binary { op: BinaryOp::Concat, left, right } = &first.kind {
        operands.push(right);
        first = left;
    }
    operands.push(first);
    operands.reverse();
    let is_text = |operand: &&Expr| matches!(fold(operand), Some(Value::Str(_)));
    operands.iter().take(2).any(is_text).then_some(operands)
}

/// The types of so many arguments. Those that an open last parameter takes have the type of its items; a single one may
/// be the array.
fn argument_types(info: &FunctionInfo, argc: usize) -> Box<[TypeTag]> {
    let Some((last, before)) = info.params.split_last() else { return Box::default() };
    let item = last.strip_suffix("...").or_else(|| last.strip_suffix("[]"));
    let mut types: Vec<TypeTag> = before.iter().map(|param| TypeTag::parse(param)).collect();
    match item {
        None => types.push(TypeTag::parse(last)),
        Some(item) if argc == info.params.len() => types.push(TypeTag::Class(format!("{item}[]").into())),
        Some(item) => types.resize(argc, TypeTag::parse(item)),
    }
    types.into()
}

/// What an operator's operands are converted to.
fn conversion(op: BinaryOp) -> Conversion {
    Conversion::Operands(match op {
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply => Operator::Sum,
        BinaryOp::Divide => Operator::Quotient,
        BinaryOp::Modulo => Operator::Remainder,
        BinaryOp::Equal | BinaryOp::NotEqual => Operator::Equality,
        BinaryOp::Less | BinaryOp::Greater | BinaryOp::LessEqual | BinaryOp::GreaterEqual => Operator::Order,
        BinaryOp::Concat | BinaryOp::And | BinaryOp::Or | BinaryOp::Coalesce | BinaryOp::Elvis => {
            return Conversion::Concatenation;
        }
    })
}

/// Arguments of one call; their number is one byte of the instruction.
const MAX_ARGUMENTS: usize = 255;

/// The instruction of an operator whose operands are both always evaluated.
fn operator(op: BinaryOp) -> Op {
    if let Some(compare) = comparing(op) {
        return Op::Compare(compare);
    }
    match op {
        BinaryOp::Add => Op::Add,
        BinaryOp::Subtract => Op::Subtract,
        BinaryOp::Multiply => Op::Multiply,
        BinaryOp::Divide => Op::Divide,
        BinaryOp::Modulo => Op::Modulo,
        BinaryOp::Concat => Op::Concat,
        BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::Less
        | BinaryOp::Greater
        | BinaryOp::LessEqual
        | BinaryOp::GreaterEqual
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Coalesce
        | BinaryOp::Elvis => {
            unreachable!("{op:?} compares, or does not always evaluate both operands")
        }
    }
}

fn comparing(op: BinaryOp) -> Option<Compare> {
    Some(match op {
        BinaryOp::Equal => Compare::Equal,
        BinaryOp::NotEqual => Compare::NotEqual,
        BinaryOp::Less => Compare::Less,
        BinaryOp::Greater => Compare::Greater,
        BinaryOp::LessEqual => Compare::LessEqual,
        BinaryOp::GreaterEqual => Compare::GreaterEqual,
        _ => return None,
    })
}

/// A constant index that is a property's name; text that could be a list's index is not.
fn constant_name(index: &Expr) -> Option<&Str> {
    match &index.kind {
        ExprKind::Literal(Value::Str(name)) if name.parse::<i64>().is_err() => Some(name),
        _ => None,
    }
}
