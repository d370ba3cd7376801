/** The processes of a measurement: forked from this one, ended with it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../../source-files.ts';
import { peerKey, type Wire } from '../bench-home.ts';
import type { Counts, Round } from '../turn/turns.ts';

/** Starts a module of this folder and waits for its first message. It ends when this process lets go of it. */
export async function started<Message>(
  module: string,
  args: readonly string[],
  execArgv: readonly string[] = [],
): Promise<{ readonly child: ChildProcess; readonly first: Message }> {
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  // as the launcher has it: a start is not to be measured with the stripping of types
  const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'bench') };
  const child = fork(new URL(module, import.meta.url), [...args], { execArgv: [...execArgv], stdio: [...stdio], env });
  return { child, first: await nextMessage<Message>(child) };
}

/** What the process says next; rejects where it ends instead. */
function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a process of the measurement ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', message => {
      child.off('exit', onExit);
      resolve(message as Message);
    });
  });
}

/** Lets a forked process go and waits until it has ended. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = once(child, 'exit');
  if (child.connected) child.disconnect();
  await end;
}

/** A scripted model server in a process of its own; it answers without think time. */
export async function modelPeer(wire: Wire = 'anthropic'): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { child, first } = await started<{ url: string }>(`../../peers/${wire}.ts`, [
    '--key',
    peerKey,
    new URL('../turn/turn-script.ts', import.meta.url).pathname,
  ]);
  return { url: first.url, close: () => ended(child) };
}

/** What a round took, as the process itself saw it. */
export interface Took {
  readonly ms: number;
  /** Of the processor. */
  readonly cpuMs: number;
  /** Given to the disk; 0 where the system does not count it. */
  readonly bytes: number;
  /** What the side counts itself. */
  readonly counts: Counts;
  readonly replies: readonly string[];
}

export interface Contender {
  run(round: Round): Promise<Took>;
  close(): Promise<void>;
}

/** One side of a comparison, in a process of its own. */
export async function contender(
  kind: 'agent' | 'say' | 'openai' | 'bare' | 'lean',
  home: string,
  url: string,
  execArgv: readonly string[] = [],
): Promise<Contender> {
  return contenderOf('../turn/contender.ts', [kind, home, url], execArgv);
}

/** The same, where the side is a module of its own that calls `serveRounds`. */
export async function contenderOf(
  module: string,
  args: readonly string[],
  execArgv: readonly string[] = [],
): Promise<Contender> {
  const { child } = await started(module, args, execArgv);
  return {
    async run(round) {
      child.send(round);
      return nextMessage(child);
    },
    close: () => ended(child),
  };
}

/** The instructions and tools that Straylight sends, as the scripted model got them. */
export async function instructionsOf(agent: Contender): Promise<string> {
  // in the words of the turns that are measured: which tools are offered depends on them
  const { replies } = await agent.run({ name: 'shown', sessions: 1, turns: 1, text: '0 steps, and show the request?' });
  return replies[0] ?? '';
}
