/**
 * What is done when the files of a tool change: they are looked at for what they do not show by themselves, and the
 * owner is told what is wrong.
 */
import { toFailure } from '../../domain/supervision/failure.ts';
import type { Executor } from '../../ports/executor.ts';
import type { ToolLedger } from '../../ports/ledgers/tool.ts';
import { syntaxProblem } from './python-syntax.ts';
import type { ToolEntry } from './tool-entry.ts';
import type { ToolRegistry } from './tool-registry.ts';

export interface ToolInspection {
  /** Looks at a tool whose files are new or have changed; each content once. */
  look(entry: ToolEntry): void;
  /** Ends what is under way. */
  close(): Promise<void>;
}

export function toolInspection({
  executor,
  ledger,
  condemn,
  redact,
  broken,
  log,
}: {
  readonly executor: Executor;
  readonly ledger: ToolLedger;
  readonly condemn: ToolRegistry['condemn'];
  /** What is kept of a fault passes it. */
  readonly redact: (text: string) => string;
  /** The owner should know. */
  readonly broken: (name: string, problem: string) => void;
  readonly log: (level: 'warn', text: string, facts: object) => void;
}): ToolInspection {
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  function tell({ name, hash }: ToolEntry, problem: string): void {
    const record = ledger.get(name);
    if (record.seen === hash && record.problem === problem) return;
    ledger.change(name, { seen: hash, problem });
    broken(name, problem);
  }

  /** Python that was not written by `create_tool` is compiled before somebody needs it. */
  async function compile({ name, hash, program, source = '' }: ToolEntry): Promise<void> {
    try {
      const problem = await syntaxProblem(executor, { file: program, source, signal: closing.signal });
      if (problem !== undefined) condemn(name, hash, `${program} is not valid Python: ${redact(problem)}`);
      else ledger.change(name, { seen: hash, problem: undefined });
    } catch (error) {
      if (closing.signal.aborted) return;
      log('warn', `the tool ${name} could not be checked`, { problem: toFailure(error).message });
    }
  }

  return {
    look(entry) {
      if (entry.problem !== undefined) return tell(entry, redact(entry.problem));
      const { name, hash, program, source } = entry;
      const { pinned, seen, problem } = ledger.get(name);
      if (pinned === hash || source === undefined || !program.endsWith('.py')) return;
      if (seen !== hash) last = last.then(() => compile(entry));
      else if (problem !== undefined) condemn(name, hash, problem);
    },
    async close() {
      closing.abort();
      await last;
    },
  };
}
