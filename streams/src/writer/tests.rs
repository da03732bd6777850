use super::*;

const NO_LIMIT: usize = usize::MAX;

fn buffered(size_bytes: usize) -> PageWriter {
    PageWriter::new(BufferMode { size_bytes, auto_flush: true }, NO_LIMIT)
}

fn strict(size_bytes: usize) -> PageWriter {
    PageWriter::new(BufferMode { size_bytes, auto_flush: false }, NO_LIMIT)
}

fn taken(writer: &mut PageWriter) -> String {
    let chunks: Vec<Bytes> = std::iter::from_fn(|| writer.take_output()).collect();
    String::from_utf8(chunks.concat()).unwrap()
}

fn whole(writer: &mut PageWriter) -> Bytes {
    match writer.finish() {
        Finished::Whole(rope) => rope.into_bytes(),
        Finished::Rest(rest) => panic!("not whole: {rest:?}"),
    }
}

fn rest(writer: &mut PageWriter) -> Bytes {
    match writer.finish() {
        Finished::Rest(rope) => rope.into_bytes(),
        Finished::Whole(whole) => panic!("nothing taken before: {whole:?}"),
    }
}

#[test]
fn a_page_inside_its_buffer_is_whole() {
    let mut out = buffered(8192);
    out.write_str("<p>").unwrap();
    out.write_escaped("a<b & \"c\"").unwrap();
    out.write_char('€').unwrap();
    out.write_i64(i64::MIN).unwrap();
    write!(out, " {:03}", 7).unwrap();
    assert!(!out.has_output() && !out.is_committed());
    assert_eq!(out.take_output(), None);
    assert_eq!(whole(&mut out), "<p>a&lt;b &amp; &#034;c&#034;€-9223372036854775808 007");
}

#[test]
fn a_full_buffer_is_not_an_overflow() {
    let mut out = strict(4);
    out.write_str("abcd").unwrap();
    assert_eq!((out.remaining(), out.is_committed()), (0, false));
    assert_eq!(out.write_str("e"), Err(WriteError::Overflow { buffer_bytes: 4 }));
    assert_eq!(whole(&mut out), "abcd", "a refused write leaves nothing");
}

#[test]
fn auto_flush_commits_what_is_in_the_buffer() {
    let mut out = buffered(4);
    out.write_str("abc").unwrap();
    out.write_str("de").unwrap();
    assert!(out.is_committed() && out.has_output());
    assert_eq!(out.remaining(), 2);
    assert_eq!(taken(&mut out), "abc");
    assert_eq!(rest(&mut out), "de");
}

#[test]
fn a_piece_bigger_than_the_buffer_passes_through() {
    let mut out = buffered(4);
    out.write_str("ab").unwrap();
    out.write_str("0123456789").unwrap();
    assert_eq!(out.remaining(), 4);
    assert_eq!(taken(&mut out), "ab0123456789");
    assert_eq!(rest(&mut out), "");
    let mut out = strict(4);
    assert_eq!(out.write_str("0123456789"), Err(WriteError::Overflow { buffer_bytes: 4 }));
}

#[test]
fn overflow_says_how_to_mend_it() {
    let error = strict(1024).write_str(&"x".repeat(1025)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the page's buffer of 1024 bytes is full and autoFlush is \"false\"; \
         give the page a larger buffer or autoFlush=\"true\""
    );
}

#[test]
fn the_buffer_counts_utf8_bytes() {
    let mut out = strict(4);
    out.write_str("é").unwrap();
    assert_eq!(out.remaining(), 2);
    assert!(out.write_str("€").is_err());
}

#[test]
fn flush_commits_and_clear_knows() {
    let mut out = buffered(100);
    out.write_str("a").unwrap();
    out.clear().unwrap();
    out.write_str("b").unwrap();
    out.flush().unwrap();
    assert!(out.is_committed() && out.has_output());
    out.write_str("c").unwrap();
    assert_eq!(out.clear(), Err(WriteError::ClearAfterFlush));
    out.clear_buffer();
    assert_eq!(out.remaining(), 100);
    out.write_str("d").unwrap();
    assert_eq!(taken(&mut out), "b");
    assert_eq!(rest(&mut out), "d");
}

#[test]
fn flushing_nothing_sends_the_head_once() {
    let mut out = buffered(100);
    out.flush().unwrap();
    assert!(out.has_output());
    assert_eq!(out.take_output(), Some(Bytes::new()));
    assert!(!out.has_output());
    out.flush().unwrap();
    assert_eq!(out.take_output(), None);
    out.write_str("x").unwrap();
    assert_eq!(rest(&mut out), "x");
}

#[test]
fn unbuffered_output_is_committed_as_written_and_gathers() {
    let mut out = PageWriter::new(BufferMode::NONE, NO_LIMIT);
    assert!(!out.is_committed());
    out.write_str("a").unwrap();
    out.write_str("b").unwrap();
    assert!(out.is_committed() && !out.has_output());
    assert_eq!((out.buffer_size(), out.remaining()), (0, 0));
    out.clear_buffer();
    assert_eq!(out.clear(), Err(WriteError::ClearAfterFlush));
    assert_eq!(out.take_output().unwrap(), "ab");
    out.write_str(&"x".repeat(UNBUFFERED_GATHER_BYTES)).unwrap();
    assert!(!out.has_output());
    out.write_str("y").unwrap();
    assert!(out.has_output());
    assert_eq!(taken(&mut out).len(), UNBUFFERED_GATHER_BYTES + 1);
}

