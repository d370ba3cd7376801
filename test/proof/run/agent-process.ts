/** One life of Straylight: a process that is started, killed at a crash point or by nobody, and waited for. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { defined } from '../../../src/domain/text/json.ts';
import type { GivenTask } from '../flows.ts';
import type { AgentAnswer, AgentFigures, AgentJob, AgentWord, Steer } from './run-agent.ts';

/** `killed`: at its crash point; `ended`: by itself, exit code 0; `failed`: anything else. */
export type AgentEnd =
  | { readonly kind: 'killed' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly why: string };

export interface AgentProcess {
  readonly end: Promise<AgentEnd>;
  /** Resolves once nothing moves any more in Straylight; never, if it dies before. */
  atRest(): Promise<void>;
  /** Resolves once it has heard that it is to stop. */
  stop(): Promise<void>;
  /** Resolves once it has been done to the owner's conversation. */
  steer(word: Steer): Promise<void>;
  /** Resolves once it was told that the task was taken; never, if it dies before. */
  give(task: GivenTask): Promise<void>;
  /** What the process holds; undefined where it has ended meanwhile. */
  figures(): Promise<AgentFigures | undefined>;
  /** The crash points it passed so far, `name:occurrence` each. */
  points(): readonly string[];
  /** Kills it where it does not end. */
  kill(): void;
}

export interface TestAgentOptions {
  readonly job: AgentJob;
  readonly env: Readonly<Record<string, string>>;
  /** Where the points are written down; a new file for each life. */
  readonly log?: string;
  readonly crashAt?: string;
  /** Compiled code of Straylight, shared by all its lives. */
  readonly compileCache: string;
  /** More arguments for Node. */
  readonly nodeArguments?: readonly string[];
  /** Command and arguments that start Node instead of us: a tracer. */
  readonly under?: readonly string[];
}

const program = new URL('run-agent.ts', import.meta.url);

export function startAgent(options: TestAgentOptions): AgentProcess {
  const { job, env, log, crashAt, compileCache, nodeArguments = [], under = [] } = options;
  const [execPath = '', ...execArgv] = [...under, process.execPath, '--conditions=development', ...nodeArguments];
  const child = fork(program, [JSON.stringify(job)], {
    execPath,
    execArgv,
    env: {
      PATH: process.env['PATH'] ?? '',
      ...env,
      NODE_COMPILE_CACHE: compileCache,
      ...defined({ STRAYLIGHT_CRASH_LOG: log, STRAYLIGHT_CRASH_AT: crashAt }),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', text => {
    errors += text;
  });
  const tell = (word: AgentWord): void => {
    if (child.connected) child.send(word, () => {});
  };
  const end = endOf(child, () => errors);
  return {
    end,
    async atRest() {
      tell('rest?');
      await heard(child, 'rest');
    },
    async stop() {
      tell('stop');
      await heard(child, 'stopping');
    },
    async steer(word) {
      tell(word);
      await heard(child, 'steered');
    },
    async give(task) {
      tell({ task });
      await heard(child, 'taken');
    },
    async figures() {
      if (!child.connected) return undefined;
      const answered = new Promise<AgentFigures>(resolve => {
        const onMessage = (word: AgentAnswer | AgentFigures): void => {
          if (typeof word !== 'object') return;
          child.off('message', onMessage);
          resolve(word);
        };
        child.on('message', onMessage);
      });
      tell('figures?');
      return Promise.race([answered, end.then(() => undefined)]);
    },
    points: () => (log !== undefined && existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []),
    kill() {
      child.kill('SIGKILL');
      // killed was the tracer; the process itself ends when we have gone
      if (under.length > 0 && child.connected) child.disconnect();
    },
  };
}

async function endOf(child: ChildProcess, errors: () => string): Promise<AgentEnd> {
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  if (signal === 'SIGKILL') return { kind: 'killed' };
  if (code === 0) return { kind: 'ended' };
  return { kind: 'failed', why: `Straylight ended with ${code ?? signal}: ${errors().trim().slice(-2000)}` };
}

function heard(child: ChildProcess, answer: AgentAnswer): Promise<void> {
  return new Promise(resolve => {
    const onMessage = (word: unknown): void => {
      if (word !== answer) return;
      child.off('message', onMessage);
      resolve();
    };
    child.on('message', onMessage);
  });
}
