/** The files of a copy for a program that asks its client for them: read and written in walls that hold the copy alone. */
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Executor } from '../../ports/executor.ts';
import type { CopyFiles } from './acp/client.ts';
import { within } from './acp/permission-request.ts';
import { runInSandbox } from './sandbox-run.ts';

const mostBytes = 4 * 2 ** 20;

export function copyFiles(executor: Executor, clock: Clock, tree: string): CopyFiles {
  async function run(path: string, script: string, stdin?: string): Promise<string> {
    if (within(tree, path) === undefined)
      throw fault('denied', says`expected a file below ${tree}, which is all that this session has`);
    // a symbolic link leads nowhere else: there is nothing else in there
    const { code, out, bytes, err } = await runInSandbox(executor, clock, {
      name: 'the files of a worker',
      script,
      env: { FILE: path },
      workspace: 'none',
      folders: [{ path: tree, isWritable: stdin !== undefined }],
      ...defined({ stdin }),
      mostBytes,
      timeoutMs: 30_000,
    });
    if (code !== 0) throw fault('invalid', says`the file could not be read or written: ${err.slice(-200)}`);
    if (bytes > mostBytes) throw fault('invalid', says`the file has more than ${mostBytes} bytes`);
    return out;
  }
  return {
    async read(path, from, lines) {
      const text = await run(path, 'cat -- "$FILE"');
      if (from <= 1 && lines === undefined) return text;
      const start = Math.max(0, from - 1);
      return text
        .split('\n')
        .slice(start, lines === undefined ? undefined : start + lines)
        .join('\n');
    },
    async write(path, content) {
      await run(path, 'mkdir -p -- "$(dirname -- "$FILE")" && cat > "$FILE"', content);
    },
  };
}
