#!/bin/sh
# Fuzzes a target (default: el) for some seconds (default: 600) with the stable compiler.
# The flags are those of cargo-fuzz, without a sanitizer: nothing here is unsafe.
set -eu
cd "$(dirname "$0")"
target=${1:-el}
seconds=${2:-600}
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Ccodegen-units=4"
host=$(rustc -vV | sed -n 's/^host: //p')
cargo build --release --bin "$target" --target "$host"
mkdir -p "corpus/$target" "artifacts/$target"
# Seeds: the expressions of the data-driven tests, one a file.
if [ "$target" = el ] && [ -z "$(ls "corpus/$target")" ]; then
    sed -n 's/^    \["\(.*\)", "[^"]*"\(, "[^"]*"\)*\],*$/\1/p' ../render/tests/el/*.toml |
        awk -v folder="corpus/$target" '{ print > (folder "/seed" NR); close(folder "/seed" NR) }'
fi
exec "target/$host/release/$target" "corpus/$target" -artifact_prefix="artifacts/$target/" -dict="$target.dict" \
    -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=400 -print_final_stats=1