#[test]
fn unbuffered_output_under_a_capture_can_be_taken() {
    let mut out = PageWriter::new(BufferMode::NONE, 10);
    out.write_str("page").unwrap();
    out.push_capture();
    out.write_str("body").unwrap();
    assert_eq!(out.take_output().unwrap(), "page");
    assert_eq!(out.pop_capture(), "body");
    out.write_str("123456").unwrap();
    assert_eq!(out.write_str("7"), Err(WriteError::Budget { max_bytes: 10 }));
    assert_eq!(rest(&mut out), "123456");
}

#[test]
fn captures_nest_and_do_not_flush() {
    let mut out = buffered(8);
    out.write_str("a").unwrap();
    out.push_capture();
    out.write_str("longer than the page's buffer").unwrap();
    assert_eq!((out.is_committed(), out.remaining()), (false, 0));
    out.push_capture();
    out.write_str("inner").unwrap();
    assert_eq!(out.capture_depth(), 2);
    assert_eq!(out.flush(), Err(WriteError::FlushInBody));
    assert_eq!(out.close(), Err(WriteError::FlushInBody));
    assert_eq!(out.pop_capture(), "inner");
    out.write_str("!").unwrap();
    assert_eq!(out.pop_capture(), "longer than the page's buffer!");
    assert_eq!(out.pop_capture(), "");
    out.write_str("b").unwrap();
    assert_eq!(whole(&mut out), "ab");
}

#[test]
fn clear_inside_a_capture_empties_it_even_after_a_flush() {
    let mut out = buffered(8);
    out.write_str("a").unwrap();
    out.flush().unwrap();
    out.write_str("b").unwrap();
    out.push_capture();
    out.write_str("gone").unwrap();
    out.clear().unwrap();
    out.write_str("kept").unwrap();
    assert_eq!(out.pop_capture(), "kept");
    assert_eq!(out.finish().into_rope().into_bytes(), "ab");
}

#[test]
fn captures_left_by_an_exception_are_dropped() {
    let mut out = buffered(100);
    out.write_str("a").unwrap();
    for _ in 0..3 {
        out.push_capture();
        out.write_str("x").unwrap();
    }
    out.drop_captures(1);
    assert_eq!(out.pop_capture(), "x");
    out.push_capture();
    out.write_str("y").unwrap();
    assert_eq!(whole(&mut out), "a");
}

#[test]
fn a_recycled_string_serves_the_next_capture() {
    let mut out = buffered(100);
    out.push_capture();
    out.write_str("first").unwrap();
    let captured = out.pop_capture();
    let memory = captured.as_ptr();
    out.recycle(captured);
    out.push_capture();
    out.write_str("second").unwrap();
    let captured = out.pop_capture();
    assert_eq!((captured.as_str(), captured.as_ptr()), ("second", memory));
}

#[test]
fn long_template_text_is_shared_not_copied() {
    let text = StaticText::from("t".repeat(SHARE_MIN_BYTES));
    let mut out = buffered(8192);
    out.write_str("before").unwrap();
    out.write_static(&text).unwrap();
    out.write_str("after").unwrap();
    assert_eq!(out.remaining(), 8192 - 11 - text.len());
    let chunks: Vec<Bytes> = out.finish().into_rope().collect();
    assert_eq!(chunks.iter().map(Bytes::len).collect::<Vec<_>>(), [6, text.len(), 5]);
    assert_eq!(chunks[1].as_ptr(), text.as_bytes().as_ptr());
}

#[test]
fn template_text_obeys_the_buffer() {
    let text = StaticText::from("t".repeat(SHARE_MIN_BYTES));
    let mut out = strict(SHARE_MIN_BYTES + 1);
    out.write_static(&StaticText::from("ab")).unwrap();
    assert_eq!(out.write_static(&text), Err(WriteError::Overflow { buffer_bytes: SHARE_MIN_BYTES + 1 }));
    out.clear().unwrap();
    out.write_static(&text).unwrap();
    assert_eq!(out.remaining(), 1);
    out.clear().unwrap();
    assert_eq!(out.remaining(), SHARE_MIN_BYTES + 1);
    out.push_capture();
    out.write_static(&text).unwrap();
    assert_eq!(out.pop_capture().len(), text.len());

    let mut out = buffered(100);
    out.write_static(&text).unwrap();
    assert_eq!(out.remaining(), 100);
    assert_eq!(out.take_output().unwrap().as_ptr(), text.as_bytes().as_ptr());

    let mut out = PageWriter::new(BufferMode::NONE, NO_LIMIT);
    out.write_str("a").unwrap();
    out.write_static(&text).unwrap();
    assert_eq!(taken(&mut out).len(), 1 + text.len());
}

