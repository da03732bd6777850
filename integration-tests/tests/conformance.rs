//! Every case under `conformance/` as a trial of its own; see `vespid_integration_tests::case`.
//!
//! One server for an area, started when the first of its cases asks for it, has every rule of the area as an
//! application. `cargo test --test conformance -- el/` runs one area.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

use anyhow::Result;
use anyhow::anyhow;
use libtest_mimic::Arguments;
use libtest_mimic::Failed;
use libtest_mimic::Trial;
use vespid_integration_tests::Server;
use vespid_integration_tests::case;
use vespid_integration_tests::case::Case;
use vespid_integration_tests::repository;

/// The server of an area: not started, running, or what kept it from starting.
#[derive(Default)]
struct Area {
    server: Mutex<Option<Result<Server, String>>>,
}

impl Area {
    fn address(&self, name: &str) -> Result<std::net::SocketAddr> {
        if case::is_foreign() {
            return case::foreign_address(name);
        }
        let mut server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        let started = server.get_or_insert_with(|| {
            let apps = repository().join("integration-tests/conformance").join(name);
            Server::vespid(&["serve".as_ref(), "--dev".as_ref(), "--apps".as_ref(), apps.as_os_str()])
                .map_err(|err| format!("{err:#}"))
        });
        match started {
            Ok(server) => Ok(server.address()),
            Err(message) => Err(anyhow!("{message}")),
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let cases = match Case::all(&repository().join("integration-tests/conformance")) {
        Ok(cases) => cases,
        Err(err) => {
            eprintln!("the conformance cases cannot be read: {err:#}");
            return ExitCode::FAILURE;
        }
    };
    let mut trials = Vec::new();
    for (name, cases) in cases {
        let area = Arc::new(Area::default());
        for case in cases.into_iter().filter(|case| case.is_portable() || !case::is_foreign()) {
            let (name, area) = (name.clone(), Arc::clone(&area));
            trials.push(Trial::test(case.name.clone(), move || {
                case.run(|| area.address(&name)).map_err(|err| Failed::from(format!("{err:#}")))
            }));
        }
    }
    // The servers end with the trials, which hold them.
    libtest_mimic::run(&arguments, trials).exit_code()
}
