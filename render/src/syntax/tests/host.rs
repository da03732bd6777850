//! An application in memory.

use std::io;
use std::sync::Arc;

use bytes::Bytes;

use crate::resources::MemoryResources;
use crate::resources::Resources;
use crate::syntax::Host;
use crate::syntax::Lookup;
use crate::syntax::PageSettings;
use crate::syntax::describe_tag_file;
use crate::tags::info::LibraryInfo;
use crate::tags::tld;
use crate::value::Str;

/// The library of the tests.
const TLD: &str = r"<taglib version='2.1'><uri>urn:x</uri><short-name>x</short-name>
<tag><name>if</name><tag-class>X</tag-class>
  <attribute><name>test</name><required>true</required><rtexprvalue>true</rtexprvalue></attribute>
  <attribute><name>var</name></attribute></tag>
<tag><name>out</name><tag-class>X</tag-class>
  <attribute><name>value</name><rtexprvalue>true</rtexprvalue></attribute>
  <attribute><name>escapeXml</name><rtexprvalue>true</rtexprvalue></attribute></tag>
<tag><name>empty</name><tag-class>X</tag-class><body-content>empty</body-content>
  <attribute><name>a</name><rtexprvalue>true</rtexprvalue></attribute></tag>
<tag><name>raw</name><tag-class>X</tag-class><body-content>tagdependent</body-content>
  <attribute><name>a</name><rtexprvalue>true</rtexprvalue></attribute></tag>
<tag><name>quiet</name><tag-class>X</tag-class><body-content>scriptless</body-content></tag>
<tag><name>frame</name><tag-class>X</tag-class><body-content>scriptless</body-content>
  <attribute><name>head</name><fragment>true</fragment></attribute>
  <attribute><name>title</name><rtexprvalue>true</rtexprvalue></attribute></tag>
<tag><name>any</name><tag-class>X</tag-class><dynamic-attributes>true</dynamic-attributes>
  <attribute><name>a</name><rtexprvalue>true</rtexprvalue></attribute></tag>
<tag><name>two</name><tag-class>X</tag-class>
  <attribute><name>a</name><required>true</required></attribute>
  <attribute><name>b</name><required>true</required></attribute></tag>
<tag><name>late</name><tag-class>X</tag-class>
  <attribute><name>value</name><deferred-value/></attribute>
  <attribute><name>both</name><rtexprvalue>true</rtexprvalue><deferred-value/></attribute></tag>
</taglib>";

pub(super) struct Files {
    resources: MemoryResources,
    pub(super) settings: PageSettings,
}

impl Files {
    pub(super) fn with<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let files = files.into_iter().map(|(path, text)| (path, Bytes::from(text.to_owned())));
        Files { resources: files.collect(), settings: PageSettings::default() }
    }
}

impl Host for Files {
    fn read(&self, path: &str) -> io::Result<Option<Bytes>> {
        if path == "/unreadable.jsp" {
            return Err(io::Error::other("the disk is on fire"));
        }
        self.resources.read(path)
    }

    fn list(&self, folder: &str) -> io::Result<Option<Vec<Str>>> {
        self.resources.list(folder)
    }

    fn library(&self, uri: &str) -> Lookup {
        let (path, bytes) = match uri {
            "urn:x" | "urn:y" => ("/x.tld", Bytes::from_static(TLD.as_bytes())),
            _ => match self.resources.read(uri) {
                Ok(Some(bytes)) => (uri, bytes),
                _ => return Lookup::Missing,
            },
        };
        match tld::read(path, &bytes) {
            (Some(mut library), diagnostics) if diagnostics.is_empty() => {
                let mut dependencies = vec![Str::from(path)];
                dependencies.extend(tld::describe_tag_files(&mut library, self));
                Lookup::Found { library: Arc::new(library), dependencies }
            }
            (_, diagnostics) => Lookup::Broken(diagnostics),
        }
    }

    fn tag_folder(&self, folder: &str) -> Lookup {
        let Ok(Some(names)) = self.list(folder) else { return Lookup::Missing };
        let mut library = LibraryInfo { uri: folder.into(), ..LibraryInfo::default() };
        let mut dependencies = vec![Str::from(folder)];
        for name in names.iter().filter(|name| name.ends_with(".tag")) {
            let description =
                describe_tag_file(&format!("{folder}/{name}"), self).expect("the file is there");
            library.tags.push(description.tag);
            dependencies.extend(description.dependencies);
        }
        Lookup::Found { library: Arc::new(library), dependencies }
    }

    fn deferred_is_text(&self, _: &str) -> Option<bool> {
        None
    }

    fn known_libraries(&self) -> Vec<(Str, Str)> {
        vec![("urn:x".into(), "x".into()), ("urn:y".into(), "y".into())]
    }

    fn settings(&self, _path: &str) -> PageSettings {
        self.settings.clone()
    }
}
