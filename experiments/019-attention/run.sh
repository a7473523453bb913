#!/usr/bin/env bash
# Attention against taps: needs a program built with `--features burn` beside it, as ./salta.
# OUT=results GENERATIONS=3 SEEDS="1 2 3" PAIRS=6 CORES=6 ./run.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
OUT=${OUT:-out} GENERATIONS=${GENERATIONS:-3} SEEDS=${SEEDS:-1 2 3} PAIRS=${PAIRS:-6} CORES=${CORES:-6}
export OUT PAIRS
mkdir -p "$OUT"
OUT=$(realpath "$OUT") SALTA=$PWD/salta
export SALTA
WORK=$(mktemp -d)
export WORK
say() { echo "$(date -u +%T) $*" | tee -a "$OUT/log.txt"; }

# Positions per second of self-play and seconds per step, each on a free core.
for arm in taps attention; do
    ./salta plan $arm.toml --seconds 4 --json | sed "s/^{/{\"arm\":\"$arm\",/" >>"$OUT/plan.ndjson"
done
cat "$OUT/plan.ndjson"
# Time of a generation whose games are half as long as they can be; 32 simulations' worth of time.
read -r RATIO LONG MANY < <(awk -v generations="$GENERATIONS" '
    function field(name) { match($0, "\"" name "\":[-0-9.e+]+"); return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) }
    { speed[NR] = field("positions_per_second"); time[NR] = field("positions") / speed[NR] / 2 + field("steps") * field("seconds_per_step") }
    END { ratio = speed[1] / speed[2]; printf "%.2f %.0f %.0f\n", ratio, generations * time[2] / time[1], 32 * ratio }' "$OUT/plan.ndjson")
say "self-play of taps is $RATIO times as fast; long runs have $LONG generations, $MANY simulations"

train() { # ARM CONFIG GENERATIONS SEED
    ./salta train "$2.toml" --set seed="$4" --set name="$1-$4" --set threads=2 --set generations="$3" \
        --set learner.total_steps=$((80 * $3)) --until "$3" \
        --out "$WORK/$1-$4" --quiet >"$WORK/$1-$4.log" 2>&1 || cat "$WORK/$1-$4.log"
    cp "$WORK/$1-$4/metrics.ndjson" "$OUT/metrics-$1-$4.ndjson"
    rm -rf "$WORK/$1-$4/games"
}
play() { # FILE A SIMS B SIMS SEED
    (cd "$WORK" && "$SALTA" match "checkpoint:$2:sims=$3" "checkpoint:$4:sims=$5" --pairs "$PAIRS" --seed "$6" \
        --threads 1 --json 2>>"$OUT/log.txt" >"$OUT/$1-$6.json")
}
export -f train play

say "training"
{
    for s in $SEEDS; do echo "attention attention $GENERATIONS $s"; done
    for s in $SEEDS; do echo "long taps $LONG $s"; done
    for s in $SEEDS; do echo "taps taps $GENERATIONS $s"; done
} | xargs -P $((CORES / 2)) -L 1 bash -c 'train "$@"' _
say "matches"
for a in $SEEDS; do for b in $SEEDS; do
    echo "time attention-$a 32 long-$b $MANY $a$b"
    echo "equal attention-$a 32 taps-$b 32 $a$b"
    echo "trained attention-$a 32 long-$b 32 $a$b"
done; done | xargs -P "$CORES" -L 1 bash -c 'play "$@"' _
for kind in time equal trained; do cat "$OUT"/$kind-??.json >"$OUT/$kind.ndjson" && rm "$OUT"/$kind-??.json; done
say "done"
rm -rf "$WORK"
