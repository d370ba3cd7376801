/** A process with an executor of its own that runs one command until somebody kills it: `KIND WORKSPACE SCRIPTS COMMAND`. */
import { systemClock } from '../../src/adapters/clock.ts';
import { bubblewrapExecutor } from '../../src/adapters/executors/bubblewrap.ts';
import { directExecutor } from '../../src/adapters/executors/direct.ts';
import { defaultLimits } from '../../src/adapters/executors/limits.ts';

const [, , kind, workspace = '', scripts = '', command = ''] = process.argv;
const open = kind === 'bubblewrap' ? bubblewrapExecutor : directExecutor;
const executor = open({ workspace, scripts, limits: defaultLimits, clock: systemClock });

// The first command starts what all share, so that the second is killed while it starts itself.
const { signal } = new AbortController();
await executor.execute({ command: 'true', timeoutMs: 60_000, signal });
console.log('begun');
await executor.execute({ command, timeoutMs: 60_000, signal, onOutput: text => process.stdout.write(text) });
