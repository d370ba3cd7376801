/**
 * Swaps a folder for a link and back, as fast as it can, until its standard input ends:
 * `node path-swapper.ts DIR FOLDER LINK`.
 */
import { renameSync } from 'node:fs';
import { join } from 'node:path';

const [dir = '', folder = '', link = ''] = process.argv.slice(2);
const [place, aside, other] = [join(dir, folder), join(dir, `${folder}-aside`), join(dir, link)];
let swaps = 0;
let putAway = 0;

function swap(): void {
  for (let at = 0; at < 200; at++, swaps++) {
    renameSync(place, aside);
    put(other);
    renameSync(place, other);
    put(aside);
  }
  if (!ended) setImmediate(swap);
  else process.stdout.write(`${swaps}\n`);
}

/** Whoever writes there may have made the folder anew in between: then that one is put away. */
function put(from: string): void {
  for (;;)
    try {
      renameSync(from, place);
      return;
    } catch {
      putAway += 1;
      renameSync(place, `${place}-made-${putAway}`);
    }
}

let ended = false;
process.stdin.resume().once('end', () => {
  ended = true;
});
process.stdout.write('swapping\n');
swap();
