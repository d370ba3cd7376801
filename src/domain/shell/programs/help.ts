/**
 * Which programs answer `--help` and `--version` by themselves, without a look at the settings of the folder they stand
 * in.
 */
import { archives } from './archives.ts';
import { queries } from './reading/queries.ts';
import { readers } from './reading/readers.ts';

const others =
  'bash sh dash zsh python python2 python3 node nodejs perl ruby php lua awk gawk mawk nawk sed gsed cp mv rm mkdir rmdir touch ln install chmod chown tee dd truncate split env timeout nice nohup stdbuf xargs find fd sqlite3 psql vim nano ffmpeg curl wget ssh rsync openssl ip ps lsof ss apt dpkg systemctl journalctl tldr pip pip3 gio getent gzip gunzip bzip2 xz zstd';
const ownWays = /^(ag|ack|bat|batcat|identify|exiftool|less|more|most|info)$/;
const alone: ReadonlySet<string> = new Set([
  ...[...readers.keys(), ...queries.keys(), ...archives.keys()].filter(name => !ownWays.test(name)),
  ...others.split(' '),
]);

/** Anything else may obey the folder or the home first: a test runner loads its plugins before it tells its version. */
export function obeysFolder(program: string): boolean {
  return !alone.has(program);
}
