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
features= dictionary=xml seeds= longest=2000
case $target in
    el) dictionary=el longest=400 ;;
    page) dictionary=page seeds='../integration-tests/conformance/*/*/*.jsp ../integration-tests/conformance/*/*/WEB-INF/tags/*.tag' ;;
    java) dictionary=java seeds='../integration-tests/conformance/scripting/*/*.jsp ../integration-tests/conformance/*/*/WEB-INF/classes/*/*.java ../load/apps/catalog/java/*/*.java' longest=4000 ;;
    document) seeds='../integration-tests/conformance/documents/*/page.jspx' ;;
    tld) seeds='../integration-tests/conformance/*/*/WEB-INF/*.tld' ;;
    web_xml) features='--features services' seeds='../integration-tests/conformance/*/*/WEB-INF/web.xml' ;;
esac
# shellcheck disable=SC2086
cargo build --release --bin "$target" --target "$host" $features
mkdir -p "corpus/$target" "artifacts/$target"
# Seeds: the expressions of the data-driven tests, one a file.
if [ "$target" = el ] && [ -z "$(ls "corpus/$target")" ]; then
    sed -n 's/^    \["\(.*\)", "[^"]*"\(, "[^"]*"\)*\],*$/\1/p' ../render/tests/el/*.toml |
        awk -v folder="corpus/$target" '{ print > (folder "/seed" NR); close(folder "/seed" NR) }'
fi
# Seeds: the files of the conformance cases, each under its number.
if [ -n "$seeds" ] && [ -z "$(ls "corpus/$target")" ]; then
    number=0
    for file in $seeds; do
        number=$((number + 1))
        cp "$file" "corpus/$target/seed$number"
    done
fi
exec "target/$host/release/$target" "corpus/$target" -artifact_prefix="artifacts/$target/" -dict="$dictionary.dict" \
    -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len="$longest" -print_final_stats=1
