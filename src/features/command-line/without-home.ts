/** Commands that need no home: their answer follows from their words and standard input alone. */
import { createReadStream } from 'node:fs';
import { systemClock } from '../../adapters/process/clock.ts';
import type { Run } from '../../commands/arguments/command-line.ts';
import type { Values } from '../../commands/arguments/forms.ts';
import { inputLines } from '../../commands/arguments/input-lines.ts';
import type { Shell } from '../../commands/arguments/local-forms.ts';
import { texts } from '../../commands/arguments/values.ts';
import type { Io } from '../../commands/io.ts';

/** Undefined where the command is none of them. */
export function withoutHome({ command, form, args, options, json }: Run, io: Io): Promise<number> | undefined {
  const [, verb = ''] = form.words.split(' ');
  const file = textOf(options['file']);
  if (command === 'egress') return egress(args['url'], json, io);
  if (command === 'redact') return redact(options, io);
  if (command === 'cron') return cron(args['expr'], json, { options, io });
  if (command === 'policy')
    return judged(verb === 'call' ? 'call' : 'command', args['text'] ?? args['call'], json, { options, io });
  if (command === 'completion') return complete(verb as Shell, io);
  if (form.words === 'audit verify' && file !== undefined) return verify(file, json, io);
  return undefined;
}

function textOf(value: Values[string] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

async function verify(file: string, json: boolean, io: Io): Promise<number> {
  const { auditFile } = await import('../../commands/audit/audit.ts');
  return auditFile(inputLines(createReadStream(file)), { io, json, file });
}

async function complete(shell: Shell, io: Io): Promise<number> {
  const [{ completionScript }, { commands }] = await Promise.all([
    import('../../commands/arguments/completion.ts'),
    import('../../commands/arguments/forms.ts'),
  ]);
  io.out(completionScript(shell, commands()));
  return 0;
}

/** Without a text, rows are read. */
async function judged(
  verb: 'command' | 'call',
  text: string | undefined,
  json: boolean,
  { options, io }: { readonly options: Values; readonly io: Io },
) {
  const read = text === undefined ? { lines: inputLines(process.stdin) } : { text };
  const { policy } = await import('../../commands/rules/policy.ts');
  const tools = verb === 'call' ? (await import('../../adapters/declared-tools.ts')).declaredTools : [];
  return policy({ io, verb, json, tools, ...texts(options, 'executor', 'taint'), ...read });
}

async function redact({ jsonl, inbound }: Values, io: Io): Promise<number> {
  const { redactRows, redactStream } = await import('../../commands/rules/redact.ts');
  if (jsonl === true) return redactRows({ lines: inputLines(process.stdin), inbound: inbound === true, io });
  return redactStream(process.stdin.setEncoding('utf8'), writeAll);
}

/** Without an expression, rows are read. The library is loaded for this command alone. */
async function cron(
  expr: string | undefined,
  json: boolean,
  { options, io }: { readonly options: Values; readonly io: Io },
): Promise<number> {
  const { cronNext } = await import('../../commands/jobs/cron.ts');
  const read = expr === undefined ? { lines: inputLines(process.stdin) } : { expr };
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const usual = { now: systemClock.now(), timeZone: timeZone || 'UTC' };
  return cronNext({ io, json, ...usual, ...texts(options, 'tz', 'from', 'count'), ...read });
}

/** Waits where the reader is slower. */
function writeAll(text: string): Promise<void> | void {
  if (!process.stdout.write(text)) return new Promise(done => process.stdout.once('drain', done));
}

/** Without a URL, rows are read. */
async function egress(url: string | undefined, json: boolean, io: Io): Promise<number> {
  const { egressCheck } = await import('../../commands/rules/egress.ts');
  if (url === undefined) return egressCheck({ io, lines: inputLines(process.stdin) });
  return egressCheck({ io, url, json });
}
