//! What tests of every database ask of a pool.

use std::time::Duration;
use std::time::Instant;

use vespid_sql_tags::DataSource;

/// Waits until all connections are free again: one that was abandoned comes back in the background.
pub(crate) async fn whole(source: &DataSource) {
    let begun = Instant::now();
    while source.status().available < source.status().size {
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", source.status());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
