//! The engine: pages' scripting elements as runs that take turns with the machine of the page.

use std::sync::Arc;
use std::sync::OnceLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::application::Application;
use vespid_render::diagnostic::Diagnostic;
use vespid_render::script::ExtraFound;
use vespid_render::script::ExtraUse;
use vespid_render::script::Resume;
use vespid_render::script::Script;
use vespid_render::script::ScriptClass;
use vespid_render::script::ScriptEngine;
use vespid_render::script::ScriptPage;
use vespid_render::script::ScriptRun;
use vespid_render::script::ScriptSource;
use vespid_render::script::ScriptTag;
use vespid_render::script::Step;
use vespid_render::tags::PageData;
use vespid_render::tags::ValidationMessage;
use vespid_render::value::Class;
use vespid_render::value::Str;

use crate::classpath::ClassPath;
use crate::classpath::Generation;
use crate::compile::compile_page;
use crate::handlers::LIVES;
use crate::handlers::SourceTag;
use crate::runs::Advance;
use crate::runs::Going;
use crate::translation;
use crate::vm::ClassInfo;
use crate::vm::Cx;
use crate::vm::Instance;
use crate::vm::MethodRef;
use crate::vm::Module;
use crate::vm::Run;
use crate::vm::reflect;

/// The stack on which Java is compiled, in bytes: trees nest, and each level takes some of it.
const COMPILER_STACK_BYTES: usize = 32 << 20;

/// Runs Java in pages, and the classes of one application that lie there as sources.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> vespid_render::Result<()> {
/// use std::sync::Arc;
/// use vespid_java::Java;
/// use vespid_render::application::Application;
/// use vespid_render::context::Exchange;
/// use vespid_render::resources::MemoryResources;
///
/// let page = "<%@ page session=\"false\" %><% for (int i = 1; i <= 3; i++) { %><%= i * i %> <% } %>";
/// let files: MemoryResources = [("/squares.jsp", page)].into_iter().collect();
/// let application = Application::builder(Arc::new(files)).script_engine(Arc::new(Java::new())).build();
/// let exchange = Exchange::builder(application.clone()).build();
/// assert_eq!(application.render_to_string("/squares.jsp", exchange).await?, "1 4 9 ");
/// # Ok(()) }
/// ```
#[derive(Default)]
pub struct Java {
    classes: ClassPath,
}

impl Java {
    /// An engine.
    pub fn new() -> Self {
        Self::default()
    }
}

/// Runs something on a thread with a stack for deep trees; `None`: that failed.
fn on_compiler_stack<T: Send>(run: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("java-compiler".into())
            .stack_size(COMPILER_STACK_BYTES)
            .spawn_scoped(scope, run);
        thread.ok()?.join().ok()
    })
}

impl ScriptEngine for Java {
    fn compile(&self, source: &ScriptSource<'_>) -> (Option<Arc<dyn Script>>, Vec<Diagnostic>) {
        let classes = self.classes.current(source.application);
        match on_compiler_stack(|| compile_page(source, &classes)) {
            Some((page, diagnostics)) => {
                let script = page.map(|page| {
                    Arc::new(PageScript(Arc::new(PageClass {
                        module: page.module,
                        method: page.method,
                        initialiser: page.initialiser,
                        instance: OnceLock::new(),
                        classes,
                    }))) as Arc<dyn Script>
                });
                (script, diagnostics)
            }
            None => {
                let place = vespid_render::source::Place::of_file(source.path);
                let message = "the page's Java could not be compiled";
                (None, vec![Diagnostic::error("java/failed", message, place)])
            }
        }
    }

    fn class(&self, application: &Application, name: &str) -> Option<Arc<dyn ScriptClass>> {
        let classes = self.classes.current(application);
        let module = match classes.compiled(name) {
            Some(module) => module,
            None => on_compiler_stack(|| classes.find(application, name))??,
        };
        let slot = module.class(name)?;
        Some(Arc::new(SourceClass { module, slot, classes }))
    }

    fn classes_version(&self, application: &Application) -> u64 {
        self.classes.generation(application).number()
    }

    fn check_classes(&self, application: &Application) -> Vec<Diagnostic> {
        let classes = self.classes.current(application);
        on_compiler_stack(|| classes.check(application)).unwrap_or_default()
    }

    fn bundle_classes(&self, application: &Application) -> Vec<(Str, Vec<(Str, Value)>)> {
        let classes = self.classes.current(application);
        let names = classes.bundles_with(application, "ListResourceBundle");
        let bundles = names.into_iter().filter_map(|name| {
            let class = self.class(application, &name)?;
            if !class.class().is_a("java.util.ListResourceBundle") || !class.is_concrete() {
                return None;
            }
            let content = class.instantiate(&[]).and_then(|bundle| {
                let content = Cx::outside(|cx| cx.invoke(&bundle, "getContents", &[]))?;
                crate::library::pairs(&content)
            });
            match content {
                Ok(content) => Some((name, content)),
                Err(error) => {
                    tracing::warn!(bundle = %name, %error, "a resource bundle can't be read");
                    None
                }
            }
        });
        bundles.collect()
    }

    fn reload(&self) {
        self.classes.reload();
    }
}

/// A class of a source.
struct SourceClass {
    module: Arc<Module>,
    slot: u32,
    /// What lives as long as somebody uses a class of it.
    classes: Arc<Generation>,
}

impl SourceClass {
    fn info(&self) -> &ClassInfo {
        &self.module.classes[self.slot as usize]
    }

