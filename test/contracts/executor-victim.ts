/**
 * A process with an executor of its own that runs one command until somebody kills it:
 * `KIND WORKSPACE SCRIPTS COMMAND`, and for Docker `SOCKET IMAGE [RUNTIME]`, for bubblewrap `cold` or nothing.
 */

import { bubblewrapExecutor } from '../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { coldBubblewrapExecutor } from '../../src/adapters/executors/bubblewrap/cold.ts';
import { directExecutor } from '../../src/adapters/executors/direct/direct.ts';
import { dockerExecutor } from '../../src/adapters/executors/docker/docker.ts';
import { defaultLimits } from '../../src/adapters/executors/limits.ts';
import { systemClock } from '../../src/adapters/process/clock.ts';
import { defined } from '../../src/domain/text/json.ts';

const [, , kind, workspace = '', scripts = '', command = '', ...more] = process.argv;
const [socketPath = '', image = '', runtime] = more;
const options = { workspace, scripts, limits: defaultLimits, clock: systemClock };
const executor =
  kind === 'docker'
    ? dockerExecutor({ ...options, socketPath, image, ...defined({ runtime }) })
    : kind === 'bubblewrap'
      ? (more[0] === 'cold' ? coldBubblewrapExecutor : bubblewrapExecutor)(options)
      : directExecutor(options);

// The first command starts what all share, so that the second is killed while it starts itself.
const { signal } = new AbortController();
await executor.execute({ command: 'true', timeoutMs: 60_000, signal });
console.log('begun');
await executor.execute({ command, timeoutMs: 60_000, signal, onOutput: text => process.stdout.write(text) });
