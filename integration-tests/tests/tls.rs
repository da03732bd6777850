//! Encrypted connections to a PostgreSQL with a certificate of its own making: what `sslmode` and `sslrootcert` check.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use anyhow::ensure;
use rcgen::BasicConstraints;
use rcgen::CertificateParams;
use rcgen::CertifiedIssuer;
use rcgen::IsCa;
use rcgen::KeyPair;
use vespid_integration_tests::App;
use vespid_integration_tests::Cluster;
use vespid_integration_tests::Database;
use vespid_integration_tests::Server;
use vespid_integration_tests::http::Connection;
use vespid_integration_tests::http::Request;
use vespid_integration_tests::pg::Gate;
use vespid_integration_tests::wait_until;

/// An authority that signs certificates.
struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    fn new(name: &str) -> Result<Authority> {
        let mut params = CertificateParams::new(Vec::new())?;
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(rcgen::DnType::CommonName, name);
        Ok(Authority(CertifiedIssuer::self_signed(params, KeyPair::generate()?)?))
    }

    /// Certificate and key for a host, as PEM.
    fn sign(&self, host: &str) -> Result<(String, String)> {
        let key = KeyPair::generate()?;
        let certificate = CertificateParams::new(vec![host.to_owned()])?.signed_by(&key, &self.0)?;
        Ok((certificate.pem(), key.serialize_pem()))
    }
}

/// A server with a certificate for `host`, and a file with its authority's.
fn encrypted(authority: &Authority, host: &str) -> Result<Cluster> {
    let mut cluster = Cluster::start_new(&[])?;
    cluster.stop()?;
    let (certificate, key) = authority.sign(host)?;
    cluster.file("data/server.crt", &certificate)?;
    cluster.file("data/server.key", &key)?;
    cluster.set("ssl = on");
    cluster.start()?;
    Ok(cluster)
}

/// The page for each set of options tells whether its connection is encrypted.
fn serve(cluster: &Cluster, pages: &[(&str, String)]) -> Result<(App, Server)> {
    let app = App::new()?;
    for (name, options) in pages {
        app.file(
            &format!("{name}.jsp"),
            format!(
                r#"<%@ page session="false" %><%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:setDataSource url="postgres://vespid@localhost:{}/postgres?{options}"/>
<sql:query var="q" sql="SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()"/>
encrypted ${{q.rows[0].ssl}} ${{q.rows[0].version}}"#,
                cluster.port()
            ),
        )?;
    }
    let server = Server::development(app.path())?;
    Ok((app, server))
}

fn root_file(app: &App, authority: &Authority, name: &str) -> Result<PathBuf> {
    let path = app.path().join(name);
    fs::write(&path, authority.0.pem())?;
    Ok(path)
}

#[test]
fn modes_check_what_they_promise() -> Result<()> {
    let (ours, other) = (Authority::new("ours")?, Authority::new("another")?);
    let files = App::new()?;
    let (ours_file, other_file) =
        (root_file(&files, &ours, "ours.pem")?, root_file(&files, &other, "other.pem")?);
    let (ours_file, other_file) = (ours_file.display(), other_file.display());

    let cluster = encrypted(&ours, "localhost")?;
    let (_app, server) = serve(
        &cluster,
        &[
            ("nothing", String::new()),
            ("disable", "sslmode=disable".to_owned()),
            ("require", "sslmode=require".to_owned()),
            ("verify-ca", format!("sslmode=verify-ca&sslrootcert={ours_file}")),
            ("verify-full", format!("sslmode=verify-full&sslrootcert={ours_file}")),
            ("another", format!("sslmode=verify-full&sslrootcert={other_file}")),
            ("another-require", format!("sslmode=require&sslrootcert={other_file}")),
            ("missing", "sslmode=verify-full&sslrootcert=/nowhere/root.pem".to_owned()),
        ],
    )?;
    for page in ["nothing", "require", "verify-ca", "verify-full"] {
        let text = server.page(&format!("/{page}.jsp"))?;
        ensure!(text.contains("encrypted true TLSv1.3"), "{page}: {text}");
    }
    ensure!(server.page("/disable.jsp")?.contains("encrypted false"));
    for page in ["another", "another-require"] {
        let response = server.get(&format!("/{page}.jsp"))?;
        ensure!(response.status == 500 && response.text().contains("UnknownIssuer"), "{}", response.text());
    }
    let missing = server.get("/missing.jsp")?;
    ensure!(missing.status == 500 && missing.text().contains("/nowhere/root.pem"), "{}", missing.text());
    Ok(())
}

