#!/bin/bash
# All measurements of this experiment with the program $SALTA; results go to $OUT.
# LIMIT: seconds after which no job is begun and those at work are ended (default 560). What is done
# stays in $WORK, so that the same command does the rest.
set -u
cd "$(dirname "$0")"
export HERE=$PWD WORK=${WORK:-/tmp/solved-21} OUT=${OUT:-$PWD/out} LIMIT=${LIMIT:-560}
export SALTA=${SALTA:-$HERE/salta} BEGAN=$SECONDS START=$(date +%s) RAYON_NUM_THREADS=1
CORES=${CORES:-$(nproc)}
mkdir -p "$WORK/done" "$OUT"

left() { echo $((LIMIT - 8 - ($(date +%s) - START))); }
salta() { "$SALTA" "$@" > /dev/null 2>> "$WORK/errors.txt"; }
solve() { [ -f "$WORK/$1.table" ] || salta solve "rules/$1.toml" --out "$WORK/$1.table"; }

# regret RUN RULES LAST: by generation and, for the last one, by simulations.
regret() {
    local run=$1 rules=$2 last=$3
    local common=(checkpoint:"$WORK/runs/$run" "rules/$rules.toml" --table "$WORK/$rules.table" --max-plies 80)
    salta regret "${common[@]}" --generations "0,1,2,4,8,16" --sims 0,16 --own-games 20 \
        --placements 500 --csv "$WORK/done/$run.generations.csv" || return 1
    salta regret "${common[@]}" --generations "$last" --sims 0,1,4,16,64,256 --own-games 20 \
        --placements 500 --csv "$WORK/done/$run.simulations.csv" \
        --calibration "$WORK/done/$run.calibration.csv"
}

# train RUN UNTIL ARGS…: a run up to a generation, resumed if it has begun.
train() {
    local run=$1 until=$2; shift 2
    if [ -f "$WORK/runs/$run/config.toml" ]; then
        salta train --resume "$WORK/runs/$run" --until "$until" --quiet
    else
        salta train config.toml --out "$WORK/runs/$run" --until "$until" --quiet "$@"
    fi && cp "$WORK/runs/$run/metrics.ndjson" "$WORK/done/$run.metrics.ndjson"
}

FAMILY='more_variants=["rules/feo.toml","rules/fio.toml","rules/aec.toml","rules/aic.toml","rules/aeo.toml"]'

# 24 records: 12 of the 16 of direction, pieces jumped over, compulsion and chains, with 20 and 40 moves.
wide_rules() {
    mkdir -p "$WORK/wide"
    local d o j c l
    for d in forward any; do for o in enemy either; do for j in compulsory optional; do
        case "$d $o $j" in "forward either compulsory" | "any either optional") continue ;; esac
        for c in single may-continue; do for l in 20 40; do
            printf '%s\n' 'base = "buettgenbach-1899-free"' "name = \"wide-$d-$o-$j-$c-$l\"" 'board = "6x6"' \
                'ranks = 1' "jump_direction = \"$d\"" "jump_over = \"$o\"" "jumping = \"$j\"" \
                "chain = \"$c\"" "move_limit = $l" > "$WORK/wide/$d-$o-$j-$c-$l.toml"
        done; done
    done; done; done
}

# limited NETWORK RULES NAME: regret of a network in a game with a move limit.
limited() {
    salta regret "checkpoint:$1" "rules/$2.toml" --table "$WORK/$2.table" --sims 0,16 --own-games 40 \
        --placements 500 --csv "$WORK/done/$3.csv"
}