#[test]
fn the_budget_covers_everything_that_is_not_cleared() {
    let mut out = PageWriter::new(BufferMode { size_bytes: 4, auto_flush: true }, 10);
    out.write_str("abcd").unwrap();
    out.write_str("ef").unwrap();
    assert_eq!(taken(&mut out), "abcd");
    out.push_capture();
    out.write_str("ghij").unwrap();
    assert_eq!(out.write_str("k"), Err(WriteError::Budget { max_bytes: 10 }));
    assert_eq!(out.pop_capture(), "ghij");
    out.clear_buffer();
    out.write_str("123456").unwrap();
    let error = out.write_static(&StaticText::from("7")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the page has produced more than 10 bytes of output; raise the output limit if that is right"
    );
    assert_eq!(rest(&mut out), "123456");
}

#[test]
fn a_closed_writer_refuses() {
    let mut out = buffered(8);
    out.write_str("a").unwrap();
    out.close().unwrap();
    out.close().unwrap();
    assert!(out.is_committed());
    assert_eq!(out.write_str("b"), Err(WriteError::Closed));
    assert_eq!(out.flush(), Err(WriteError::Closed));
    assert_eq!(out.finish().into_rope().into_bytes(), "a");
    assert!(out.finish().into_rope().is_empty());
    assert_eq!(out.write_str("c"), Err(WriteError::Closed));
}

#[test]
fn what_lies_in_the_buffer_can_be_taken_back() {
    let mut out = buffered(8);
    out.write_str("ab").unwrap();
    let mark = out.mark();
    out.write_str("cd").unwrap();
    out.push_capture();
    assert!(!out.rewind(mark), "another level");
    out.pop_capture();
    assert!(out.rewind(mark));
    out.write_str("e").unwrap();
    assert_eq!(whole(&mut out), "abe");

    let mut out = buffered(4);
    out.write_str("ab").unwrap();
    let mark = out.mark();
    out.write_str("cdef").unwrap();
    assert!(!out.rewind(mark), "part of it was sent");
    assert_eq!(taken(&mut out) + std::str::from_utf8(&rest(&mut out)).unwrap(), "abcdef");
}

#[test]
fn another_buffer_takes_over() {
    let mut out = buffered(8);
    out.write_str("abcd").unwrap();
    let smaller = BufferMode { size_bytes: 2, auto_flush: false };
    assert_eq!(out.set_mode(smaller), Err(WriteError::Overflow { buffer_bytes: 2 }));
    assert_eq!(out.mode().size_bytes, 8);
    out.set_mode(BufferMode { size_bytes: 16, auto_flush: false }).unwrap();
    assert_eq!((out.remaining(), out.is_committed()), (12, false));
    out.set_mode(BufferMode { size_bytes: 2, auto_flush: true }).unwrap();
    assert!(out.is_committed());
    out.write_str("e").unwrap();
    out.set_mode(BufferMode::NONE).unwrap();
    out.write_str("f").unwrap();
    out.set_mode(smaller).unwrap();
    assert_eq!(out.remaining(), 2);
    assert_eq!(out.write_str("ghi"), Err(WriteError::Overflow { buffer_bytes: 2 }));
    assert_eq!(out.finish().into_rope().into_bytes(), "abcdef");
}

#[test]
fn output_is_encoded_when_it_leaves() {
    let mut out = buffered(4);
    assert!(out.set_charset(Charset::UTF_16));
    out.write_str("aé").unwrap();
    out.write_str("b€").unwrap();
    assert!(!out.set_charset(Charset::UTF_8), "too late after the commit");
    assert_eq!(out.charset(), Charset::UTF_16);
    assert_eq!(out.take_output().unwrap(), b"\xFE\xFF\0a\0\xE9".as_slice());
    assert_eq!(rest(&mut out), b"\0b\x20\xAC".as_slice());

    let mut out = buffered(100);
    out.set_charset(Charset::for_label("ISO-2022-JP").unwrap());
    out.write_str("日").unwrap();
    out.flush().unwrap();
    assert_eq!(out.take_output().unwrap(), "\x1B$BF|");
    assert_eq!(rest(&mut out), "\x1B(B", "the shift state is closed at the end");

    let mut out = buffered(100);
    out.set_charset(Charset::ISO_8859_1);
    out.write_str("é€").unwrap();
    assert_eq!(whole(&mut out), b"\xE9?".as_slice());
}

#[test]
fn a_fresh_writer_holds_no_memory_and_a_waiting_one_little() {
    let mut out = buffered(8192);
    assert_eq!(out.cur.capacity(), 0);
    out.write_str("head").unwrap();
    assert!(out.cur.capacity() <= FIRST_PAGE_BYTES);
    for _ in 0..10_000 {
        out.write_str("0123456789").unwrap();
        assert!(out.cur.capacity() <= 8192);
        while out.take_output().is_some() {}
    }
    out.flush().unwrap();
    while out.take_output().is_some() {}
    assert!(out.cur.capacity() <= 8192);
    assert!(size_of::<PageWriter>() <= 512, "{}", size_of::<PageWriter>());
}
