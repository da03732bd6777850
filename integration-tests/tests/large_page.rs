//! A page of five megabytes: it compiles, and however many read it slowly, what they wait for lies in memory once.

use std::fmt::Write as _;
use std::io::Read;
use std::io::Write;
use std::net::TcpStream;

use anyhow::Result;
use vespid_integration_tests::App;
use vespid_integration_tests::Server;

const READERS: usize = 40;

/// What all the readers together may add: a connection with its buffers each, far from a copy of the page.
const MOST_ADDED_BYTES: u64 = 8 << 20;

fn large_page() -> String {
    let mut page = String::from(
        "<%@ page contentType=\"text/html;charset=UTF-8\" pageEncoding=\"UTF-8\" session=\"false\" %>\n\
         <%@ taglib prefix=\"c\" uri=\"jakarta.tags.core\" %>\n",
    );
    let mut row = 0;
    while page.len() < 5 << 20 {
        let text = "text that stands here again and again, ä ö ü ".repeat(20);
        let _ = writeln!(page, "<p>{text}${{param.a}}<c:if test=\"${{param.b == {row}}}\">{row}</c:if></p>");
        row += 1;
    }
    page
}

#[test]
fn slow_readers_of_a_large_page_share_its_text() -> Result<()> {
    let app = App::new()?;
    let page = large_page();
    app.file("page.jsp", page.as_bytes())?;
    let server = Server::production(app.path())?;
    let body = server.page("/page.jsp?a=AA&b=7")?;
    assert!(body.len() > 4 << 20, "{} bytes", body.len());
    assert!(body.contains("AA7</p>") && body.ends_with("AA</p>\n"));

    let before = server.resident_bytes()?;
    let mut readers = Vec::new();
    for _ in 0..READERS {
        let mut reader = TcpStream::connect(server.address())?;
        reader.write_all(b"GET /page.jsp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
        // The page has started, and can't go on for want of room in the socket.
        reader.read_exact(&mut [0; 1000])?;
        readers.push(reader);
    }
    let added = server.resident_bytes()?.saturating_sub(before);
    assert!(added < MOST_ADDED_BYTES, "{READERS} readers added {added} bytes");
    for mut reader in readers {
        let mut rest = Vec::new();
        reader.read_to_end(&mut rest)?;
        assert!(rest.len() > 4 << 20, "{} bytes", rest.len());
    }
    Ok(())
}
