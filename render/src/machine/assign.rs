//! EL assignment, `c:set` with a target, and the bean actions.

use super::Machine;
use super::property;
use crate::Result;
use crate::context::Scope;
use crate::error::Error;
use crate::error::class;
use crate::program::BeanSite;
use crate::program::Program;
use crate::value::Value;
use crate::value::coerce;
use crate::writer::write_error;
use crate::writer::write_value;

impl Machine {
    /// `name = value`: where the name is found, else in page scope (Pages 4.1, 2.10 `ScopedAttributeELResolver`).
    pub(super) fn assign_var(&mut self, program: &Program, slot: u32) -> Result<()> {
        let value = self.stack.last().cloned().unwrap_or_default();
        let name = &program.slots.names()[slot as usize];
        if self.resolve_set(&Value::Null, &Value::Str(name.clone()), &value)? {
            return Ok(());
        }
        let scope = self.state.scope_of(name).unwrap_or(Scope::Page);
        self.state.set(name, scope, value)
    }

    /// `c:set` of a variable without a scope (Jakarta Tags 3.1, 4.3 "Null & Error Handling").
    #[inline]
    pub(super) fn set_or_remove(&mut self, program: &Program, slot: u32) -> Result<()> {
        if self.stack.last().is_some_and(Value::is_null) {
            self.stack.pop();
            return self.state.remove(&program.slots.names()[slot as usize], None);
        }
        self.set_var(slot);
        Ok(())
    }

    /// `target.name = value`
    pub(super) fn assign_prop(&mut self, name: &str) -> Result<()> {
        let value = self.pop();
        let target = self.pop();
        if !self.resolve_set_member(&target, &Value::str(name), &value)? {
            property::set(&target, name, value.clone())?;
        }
        self.push(value);
        Ok(())
    }

    /// `target[index] = value`
    pub(super) fn assign_index(&mut self) -> Result<()> {
        let value = self.pop();
        let index = self.pop();
        let target = self.pop();
        if !self.resolve_set_member(&target, &index, &value)? {
            property::set_index(&target, &index, value.clone())?;
        }
        self.push(value);
        Ok(())
    }

    /// `c:set` with target and property; target, property, value are on the stack. Null removes a map's key.
    pub(super) fn set_target(&mut self) -> Result<()> {
        let value = self.pop();
        let name = self.pop();
        let target = self.pop();
        let name = coerce::to_text(&name);
        if target.is_null() {
            return Err(Error::new(class::JSP_TAG, format!("the target of property '{name}' is null")));
        }
        if value.is_null()
            && let Some(map) = target.as_object().and_then(|object| object.as_map())
        {
            return map.remove(&Value::str(&*name)).map(drop);
        }
        property::set(&target, &name, value).map_err(|error| {
            let message = format!("c:set of property '{name}': {}", error.message());
            let cause = error.clone();
            error.wrapped(class::JSP_TAG, message, cause)
        })
    }

