import { fstatSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { chosenHome, homePaths } from '../config/home.ts';
import { languageIn, loadLanguages } from '../config/language.ts';
import { readCommandLine } from './commands/arguments/command-line.ts';
import { helpText } from './commands/arguments/help.ts';
import { type Io, style } from './commands/io.ts';
import { sayIn } from './commands/say.ts';
import { toFailure } from './domain/supervision/failure.ts';
import { asTyped } from './domain/text/typed-name.ts';
import { readable } from './domain/text/visible.ts';
import { roomIn } from './domain/text/writing/cells.ts';
import type { Edge } from './features/command-line/edge.ts';
import { programHere } from './features/command-line/program.ts';

/**
 * Runs one command line and answers its exit code: 0 done, 1 failed, 2 wrong usage. `features`: more than Straylight's
 * own, for its settings and for the process that a command opens.
 */
export async function main(argv: readonly string[], umask: number, features: Edge['features'] = []): Promise<number> {
  await loadLanguages();
  const io = terminalIo();
  const say = sayIn({ ...io, language: languageOf(argv) });
  const line = readCommandLine(argv, say);
  if (line.kind === 'help') io.out(asTyped(helpText(line.command, say), io.program));
  else if (line.kind === 'version') io.out(version());
  else if (line.kind === 'wrong') {
    const { ownWords } = await import('./domain/text/texts.ts');
    io.err(`straylight: ${readable(ownWords(line.said ?? line.problem, languageOf(argv)))}`);
    return 2;
  } else
    try {
      const { runCommand } = await import('./features/command-line/run.ts');
      return await runCommand(line, edgeOf(io, umask, features));
    } catch (thrown) {
      const { failureWords } = await import('./domain/text/texts.ts');
      io.err(`straylight: ${readable(failureWords(toFailure(thrown), languageOf(argv)))}`);
      return 1;
    }
  return 0;
}

/** Of the home that the command line or the environment names. */
function languageOf(argv: readonly string[]) {
  const at = argv.findIndex(word => word === '--home' || word.startsWith('--home='));
  const named = at < 0 ? undefined : (argv[at]?.split(/=(.*)/s, 2)[1] ?? argv[at + 1]);
  return languageIn(homePaths(chosenHome(named, process.env, homedir())).configFile, process.env);
}

function edgeOf(io: Io, umask: number, features: Edge['features']): Edge {
  return {
    io,
    umask,
    features,
    env: process.env,
    now: Date.now,
    clientId: () => crypto.randomUUID(),
    isTerminal: Boolean(process.stdin.isTTY && process.stdout.isTTY),
    isTyped: process.stdin.isTTY === true,
    isFed: isFed(),
    isColored: isColored(),
    isPlain: process.env['TERM'] === 'dumb' || Boolean(process.env['STRAYLIGHT_PLAIN']),
    async compose(config, options) {
      const { compose } = await import('./compose.ts');
      return compose(config, { ...options, features: [...features, ...(options.features ?? [])] });
    },
  };
}

function terminalIo(): Io {
  // who reads along may copy a command; a script and a log are read elsewhere
  const isRead = process.stdout.isTTY === true || process.stderr.isTTY === true;
  const program = isRead ? programHere(process.env, process.cwd()) : 'straylight';
  const quote = (line: string) => void process.stderr.write(`${line}\n`);
  return {
    quote,
    program,
    out: line => void process.stdout.write(`${line}\n`),
    err: line => quote(asTyped(line, program)),
    readAll: async () => (await import('node:stream/consumers')).text(process.stdin),
    style: style(isColored(), process.stdout.isTTY ? () => roomIn(process.stdout.columns) : undefined),
  };
}

/** Of a socket or a device the end may never come. */
function isFed(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile();
  } catch {
    return false; // it is closed
  }
}

function isColored(): boolean {
  return process.stdout.isTTY === true && process.env['TERM'] !== 'dumb' && !process.env['NO_COLOR'];
}

function version(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}

/**
 * Runs as the program: ends with its exit code, and quietly where nobody reads on (`straylight … | head`). What it
 * writes is for its owner alone; commands of the agent and the browser keep the umask it was started with. A program of
 * an owner's own is the whole command line with its `features`.
 */
export async function runAsProgram(argv: readonly string[], features: Edge['features'] = []): Promise<never> {
  const umask = process.umask(0o077);
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  process.once('beforeExit', () => {
    // nothing is left that could end the command
    const say = sayIn({ language: languageOf(argv) });
    process.stderr.write(`straylight: ${say('the command ended without an answer; this is a fault of Straylight')}\n`);
    process.exit(1);
  });
  const code = await main(argv, umask, features);
  await Promise.all([process.stdout, process.stderr].map(written));
  process.exit(code);
}

/** What is printed to a pipe waits in this process where the reader is slower; an exit would throw it away. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise(done => void stream.write('', () => done()));
}

if (import.meta.main) await runAsProgram(process.argv.slice(2));