job() {
    local kind=$1 a=${2:-} b=${3:-} name; name=$(IFS=-; echo "$*")
    [ -f "$WORK/done/$name.ok" ] && return
    [ "$(left)" -lt 5 ] && return
    case $kind in
        family) RAYON_NUM_THREADS=$a salta solve --family ../../configs/small/family.toml --out "$WORK/done/family.ndjson" ;;
        rules) train "$name" 24 --set "variant=\"rules/$a.toml\"" --set seed="$b" && regret "$name" "$a" 24 ;;
        size) train "$name" 24 --set network.channels="$a" --set seed="$b" &&
              regret "$name" buettgenbach-1899-free 24 ;;
        # Any-direction jumps with a move limit in training, measured without one.
        stage) train "$name" 24 --set 'variant="rules/checkerboard.toml"' --set seed="$a" \
                   --set 'stage=[{from=1,move_limit=10},{from=9,move_limit=20},{from=17,move_limit=40}]' &&
               regret "$name" checkerboard 24 ;;
        one) train "$name" 24 --set 'variant="rules/fec.toml"' --set "$FAMILY" --set seed="$a" \
                 --set games_per_generation=192 &&
             for rules in fec fic fec-opponent; do
                 limited "$WORK/runs/$name" $rules "zero-shot-$rules-$a" || return
             done ;;
        # The same games over 24 records instead of six.
        wide) local more; more=$(printf '"%s",' $(ls "$WORK"/wide/*.toml | grep -v forward-enemy-compulsory-single-20))
             train "$name" 24 --set 'variant="rules/fec.toml"' --set seed="$a" \
                 --set "more_variants=[${more%,}]" --set games_per_generation=192 &&
             for rules in fec fic fec-opponent fec-10; do
                 limited "$WORK/runs/$name" $rules "wide-$rules-$a" || return
             done &&
             limited "$WORK/runs/one-$a" fec-10 "zero-shot-fec-10-$a" ;;
        own) train "$name" 24 --set "variant=\"rules/$a.toml\"" --set seed="$b" \
                 --set games_per_generation=192 && limited "$WORK/runs/$name" "$a" "$name" ;;
        tune) while [ ! -f "$WORK/done/one-$b.ok" ]; do sleep 1; [ "$(left)" -lt 5 ] && return; done
              local before=0 at
              for at in 10 30 100; do
                  [ -f "$WORK/done/$name-$at.csv" ] && { before=$at; continue; }
                  if [ -f "$WORK/runs/$name/config.toml" ]; then
                      timeout -s INT $((at - before)) "$SALTA" train --resume "$WORK/runs/$name" --quiet
                  else
                      timeout -s INT $at "$SALTA" train config.toml --from "$WORK/runs/one-$b" \
                          --out "$WORK/runs/$name" --quiet --set "variant=\"rules/$a.toml\"" \
                          --set seed="$b" --set games_per_generation=32 --set train.steps_per_generation=10 \
                          --set generations=2000
                  fi > /dev/null 2>&1
                  before=$at
                  limited "$WORK/runs/$name" "$a" "$name-$at" || return
              done ;;
        perfect) local t="$WORK/$a.table"
              "$SALTA" match "perfect:$t" "perfect:$t" --variant "rules/$a.toml" --pairs 200 \
                  --opening-plies "$b" --max-plies 400 --json > "$WORK/done/$name.json" 2>> "$WORK/errors.txt" ;;
    esac && touch "$WORK/done/$name.ok" || echo "failed or stopped: $name" >> "$WORK/errors.txt"
}
wide_rules
export -f left salta solve regret train limited job
export FAMILY

collect() { cp -f "$WORK"/done/*.csv "$WORK"/done/*.ndjson "$WORK"/done/*.json "$WORK/errors.txt" "$OUT"/ 2> /dev/null; ls "$WORK/done" | grep -c '\.ok$' > "$OUT/jobs-done.txt"; }

for rules in buettgenbach-1899 buettgenbach-1899-free checkerboard nestor walker walker-9i fec fic fec-opponent fec-10; do echo "$rules"; done |
    RAYON_NUM_THREADS=2 timeout $((LIMIT - 20)) xargs -P $((CORES / 2)) -I{} bash -c 'solve {}'
echo "tables: $(($(date +%s) - START)) s"

{
    echo family 3
    for seed in 1 2 3 4 5; do echo size 40 $seed; done
    for seed in 1 2 3 4 5; do echo one $seed; done
    for seed in 1 2 3 4 5; do echo rules buettgenbach-1899-free $seed; done
    for seed in 1 2 3 4 5; do echo rules checkerboard $seed; done
    for seed in 1 2 3 4 5; do echo tune fic $seed; echo tune fec-opponent $seed; done
    for seed in 1 2 3 4 5; do echo own fic $seed; echo own fec-opponent $seed; done
    for seed in 1 2 3 4 5; do echo wide $seed; done
    for seed in 1 2 3 4 5; do echo stage $seed; echo size 8 $seed; done
    for seed in 1 2 3 4 5; do echo rules buettgenbach-1899 $seed; done
    for seed in 1 2 3 4 5; do echo rules nestor $seed; done
    for of in buettgenbach-1899 buettgenbach-1899-free checkerboard nestor walker walker-9i; do
        echo perfect $of 5; echo perfect $of 10; done
    for seed in 1 2 3 4 5; do echo size 16 $seed; done
    for seed in 1 2 3 4 5; do echo rules walker $seed; echo rules walker-9i $seed; done
} > "$WORK/jobs.txt"
limit=$(left)
timeout -s INT -k 3 "$limit" xargs -P "$CORES" -L1 bash -c 'job "$@"' job < "$WORK/jobs.txt"
collect
echo "jobs done: $(cat "$OUT/jobs-done.txt") of $(wc -l < "$WORK/jobs.txt"), $(($(date +%s) - START)) s"
