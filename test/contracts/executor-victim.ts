/**
 * A process with an executor of its own that runs one command until somebody kills it:
 * `KIND WORKSPACE SCRIPTS COMMAND`, and for Docker `SOCKET IMAGE [RUNTIME]`, for bubblewrap `cold` or nothing. With
 * `resident` at the end the command is a program that lives on.
 */

import { bubblewrapExecutor } from '../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { coldBubblewrapExecutor } from '../../src/adapters/executors/bubblewrap/cold.ts';
import { directExecutor } from '../../src/adapters/executors/direct/direct.ts';
import { dockerExecutor } from '../../src/adapters/executors/docker/docker.ts';
import { defaultLimits } from '../../src/adapters/executors/limits.ts';
import { systemClock } from '../../src/adapters/process/clock.ts';
import { defined } from '../../src/domain/text/json.ts';

const [, , kind, workspace = '', scripts = '', command = '', ...words] = process.argv;
const isResident = words.at(-1) === 'resident';
const more = isResident ? words.slice(0, -1) : words;
const [socketPath = '', image = '', runtime] = more;
const options = { workspace, scripts, limits: defaultLimits, clock: systemClock };
const executor =
  kind === 'docker'
    ? dockerExecutor({ ...options, socketPath, image, ...defined({ runtime }) })
    : kind === 'bubblewrap'
      ? (more[0] === 'cold' ? coldBubblewrapExecutor : bubblewrapExecutor)(options)
      : directExecutor(options);

if (isResident) {
  const argv = ['/bin/sh', '-c', command] as const;
  const program = await executor.open?.({ name: 'victim', argv, env: {}, workspace: 'write', folders: [] });
  program?.output.pipe(process.stdout);
  await program?.ended;
}

// The first command starts what all share, so that the second is killed while it starts itself.
const { signal } = new AbortController();
await executor.execute({ command: 'true', timeoutMs: 60_000, signal });
console.log('begun');
await executor.execute({ command, timeoutMs: 60_000, signal, onOutput: text => process.stdout.write(text) });
