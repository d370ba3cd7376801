/** Commands that need no home: their answer follows from their words and standard input alone. */
import { createReadStream } from 'node:fs';
import { completedCommands } from '../../commands/arguments/command-line.ts';
import { completionScript, type Shell } from '../../commands/arguments/completion.ts';
import { inputLines } from '../../commands/arguments/input-lines.ts';
import { auditFile } from '../../commands/audit/audit.ts';
import type { Io } from '../../commands/io.ts';
import { egressCheck } from '../../commands/rules/egress.ts';
import { policy } from '../../commands/rules/policy.ts';
import { redactRows, redactStream } from '../../commands/rules/redact.ts';
import type { Run } from './edge.ts';

/** Undefined where the command is none of them. */
export function withoutHome({ command, words, options }: Run, io: Io): Promise<number> | undefined {
  const { json = false, file } = options;
  if (command === 'egress') return egress(words[1], options, io);
  if (command === 'redact') return redact(options, io);
  if (command === 'policy') return judged(words, options, io);
  if (command === 'completion') return complete(words[0] as Shell, io);
  if (command === 'audit' && file !== undefined)
    return auditFile(inputLines(createReadStream(file)), { io, json, file });
  return undefined;
}

async function complete(shell: Shell, io: Io): Promise<number> {
  io.out(completionScript(shell, completedCommands()));
  return 0;
}

async function judged(
  [verb, text]: readonly string[],
  { jsonl = false, json = false, executor, taint }: Run['options'],
  io: Io,
) {
  const given = { ...(executor === undefined ? {} : { executor }), ...(taint === undefined ? {} : { taint }) };
  const read = jsonl ? { lines: inputLines(process.stdin) } : { text: text ?? '' };
  const tools = verb === 'call' ? (await import('../../adapters/declared-tools.ts')).declaredTools : [];
  return policy({ io, verb: verb === 'call' ? 'call' : 'command', json, tools, ...given, ...read });
}

function redact({ jsonl = false, inbound = false }: Run['options'], io: Io): Promise<number> {
  if (jsonl) return redactRows({ lines: inputLines(process.stdin), inbound, io });
  return redactStream(process.stdin.setEncoding('utf8'), writeAll);
}

/** Waits where the reader is slower. */
function writeAll(text: string): Promise<void> | void {
  if (!process.stdout.write(text)) return new Promise(done => process.stdout.once('drain', done));
}

function egress(url: string | undefined, { json = false, jsonl = false }: Run['options'], io: Io): Promise<number> {
  if (jsonl) return egressCheck({ io, lines: inputLines(process.stdin) });
  return egressCheck({ io, url: url ?? '', json });
}
