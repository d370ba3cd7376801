/** Is it Python? Asked of the Python that will run it, without running any of it. */
import { fault } from '../../domain/supervision/failure.ts';
import type { Executor } from '../../ports/executor.ts';
import { endOf } from './script-tool-run.ts';

/** What is wrong, as Python says it; undefined where it compiles. */
export async function syntaxProblem(
  executor: Executor,
  { file, source, signal }: { readonly file: string; readonly source: string; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { exitCode, stderr, ended } = await executor.execute({
    command: `the syntax of ${file}`,
    argv: ['python3', '-c', check, file],
    stdin: source,
    timeoutMs: 20_000,
    signal,
  });
  signal.throwIfAborted();
  if (exitCode === 0) return undefined;
  if (exitCode === 127)
    throw fault('unavailable', 'there is no python3 where commands run, so no tool can run either; install it there');
  return (
    endOf(stderr) || (ended === 'timeout' ? 'Python was not done reading it after 20 s' : 'Python could not read it')
  );
}

const check = `import sys
try:
    compile(sys.stdin.buffer.read(), sys.argv[1], 'exec')
except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
    import traceback
    sys.exit(''.join(traceback.format_exception_only(error)))`;