#[test]
fn a_certificate_for_another_host_does_for_all_but_verify_full() -> Result<()> {
    let ours = Authority::new("ours")?;
    let files = App::new()?;
    let file = root_file(&files, &ours, "ours.pem")?;
    let file = file.display();
    let cluster = encrypted(&ours, "db.example")?;
    let (_app, server) = serve(
        &cluster,
        &[
            ("verify-ca", format!("sslmode=verify-ca&sslrootcert={file}")),
            ("verify-full", format!("sslmode=verify-full&sslrootcert={file}")),
        ],
    )?;
    ensure!(server.page("/verify-ca.jsp")?.contains("encrypted true"));
    let response = server.get("/verify-full.jsp")?;
    ensure!(response.status == 500, "{}", response.text());
    ensure!(response.text().contains("certificate not valid for name"), "{}", response.text());
    Ok(())
}

#[test]
fn a_server_that_does_not_encrypt_is_refused_where_it_must() -> Result<()> {
    let cluster = Cluster::start_new(&[])?;
    let (_app, server) = serve(
        &cluster,
        &[("prefer", "sslmode=prefer".to_owned()), ("require", "sslmode=require".to_owned())],
    )?;
    ensure!(server.page("/prefer.jsp")?.contains("encrypted false"));
    let response = server.get("/require.jsp")?;
    ensure!(response.status == 500, "{}", response.text());
    ensure!(response.text().contains("server does not support TLS"), "{}", response.text());
    ensure!(response.text().contains("[SQLState 08001]"), "{}", response.text());
    Ok(())
}

#[test]
fn a_server_that_takes_no_open_connections_says_so() -> Result<()> {
    let cluster = encrypted(&Authority::new("ours")?, "localhost")?;
    cluster.file("data/pg_hba.conf", "hostssl all all 127.0.0.1/32 trust\n")?;
    cluster.reload()?;
    let (_app, server) = serve(
        &cluster,
        &[("disable", "sslmode=disable".to_owned()), ("require", "sslmode=require".to_owned())],
    )?;
    let response = server.get("/disable.jsp")?;
    ensure!(response.status == 500, "{}", response.text());
    ensure!(response.text().contains("no encryption"), "{}", response.text());
    ensure!(response.text().contains("[SQLState 28000]"), "{}", response.text());
    ensure!(server.page("/require.jsp")?.contains("encrypted true"));
    Ok(())
}

#[test]
fn a_client_that_leaves_ends_its_query_over_an_encrypted_connection() -> Result<()> {
    let ours = Authority::new("ours")?;
    let cluster = encrypted(&ours, "localhost")?;
    let database = Database::create_at(&cluster.url())?;
    let gate = Gate::closed(&database)?;
    let app = App::new()?;
    let file = root_file(&app, &ours, "ours.pem")?;
    let name = database.url();
    let name = name.rsplit('/').next().unwrap_or_default();
    app.file(
        "gate.jsp",
        format!(
            r#"<%@ page session="false" %><%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:setDataSource url="postgres://vespid@localhost:{}/{name}?pool_size=1&sslmode=verify-full&sslrootcert={}"/>
<sql:query var="q" sql="SELECT word FROM gate"/>found ${{q.rows[0].word}}"#,
            cluster.port(),
            file.display()
        ),
    )?;
    let server = Server::production(app.path())?;
    let mut connection = Connection::open(server.address())?;
    connection.send(&Request::new("GET", "/gate.jsp"))?;
    wait_until("the query waits", || Ok(database.running("FROM gate")? == 1))?;
    drop(connection);
    wait_until("the query is cancelled", || Ok(database.running("FROM gate")? == 0))?;
    gate.open()?;
    assert!(server.page("/gate.jsp")?.contains("found open"));
    assert_eq!(database.connections()?, 1);
    Ok(())
}
