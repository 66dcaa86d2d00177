#!/bin/sh
# One generation of the network: games by the current network, a new network, a match, a verdict.
# Every step is skipped if its result is there, so an interrupted run is simply started again.
set -eu

usage() {
    cat <<'END'
Usage: tools/generation.sh --work DIR --name NAME [options]

  --work DIR         everything goes to DIR/NAME
  --name NAME        name of the generation and of its network
  --engine FILE      the chuhe to use                      [target/release/chuhe]
  --network FILE     the current network                   [the one built in]
  --hand-crafted     no network yet: begin with the hand-crafted evaluation
  --positions N      positions to play                     [3000000]
  --nodes N          nodes for a move                      [250]
  --seed N           seed of the games                     [derived from NAME]
  --threads N        processors to use                     [2]
  --with FILE        earlier games to train on as well; may be given again
  --width N          hidden neurons                        [256]
  --epochs N         passes over the data                  [14]
  --warm-start FILE  float weights to start from
  --games N          games of the match                    [300]
  --match-nodes N    nodes for a move in the match         [2000]

Exit code 0 if the new network is to be kept, 1 if not.
END
}

work='' name='' engine=target/release/chuhe network='' play='' current='' earlier=''
positions=3000000 nodes=250 seed='' threads=2 width=256 epochs=14 warm='' games=300 match_nodes=2000
while [ $# -gt 0 ]; do
    case $1 in
        --help | -h) usage && exit 0 ;;
        --hand-crafted) play=--hand-crafted current=hand-crafted && shift && continue ;;
    esac
    [ $# -ge 2 ] || { echo "$1 needs a value" >&2 && exit 2; }
    case $1 in
        --work) work=$2 ;;
        --name) name=$2 ;;
        --engine) engine=$2 ;;
        --network) network=$2 ;;
        --positions) positions=$2 ;;
        --nodes) nodes=$2 ;;
        --seed) seed=$2 ;;
        --threads) threads=$2 ;;
        --with) earlier="$earlier $2" ;;
        --width) width=$2 ;;
        --epochs) epochs=$2 ;;
        --warm-start) warm=$2 ;;
        --games) games=$2 ;;
        --match-nodes) match_nodes=$2 ;;
        *) echo "unknown option $1" >&2 && usage >&2 && exit 2 ;;
    esac
    shift 2
done
[ -n "$work" ] && [ -n "$name" ] || { usage >&2 && exit 2; }
[ -n "$seed" ] || seed=$(printf %s "$name" | cksum | cut -d' ' -f1)
if [ -n "$network" ]; then
    play="--network $network" current=$network
fi

folder=$work/$name
mkdir -p "$folder"
record=$folder/games.games net=$folder/$name.nnue

echo "== games by ${current:-the built-in network}"
# shellcheck disable=SC2086 # options are split on purpose
"$engine" datagen --out "$record" --positions "$positions" --nodes "$nodes" \
    --threads "$threads" --seed "$seed" $play
"$engine" data stats "$record"

echo "== training"
if [ ! -f "$net" ]; then
    # shellcheck disable=SC2086
    "$engine" train "$record" $earlier --out "$net" --name "$name" --width "$width" \
        --epochs "$epochs" --threads "$threads" --plot "$folder/loss.svg" \
        ${warm:+--warm-start "$warm"}
fi

echo "== match"
old="cmd=$engine,name=current,option.Hash=8"
[ -z "$current" ] || old="$old,option.EvalFile=$current"
"$engine" match --engine "cmd=$engine,name=$name,option.Hash=8,option.EvalFile=$net" \
    --engine "$old" --nodes "$match_nodes" --games "$games" --concurrency "$threads" \
    --openings random --plies 8 --seed 1 --maxplies 240 \
    --resume "$folder/match.json" | tee "$folder/match.txt"

elo=$(sed -n 's/^Elo  *\([-+][0-9.inf]*\).*/\1/p' "$folder/match.txt" | head -1)
los=$(sed -n 's/^LOS  *\([0-9.]*\).*/\1/p' "$folder/match.txt" | head -1)
verdict=drop
if awk "BEGIN { exit !(${los:-0} >= 95) }"; then
    verdict=keep
fi
echo "$name against the current network: ${elo:-?} Elo, LOS ${los:-?} %: $verdict"
[ "$verdict" = keep ]
