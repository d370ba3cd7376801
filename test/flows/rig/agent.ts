/**
 * An agent for one story: a scratch home, the real program as child processes, and a look at what they left behind.
 *
 * `withAgent` gives the story a home, ends every process it started, and then looks the home over (aftermath.ts): the
 * journals must replay to the stored states, whatever the story did to the processes.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { homePaths } from '../../../config/home.ts';
import { type Expected, lookOver } from './aftermath.ts';
import { type Tables, tablesOf } from './tables.ts';
import { type Wire, wireTo } from './wire.ts';

/** A process that has ended, and all it printed. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** `straylight start`, once it has greeted. */
export interface Running extends Wire {
  readonly pid: number;
  /** What it printed when it was ready, up to where its page is. */
  readonly greeting: string;
  /** Asks it to stop, as a service manager does. */
  stop(): Promise<Ended>;
  /** kill -9. */
  kill(): Promise<void>;
  readonly ended: Promise<Ended>;
}

export interface TestAgent {
  readonly path: string;
  readonly workspace: string;
  /** Runs one command to its end. */
  straylight(...words: readonly string[]): Promise<Ended>;
  /** The same with lines on standard input. */
  straylightWith(input: string, ...words: readonly string[]): Promise<Ended>;
  /** `straylight … --json`, parsed; the exit code beside it. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  json(...words: readonly string[]): Promise<{ readonly code: number | null; readonly value: any }>;
  /** What `ask` prints; it must end with 0. */
  ask(text: string, session?: string): Promise<string>;
  /** Starts the agent and waits until it has greeted. */
  start(env?: Readonly<Record<string, string>>): Promise<Running>;
  /** Starts it where it is expected to fail or to die on the way. */
  launch(words: readonly string[], env?: Readonly<Record<string, string>>): Launched;
  readonly tables: Tables;
}

export interface Launched {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** Resolves once standard output holds a line that matches; rejects if the process ends before. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** The same on standard error. */
  note(pattern: RegExp): Promise<RegExpExecArray>;
  kill(): Promise<void>;
}

export interface TestAgentOptions extends Expected {
  /** More of `config.toml`, and what stands in its `[channels.web]` instead of any free port. */
  readonly config?: string;
  readonly web?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What starts the program; the one of this checkout by default. */
  readonly launcher?: string;
}

/** No process of a story lives longer. */
const patienceMs = 240_000;
const ownLauncher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));

/** Lets a story happen in a home of its own, then looks the home over. */
export async function withAgent(options: TestAgentOptions, story: (agent: TestAgent) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-flow-'));
  const path = join(folder, 'home');
  const processes = new Set<ChildProcess>();
  try {
    const agent = agentAt(path, options, processes);
    await story(agent);
    await endAll(processes);
    await lookOver(path, options);
  } catch (error) {
    if (error instanceof Error) error.message += `\n\n${lastWords(path)}`;
    throw error;
  } finally {
    await endAll(processes);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What a command finds around it whose home is `path`. */
export function environmentOf(path: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: path,
    STRAYLIGHT_HOME: path,
    NODE_OPTIONS: '--conditions=development',
    // Nobody's port: what is not part of the story must not be found on this machine.
    OLLAMA_HOST: 'http://127.0.0.1:9',
  };
}

function agentAt(path: string, options: TestAgentOptions, processes: Set<ChildProcess>): TestAgent {
  const paths = homePaths(path);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { config = '' } = options;
  // what a reply has cost stands beneath it only in the stories about that
  const budget = config.includes('[budget]') ? '' : '[budget]\nshow_cost = false\n';
  writeFileSync(paths.configFile, `${config}\n${budget}[channels.web]\n${options.web ?? 'port = 0'}\n`, {
    mode: 0o600,
  });
  const env = { ...environmentOf(path), ...options.env };

  function run(words: readonly string[], more: Readonly<Record<string, string>> = {}, input?: string) {
    const child = spawn(process.execPath, [options.launcher ?? ownLauncher, ...words], {
      env: { ...env, ...more },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    processes.add(child);
    child.stdin?.end(input);
    const printed = { out: '', err: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed.out += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed.err += text;
    });
    // Whoever waits for a process that hangs is let go, and fails by what it finds.
    const watchdog = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    const ended = once(child, 'close').then(([code, signal]): Ended => {
      clearTimeout(watchdog);
      processes.delete(child);
      return { code, signal, ...printed };
    });
    return { child, printed, ended };
  }

  function launch(words: readonly string[], more: Readonly<Record<string, string>> = {}): Launched {
    const { child, printed, ended } = run(words, more);
    const printing = (where: 'out' | 'err', pattern: RegExp) => {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
      const look = () => {
        const found = pattern.exec(printed[where]);
        if (found) resolve(found);
      };
      (where === 'out' ? child.stdout : child.stderr)?.on('data', look);
      look();
      void ended.then(({ code, signal, out, err }) =>
        reject(new Error(`it ended (${code ?? signal}) before it printed ${pattern}:\n${out}${err}`)),
      );
      return promise;
    };
    return {
      pid: child.pid ?? 0,
      ended,
      line: pattern => printing('out', pattern),
      note: pattern => printing('err', pattern),
      async kill() {
        child.kill('SIGKILL');
        await ended;
      },
    };
  }

  const agent: TestAgent = {
    path,
    workspace: paths.workspace,
    straylight: (...words) => run(words).ended,
    straylightWith: (input, ...words) => run(words, {}, input).ended,
    async json(...words) {
      const { code, out, err } = await run([...words, '--json']).ended;
      try {
        return { code, value: JSON.parse(out) };
      } catch {
        throw new Error(`straylight ${words.join(' ')} --json ended with ${code} and printed no JSON:\n${out}${err}`);
      }
    },
    async ask(text, session) {
      const { code, out, err } = await run(['ask', ...(session ? ['--session', session] : []), text]).ended;
      if (code !== 0) throw new Error(`ask ended with ${code}:\n${out}${err}`);
      return out;
    },
    async start(more) {
      const started = launch(['start'], more);
      const [greeting, url = ''] = await started.line(/^(?:Home|Datenordner) +[\s\S]*^(?:Page|Seite) +(\S+)\n/m);
      const token = readFileSync(paths.tokenFile, 'utf8').trim();
      return {
        ...wireTo(url, token),
        pid: started.pid,
        greeting,
        ended: started.ended,
        kill: started.kill,
        stop() {
          process.kill(started.pid, 'SIGTERM');
          return started.ended;
        },
      };
    },
    launch,
    tables: tablesOf(paths.database),
  };
  return agent;
}

async function endAll(processes: ReadonlySet<ChildProcess>): Promise<void> {
  await Promise.all(
    [...processes].map(async child => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    }),
  );
}

/** The end of the log, for the message of a story that went wrong. */
function lastWords(path: string): string {
  try {
    return readFileSync(join(homePaths(path).logs, 'straylight.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .slice(-12)
      .join('\n');
  } catch {
    return 'There is no log.';
  }
}
