//! The shipments service over HTTP: the same pages on PostgreSQL and on SQLite.

use std::process::Command;
use std::thread;

use anyhow::Result;
use anyhow::ensure;
use vespid_integration_tests::Database;
use vespid_integration_tests::Server;
use vespid_integration_tests::binary;
use vespid_integration_tests::http::Connection;
use vespid_integration_tests::http::Request;
use vespid_integration_tests::http::Response;

fn serve(url: &str) -> Result<Server> {
    let mut command = Command::new(binary::vespid_load()?);
    Server::start(command.args(["serve", "shipments", "--setup", "--database", url]))
}

/// Does the same on either database.
fn on_both(check: impl Fn(&Server) -> Result<()>) -> Result<()> {
    let database = Database::create()?;
    check(&serve(&database.url())?)?;
    check(&serve("sqlite::memory:")?)
}

fn post(server: &Server, fields: &str) -> Result<Response> {
    let mut request =
        Request::new("POST", "/api/events.jsp").header("Content-Type", "application/x-www-form-urlencoded");
    request.body = fields.as_bytes().to_vec();
    Connection::open(server.address())?.exchange(&request)
}

/// An event of shipment 42 as a form.
fn event(name: &str, kind: &str, at: &str) -> String {
    format!("event={name}&id=TRK00000042&kind={kind}&place=Oslo+%27--&at={at}").replace(' ', "+")
}

fn json(server: &Server, target: &str) -> Result<serde_json::Value> {
    Ok(serde_json::from_str(&server.page(target)?)?)
}

#[test]
fn reads_and_summaries_are_the_same_on_both() -> Result<()> {
    on_both(|server| {
        let found = json(server, "/api/shipment.jsp?id=TRK00000042")?;
        assert_eq!(
            found["shipment"],
            serde_json::json!({
                "tracking_id": "TRK00000042", "origin": "Le Havre", "destination": "Oslo", "status": "in_transit",
                "weight_kg": 16.04, "due": "2026-04-13",
            })
        );
        assert_eq!(found["events"][0]["at"], "2025-12-01 08:42:00.0");
        assert!(server.page("/shipment.jsp?id=TRK00000042")?.contains("Le Havre to Oslo: <b>in_transit</b>"));

        let routes = json(server, "/api/routes.jsp")?;
        let routes = routes.as_array().into_iter().flatten();
        assert!(routes.clone().all(|route| route["shipments"] == 2500));
        assert_eq!(routes.count(), 40);
        let volumes = json(server, "/api/volumes.jsp")?;
        let count = |volume: &serde_json::Value| volume["shipments"].as_u64();
        assert_eq!(volumes.as_array().into_iter().flatten().filter_map(count).sum::<u64>(), 100_000);
        for page in ["/routes.jsp", "/volumes.jsp", "/delayed.jsp"] {
            assert!(server.page(page)?.contains("</html>"), "{page}");
        }
        assert_eq!(json(server, "/api/export.jsp")?.as_array().map(Vec::len), Some(100_000));
        assert_eq!(json(server, "/ready.jsp")?["status"], "ready");
        assert_eq!(json(server, "/health.jsp")?["status"], "up");
        Ok(())
    })
}

#[test]
fn every_delayed_shipment_is_on_one_page() -> Result<()> {
    on_both(|server| {
        let mut seen = Vec::new();
        for number in 1..1000 {
            let page = json(server, &format!("/api/delayed.jsp?page={number}"))?;
            let ids = page["shipments"].as_array().into_iter().flatten();
            seen.extend(ids.map(|shipment| shipment["tracking_id"].to_string()));
            if page["more"] == false {
                break;
            }
        }
        assert_eq!(seen.len(), 12_500);
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 12_500);
        Ok(())
    })
}

#[test]
fn an_event_counts_once_however_often_it_comes() -> Result<()> {
    on_both(|server| {
        let fields = event("e1", "delayed", "2026-01-31 12:00:00");
        let statuses: Vec<u16> = thread::scope(|scope| {
            let all: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| post(server, &fields).map(|response| response.status)))
                .collect();
            all.into_iter().map(|one| one.join().unwrap_or(Ok(0))).collect::<Result<_>>()
        })?;
        assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 7, "{statuses:?}");

        // A late event does not turn the status back; another event of a name that is taken is told.
        let late = post(server, &event("e0", "booked", "2026-01-30 12:00:00"))?;
        assert_eq!((late.status, late.text().trim()), (201, r#"{"recorded": true}"#));
        assert_eq!(post(server, &event("e1", "delivered", "2026-01-31 12:00:00"))?.status, 409);

        let found = json(server, "/api/shipment.jsp?id=TRK00000042")?;
        assert_eq!(found["shipment"]["status"], "delayed");
        let events: Vec<_> = found["events"].as_array().into_iter().flatten().collect();
        assert_eq!(events.len(), 3);
        assert_eq!(
            events[2],
            &serde_json::json!({"kind": "delayed", "place": "Oslo '--", "at": "2026-01-31 12:00:00.0"})
        );
        Ok(())
    })
}

#[test]
fn what_is_no_event_is_refused() -> Result<()> {
    on_both(|server| {
        let good = event("e1", "booked", "2026-02-28 12:00:00");
        for (wrong, status) in [
            (good.replace("event=e1", "event="), 400),
            (good.replace("event=e1", &format!("event={}", "x".repeat(41))), 400),
            (good.replace("kind=booked", "kind=lost"), 400),
            (good.replace("kind=booked", "kind='); DROP TABLE shipment; --"), 400),
            (good.replace("place=", "other="), 400),
            (good.replace("02-28", "02-29"), 400),
            (good.replace("2026-02-28", "yesterday"), 400),
            (good.replace("TRK00000042", "TRK99999999"), 404),
            (good.replace("TRK00000042", "' OR '1'='1"), 404),
        ] {
            let response = post(server, &wrong)?;
            ensure!(response.status == status, "{wrong}: {} {}", response.status, response.text());
            serde_json::from_str::<serde_json::Value>(&response.text())?;
        }
        let got = server.get("/api/events.jsp")?;
        assert_eq!((got.status, got.header("allow")), (405, Some("POST")));
        assert_eq!(post(server, &good.replace("2026-02-28", "2024-02-29"))?.status, 201);
        let unknown = server.get("/shipment.jsp?id=%3Cb%3E'%20OR%201=1")?;
        assert_eq!(unknown.status, 404);
        assert!(unknown.text().contains("no shipment &lt;b&gt;&#039; OR 1=1"), "{}", unknown.text());
        Ok(())
    })
}
