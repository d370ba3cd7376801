/**
 * A keeper that kills itself at its n-th change of the disk: `node killed-keeper.ts WORKSPACE STORE DEED N`. Prints how
 * many there were.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [workspace = '', store = '', deed = '', at = '0'] = process.argv.slice(2);
let count = 0;

/** From here on every call that changes the disk is counted, and the n-th is never made. */
function arm(): void {
  const names = [
    ...[
      'writeSync',
      'renameSync',
      'unlinkSync',
      'rmdirSync',
      'mkdirSync',
      'linkSync',
      'symlinkSync',
      'fsyncSync',
      'rmSync',
    ],
    ...['fchmodSync', 'fchownSync', 'futimesSync', 'chmodSync', 'utimesSync', 'copyFileSync'],
  ] as const;
  const open = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const real = open[name] as (...args: unknown[]) => unknown;
    open[name] = (...args) => {
      if (++count === Number(at)) process.kill(process.pid, 'SIGKILL');
      return real(...args);
    };
  }
  syncBuiltinESMExports();
}

const { openKeeper } = await import('./world.ts');
const keeper = openKeeper(workspace, store);
keeper.recover();
arm();
if (deed === 'begin') keeper.begin({ call: 'call:two', turn: 'two', session: 'session:test', what: 'Do two.' });
if (deed === 'apply') keeper.apply(keeper.list(1).turns[0]?.id ?? 0, false);
keeper.close();
process.stdout.write(`${count}\n`);
