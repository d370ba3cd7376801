# What ends the commands of a Straylight that died.
#
# usage: sh lifeline.sh MARK DIRECTORY        (standard input: the lifeline, held open by Straylight)
#
# Standard input carries "+ GROUP" and "- GROUP" as commands start and end, and "bye" when the executor is closed. If it
# ends without a "bye", Straylight is gone, however it went: every process of a group or session told of, every process that
# carries STRAYLIGHT_RUN=MARK in its environment, and every child of such a process is killed, again and again until
# half a second has passed without finding one. Then DIRECTORY (the pipes of the commands) is removed.
mark=$1 directory=$2 groups=' '

while read -r verb group; do
  case $verb in
    +) groups="$groups$group " ;;
    -) case $groups in *" $group "*) groups="${groups%%" $group "*} ${groups#*" $group "}" ;; esac ;;
    bye) exit 0 ;;
  esac
done

quiet=0 rounds=0
while [ "$quiet" -lt 10 ] && [ "$rounds" -lt 400 ]; do
  rounds=$((rounds + 1)) doomed=' '
  for group in $groups; do kill -KILL -- "-$group" 2>/dev/null; done
  for path in $(grep -lsaF -e "STRAYLIGHT_RUN=$mark" /proc/[0-9]*/environ 2>/dev/null); do
    path=${path#/proc/}
    doomed="$doomed${path%/environ} "
  done
  for path in /proc/[0-9]*/stat; do
    { read -r line <"$path"; } 2>/dev/null || continue
    pid=${line%% *}
    # After "pid (name) " stand state, parent, group and session; a name may hold spaces and brackets.
    set -- ${line##*) }
    [ "$1" = Z ] && continue
    case $groups in *" $3 "* | *" $4 "*) doomed="$doomed$pid " ;; esac
    case $doomed in *" $2 "*) doomed="$doomed$pid " ;; esac
  done
  if [ "$doomed" = ' ' ]; then quiet=$((quiet + 1)); else quiet=0; kill -KILL $doomed 2>/dev/null; fi
  sleep 0.05
done
rm -rf -- "$directory"
