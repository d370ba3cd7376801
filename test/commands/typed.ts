/** Runs a command that asks the agent as it is typed, from its words to its exit code. */

import type { Agent } from '../../src/api/client/agent.ts';
import { readCommandLine } from '../../src/commands/arguments/command-line.ts';
import { fieldsOf } from '../../src/commands/arguments/fields.ts';
import type { Io } from '../../src/commands/io.ts';
import { printView } from '../../src/commands/view.ts';
import { inEnglish } from '../../src/domain/policy/sentence.ts';
import { answers } from '../../src/features/command-line/answers.ts';

export interface Typing {
  readonly agent: Partial<Agent>;
  readonly io: Io;
  readonly now?: () => number;
  readonly signal?: AbortSignal;
}

/** Throws an `Error` with the problem where the words are wrong usage. */
export async function typed(
  argv: readonly string[],
  { agent, io, now = () => 0, signal = AbortSignal.abort() }: Typing,
): Promise<number> {
  const line = readCommandLine(argv);
  if (line.kind !== 'run') throw new Error(line.kind === 'wrong' ? line.problem : line.kind);
  const fields = fieldsOf(line);
  if ('wrong' in fields) throw new Error(inEnglish(fields.wrong));
  const { input } = fields;
  const { options, json } = line;
  const answer = answers[line.form.words];
  const call = { io, json, options, input, now, signal, home: '/h', agent: agent as Agent };
  return answer ? answer(call) : printView(call, line.form.operation ?? '', input);
}