    fn check(&self) -> Result<()> {
        match &self.info().broken {
            Some(broken) => Err(Error::new("java.lang.NoClassDefFoundError", broken.clone())
                .with_supers(["java.lang.LinkageError".into(), "java.lang.Error".into()])),
            None => Ok(()),
        }
    }
}

impl ScriptClass for SourceClass {
    fn class(&self) -> &Class {
        &self.info().class
    }

    fn class_object(&self) -> Value {
        reflect::class_object(&self.module, self.slot)
    }

    fn problem(&self) -> Option<&Str> {
        self.info().broken.as_ref()
    }

    fn is_concrete(&self) -> bool {
        !self.info().is_abstract && !self.info().is_inner
    }

    fn instantiate(&self, args: &[Value]) -> Result<Value> {
        self.check()?;
        Cx::outside(|cx| reflect::instantiate(cx, &self.module, self.slot, args))
    }

    fn has_static_method(&self, name: &str) -> bool {
        let methods = self.info().by_name.get(name);
        methods.is_some_and(|methods| methods.iter().any(|found| found.method(&self.module).is_static))
    }

    fn call_static(&self, name: &str, types: Option<&[Str]>, args: &[Value]) -> Result<Value> {
        self.check()?;
        Cx::outside(|cx| reflect::call_static(cx, &self.module, self.slot, name, types, args))
    }

    fn static_field(&self, name: &str) -> Result<Option<Value>> {
        self.check()?;
        Cx::outside(|cx| reflect::static_field(cx, &self.module, self.slot, name))
    }

    fn look_at_tag(&self, application: &Application, used: &ExtraUse<'_>) -> Result<ExtraFound> {
        self.check()?;
        translation::look_at_tag(application, used)
    }

    fn look_at_page(&self, application: &Application, page: &PageData<'_>) -> Result<Vec<ValidationMessage>> {
        translation::look_at_page(application, self.instantiate(&[])?, page)
    }

    fn tag_handler(&self, application: &Application) -> Option<Arc<dyn ScriptTag>> {
        let lives = match self.classes.compiled(LIVES) {
            Some(lives) => lives,
            None => on_compiler_stack(|| self.classes.find(application, LIVES))??,
        };
        let tag = SourceTag::new(self.module.clone(), self.slot, &lives, self.classes.clone())?;
        Some(Arc::new(tag))
    }
}

/// The compiled scripting elements of a page.
struct PageScript(Arc<PageClass>);

impl Script for PageScript {
    fn start(&self) -> Box<dyn ScriptRun> {
        Box::new(PageRun { page: self.0.clone(), going: None })
    }

    fn weight_bytes(&self) -> usize {
        let module = &self.0.module;
        let code: usize = module.methods.iter().map(|method| method.code.len() * 24 + 256).sum();
        code + module.consts.len() * 64 + module.classes.len() * 1024
    }
}

/// The class of a page, and its one object.
struct PageClass {
    module: Arc<Module>,
    method: u32,
    initialiser: Option<u32>,
    /// The page object, which all requests share (Pages 4.1, 1.1.4).
    instance: OnceLock<Result<Arc<Instance>>>,
    /// The static fields of classes stay while a request uses them.
    #[expect(dead_code, reason = "held for the static fields, which go with it")]
    classes: Arc<Generation>,
}

impl PageClass {
    /// The page object, made and initialised by whoever asks first (Pages 4.1, 11.1.1).
    fn instance(&self, page: &mut ScriptPage<'_>) -> Result<Arc<Instance>> {
        let make = || {
            let instance = Instance::new(self.module.clone(), 0);
            let this = Value::Object(instance.clone());
            let mut cx = Cx::new(page, 0);
            if let Some(initialiser) = self.initialiser {
                let method = MethodRef { module: Some(self.module.clone()), index: initialiser };
                cx.call_method(&method, Some(this.clone()), &[])?;
            }
            // A class above that is a servlet calls `jspInit` itself.
            if instance.find("init", 1).is_some() {
                let config = cx.page()?.implicit("servletConfig");
                cx.invoke(&this, "init", &[config])?;
            } else if instance.find("jspInit", 0).is_some() {
                cx.invoke(&this, "jspInit", &[])?;
            }
            Ok(instance)
        };
        self.instance.get_or_init(make).clone()
    }
}

impl Drop for PageClass {
    fn drop(&mut self) {
        if let Some(Ok(instance)) = self.instance.get() {
            let end = ["destroy", "jspDestroy"].into_iter().find(|name| instance.find(name, 0).is_some());
            if let Some(end) = end {
                let this = Value::Object(instance.clone());
                if let Err(error) = Cx::outside(|cx| cx.invoke(&this, end, &[])) {
                    tracing::error!(page = instance.info().class.name(), %error, "{end} failed");
                }
            }
            // Fields may hold instances of the page's own classes, which hold the module.
            instance.clear();
        }
        self.module.release();
    }
}

/// One request's run.
struct PageRun {
    page: Arc<PageClass>,
    /// What runs, with the page object, once it has begun.
    going: Option<(Going, Value)>,
}

impl ScriptRun for PageRun {
    fn resume(&mut self, page: &mut ScriptPage<'_>, with: Resume) -> Result<Step> {
        let (run, object) = match &mut self.going {
            Some(going) => going,
            None => {
                let object = Value::Object(self.page.instance(page)?);
                let method = MethodRef { module: Some(self.page.module.clone()), index: self.page.method };
                let run = Run::method(&method, Some(object.clone()), &[])?;
                self.going.insert((Going::new(run), object))
            }
        };
        Ok(match run.go_on(page, with, Some(object))? {
            Advance::Step(step) => step,
            Advance::Done(_) => Step::Done,
        })
    }
}
