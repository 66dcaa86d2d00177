#!/bin/sh
# A small engine for the tests of the match runner: shuffles a rook from the start position
# (a0a1 a1a0 for Red, a9a8 a8a9 for Black) and misbehaves as its first argument says.
mode=$1
moves=0
go=0
while read -r word rest; do
    case $word in
        uci | ucci)
            [ "$mode" = mute ] && continue
            [ "$mode" = only-ucci ] && [ "$word" = uci ] && exit 0
            [ "$mode" = early ] && echo "${word}ok"
            echo "id name Shuffle $mode"
            echo
            [ "$mode" = tunable ] && echo "option name Courage type spin default 5 min 0 max 40"
            [ "$word" = ucci ] && echo "option usemillisec type check default true"
            echo "${word}ok"
            ;;
        isready) [ "$mode" = not-ready ] || echo readyok ;;
        position)
            case $rest in
                *moves*) set -- ${rest#*moves}; moves=$# ;;
                *) moves=0 ;;
            esac
            ;;
        setoption) case $rest in *Courage*) courage=${rest##* } ;; esac ;;
        stop) [ "$mode" = late ] && echo "bestmove $move" ;;
        quit) [ "$mode" = stay ] || exit 0 ;;
        go)
            go=$((go + 1))
            case $((moves % 4)) in
                0) move=a0a1 ;; 1) move=a9a8 ;; 2) move=a1a0 ;; 3) move=a8a9 ;;
            esac
            case $mode in
                crash) echo "last words" >&2; exit 7 ;;
                crash-later) [ $go -ge 3 ] && exit 7 ;;
                hang) sleep 100; continue ;;
                late) continue ;;
                stderr) echo "bestmove a0a9" >&2 ;;
                bytes) printf 'info string \377\376\351\n' ;;
                split) printf bestm; sleep 0.05; echo "ove $move"; continue ;;
            esac
            case $mode in
                mate) echo "info depth 1 score mate 1 nodes 1 pv $move" ;;
                *) echo "info depth 1 score cp 0 nodes 1 pv $move e0e9" ;;
            esac
            case $mode in
                illegal) echo "bestmove a0a9" ;;
                nonsense) echo "bestmove zzzz" ;;
                none) echo "bestmove (none)" ;;
                upper) echo "bestmove $(echo "$move" | tr a-z A-Z)" ;;
                crlf) printf 'bestmove %s\r\n' "$move" ;;
                cut) printf 'bestmove %s' "$move"; exit 0 ;;
                tunable) [ "${courage:-5}" -lt 20 ] && move=resign; echo "bestmove $move" ;;
                resign) echo "bestmove $move resign" ;;
                draw) echo "bestmove $move draw" ;;
                *) echo "bestmove $move" ;;
            esac
            ;;
    esac
done
