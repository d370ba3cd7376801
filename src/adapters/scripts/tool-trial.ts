/** Tries a tool that is not in its place yet. */
import type { ScriptTool } from '../../domain/tools/script-tool.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Executor } from '../../ports/executor.ts';
import { argumentsSchema } from '../toolbox/arguments.ts';
import { runScript, type ScriptOutcome } from './script-tool-run.ts';
import type { ScriptsFolder } from './scripts-folder.ts';

/** Runs a candidate under a name that nothing else has; a text says why it could not be tried. */
export type ToolTrial = (
  tool: ScriptTool,
  source: string,
  input: unknown,
  run: { readonly signal: AbortSignal; readonly alive: (() => void) | undefined },
) => Promise<ScriptOutcome | string>;

export function toolTrial({
  folder,
  executor,
  clock,
}: {
  readonly folder: Pick<ScriptsFolder, 'write' | 'remove'>;
  readonly executor: Executor;
  readonly clock: Pick<Clock, 'id'>;
}): ToolTrial {
  return async (tool, source, input, { signal, alive }) => {
    const judged = argumentsSchema(tool.parameters).safeParse(input);
    if (!judged.success) {
      const issues = judged.error.issues.slice(0, 5);
      const problems = issues.map(({ path, message }) => `${path.join('.') || 'test_input'}: ${message}`);
      return `The test input does not fit the parameters. ${problems.join('. ')}.`;
    }
    const file = `.try-${clock.id()}.py`;
    folder.write(file, source, true);
    try {
      return await runScript(executor, { tool, file, args: judged.data, signal, alive });
    } finally {
      folder.remove(file);
    }
  };
}