    /// `jsp:useBean`; true: the bean is new, so that the body runs.
    #[inline(never)]
    pub(super) fn use_bean(&mut self, site: &BeanSite) -> Result<bool> {
        let bean_name = if site.bean_name { Some(self.pop()) } else { None };
        if site.scope == Scope::Session && !self.state.exchange.has_sessions() {
            return Err(Error::new(
                class::INSTANTIATION,
                format!("bean '{}' wants a session and there is none", site.id),
            ));
        }
        let class = match (&site.class, &bean_name) {
            (Some(class), _) => Some(class.clone()),
            (None, Some(name)) => Some(coerce::to_text(name).as_ref().into()),
            (None, None) => None,
        };
        if let Some(bean) = self.state.get(&site.id, site.scope) {
            if let Some(java_type) = site.java_type.as_ref().or(site.class.as_ref())
                && !bean.is_instance(java_type)
            {
                let has = bean.class_name().unwrap_or("null");
                return Err(Error::new(
                    class::CLASS_CAST,
                    format!("bean '{}' is a {has}, not a {java_type}", site.id),
                ));
            }
            return Ok(false);
        }
        let Some(class_name) = class else {
            return Err(Error::new(
                class::INSTANTIATION,
                format!("there is no bean '{}' and no class to make it", site.id),
            )
            .with_hint("give the action a class, or set the attribute before"));
        };
        let registry = self.state.exchange.application().registry();
        let bean = match (&site.source, registry.instantiate(&class_name)) {
            (Some(source), _) => source.instantiate(&[])?,
            (None, Some(made)) => made?,
            (None, None) => {
                return Err(Error::new(class::CLASS_NOT_FOUND, format!("there is no class {class_name}"))
                    .with_hint("give its .java source, or register a Rust type under that class name"));
            }
        };
        if let Some(java_type) = &site.java_type
            && !bean.is_instance(java_type)
        {
            let message = format!("bean '{}' is a {class_name}, which is no {java_type}", site.id);
            return Err(Error::new(class::CLASS_CAST, message));
        }
        if site.scope == Scope::Application {
            // Two first requests at once must see the same bean.
            let attributes = self.state.exchange.application().attributes();
            attributes.get_or_try_insert(&site.id, || Ok::<_, Error>(bean))?;
        } else {
            self.state.set(&site.id, site.scope, bean)?;
        }
        Ok(true)
    }

    fn bean(&self, site: &BeanSite) -> Result<Value> {
        let value = self.state.find(&site.id);
        if value.is_null() {
            return Err(Error::jsp(format!("there is no bean '{}'", site.id))
                .with_hint("introduce it with jsp:useBean or set it before the page runs"));
        }
        Ok(value)
    }

    /// `jsp:setProperty` with a value; text is converted as Pages 4.1, 1.14.2 says.
    pub(super) fn set_bean_property(&mut self, site: &BeanSite, name: &str) -> Result<()> {
        let value = self.pop();
        let bean = self.bean(site)?;
        self.lend(&bean, || property::set(&bean, name, value))
    }

    /// `jsp:setProperty` from a request parameter: an absent or empty one leaves the property alone.
    pub(super) fn set_bean_from_param(&mut self, site: &BeanSite, name: &str, param: &str) -> Result<()> {
        match self.state.exchange.param(param) {
            Some(value) if !value.is_empty() => {
                let bean = self.bean(site)?;
                self.lend(&bean, || property::set(&bean, name, Value::Str(value)))
            }
            _ => Ok(()),
        }
    }

    /// `jsp:setProperty property="*"`: each parameter that names a property; empty values leave it alone.
    pub(super) fn set_bean_from_params(&mut self, site: &BeanSite) -> Result<()> {
        let bean = self.bean(site)?;
        let Some(object) = bean.as_object() else { return Err(property::no_property(&bean, "*")) };
        let params = self.state.exchange.params();
        for (name, values) in params.iter() {
            let Some(index) = object.class().property(name) else { continue };
            let property = &object.class().properties()[index];
            if !property.writable {
                continue;
            }
            if property.java_type.ends_with("[]") || property.java_type.ends_with("List") {
                let values = values.iter().map(|value| Value::Str(value.clone()));
                object.set_property(index, Value::list(values))?;
            } else if let Some(value) = values.first().filter(|value| !value.is_empty()) {
                object.set_property(index, Value::Str(value.clone()))?;
            }
        }
        Ok(())
    }

    /// `jsp:getProperty`
    pub(super) fn get_bean_property(&mut self, site: &BeanSite, name: &str) -> Result<()> {
        let bean = self.bean(site)?;
        let value = self.lend(&bean, || property::get_by_name(&bean, name))?;
        if value.is_null() {
            // It is converted as Java does.
            return self.state.out.write_str("null").map_err(write_error);
        }
        write_value(&mut self.state.out, &value)
    }
}
