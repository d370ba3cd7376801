/** {@link CodingPrograms} that speak the Agent Client Protocol, in the sandbox. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { says } from '../../domain/policy/sentence.ts';
import { fault, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import { canonical, defined } from '../../domain/text/json.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { FrozenCall } from '../../domain/tools/tool.ts';
import { permissionCall } from '../../domain/workers/permission.ts';
import { programTexts } from '../../domain/workers/texts.ts';
import type { WorkerProfile } from '../../domain/workers/worker.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Executor, RunningResident } from '../../ports/executor.ts';
import type { SecretAccess } from '../../ports/secrets/access.ts';
import type { CodingPrograms, NamedWork, TurnSigns } from '../../ports/workers/coding-programs.ts';
import type { EgressNetwork } from '../mcp/egress-fetch.ts';
import { openServerProxy } from '../mcp/server-proxy.ts';
import { filledValues } from '../secrets/filled-values.ts';
import { type AcpClient, acpClient } from './acp/client.ts';
import type { PermissionRequest, Update } from './acp/messages.ts';
import { wantedOf } from './acp/permission-request.ts';
import type { CopyPlaces } from './copy.ts';
import { copyFiles } from './copy-files.ts';
import { openIn } from './sandbox-run.ts';

export interface ProgramOptions {
  readonly profiles: readonly WorkerProfile[];
  readonly executor: Executor;
  readonly network: EgressNetwork;
  readonly secrets: SecretAccess;
  readonly clock: Clock;
  /** Of Straylight. */
  readonly version: string;
  readonly places: (address: string) => CopyPlaces;
  /** In the home, for the sockets of proxies. */
  readonly proxies: string;
  /** Why a folder cannot be given to a program; undefined: it can. */
  readonly refusal: (path: string) => string | undefined;
  readonly redact: (text: string) => string;
}

interface Live {
  readonly client: AcpClient;
  readonly program: RunningResident;
  readonly profile: WorkerProfile;
  /** The last words of its turn. */
  said: string;
  /** What it says that its thread has cost, in US dollars. */
  costUsd: number;
  signs: TurnSigns | undefined;
  /** It was told to end. */
  ending?: Promise<void>;
}

/** For its start, and for its thread to be begun or taken up; a first start may make a database. */
const openMs = 120_000;
/** In UTF-16 units. */
const longestSaid = 1_200;
const longestLine = 300;
const mostLines = 200;

export function codingPrograms(options: ProgramOptions): CodingPrograms {
  const { profiles, redact } = options;
  const lives = new Map<string, Live>();
  const written = new Map<string, string[]>();

  async function end(address: string, live = lives.get(address)): Promise<void> {
    if (!live) return;
    live.ending ??= live.program.kill();
    // it keeps its place until nothing of it is left, so that the next one waits; then that one may have it
    await live.ending;
    if (lives.get(address) === live) lives.delete(address);
  }

  function note(address: string, text: string): void {
    const line = oneLine(redact(text), longestLine);
    if (line === '') return;
    const lines = written.get(address) ?? [];
    written.set(address, [...lines, line].slice(-mostLines));
    lives.get(address)?.signs?.line(line);
  }

  return {
    async open(work, signal) {
      const profile = profiles.find(({ name }) => name === work.worker);
      if (!profile) return { problem: says`there is no worker ${work.worker} in config.toml any more` };
      await end(work.address);
      const { answer, live } = await opened(options, profile, work, { signal, note });
      if ('thread' in answer) lives.set(work.address, live);
      return answer;
    },

    async turn({ address, worker, folder, thread: _, task, words, answer }, signs) {
      const live = lives.get(address);
      if (!live || live.client.isOver) return { kind: 'gone' };
      const stop = () => void end(address, live);
      signs.signal.addEventListener('abort', stop, { once: true });
      live.signs = signs;
      try {
        if (answer !== null) {
          if (!live.client.answer(answer.id, answer.isAllowed)) return { kind: 'gone' };
        } else {
          live.said = '';
          live.client.prompt(wordsFor(words, task));
        }
        const came = await next(live);
        if (came.kind === 'asked') {
          note(address, came.request.toolCall.title ?? 'asks for permission');
          return { kind: 'asked', call: frozen(came, { address, worker, folder }, options) };
        }
        return { kind: 'ended', stop: oneLine(came.stop, 100), text: redact(live.said.trim()).slice(-longestSaid) };
      } catch (error) {
        await end(address, live);
        throw signs.signal.aborted ? (signs.signal.reason ?? error) : error;
      } finally {
        live.signs = undefined;
        signs.signal.removeEventListener('abort', stop);
      }
    },
    end,
    lines: address => written.get(address) ?? [],
    async close() {
      await Promise.all([...lives.keys()].map(address => end(address)));
    },
  };
}

/** Starts its program, and has it begin a thread or take up its own; without one it is ended. */
async function opened(
  options: ProgramOptions,
  profile: WorkerProfile,
  work: NamedWork & { readonly thread: string | null },
  { signal, note }: { readonly signal: AbortSignal; readonly note: (address: string, text: string) => void },
) {
  const { clock, executor, places, version } = options;
  const { tree } = places(work.address);
  const program = await startProgram(options, profile, work);
  const stop = () => void program.kill();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const cancel = clock.after(openMs, stop);
  const client = acpClient({
    name: profile.name,
    program,
    version,
    files: copyFiles(executor, clock, tree),
    onAlive: () => live.signs?.alive(),
    onUpdate: update => note(work.address, take(live, update) ?? ''),
  });
  const live: Live = { client, program, profile, said: '', costUsd: 0, signs: undefined };
  try {
    const answer = await threadOf(client, tree, work);
    if (!('thread' in answer)) stop();
    return { answer, live };
  } catch (error) {
    stop();
    throw error;
  } finally {
    cancel();
    signal.removeEventListener('abort', stop);
  }
}

function wordsFor(words: 'task' | 'again' | null, task: string): string {
  const whole = `${task}\n\n${programTexts.onlyCopy}`;
  return words === 'again' ? `${programTexts.goOn}\n\n${whole}` : whole;
}

/** What it comes to next; a thread that has cost more than it may is over. */
async function next(live: Live): ReturnType<AcpClient['next']> {
  const came = await live.client.next();
  const { budgetUsd } = live.profile;
  return budgetUsd !== null && live.costUsd > budgetUsd ? { kind: 'ended', stop: 'its budget is used up' } : came;
}

async function threadOf(
  client: AcpClient,
  tree: string,
  { thread, worker }: NamedWork & { readonly thread: string | null },
) {
  const { mayLoad } = await client.initialize();
  if (thread === null) return { thread: await client.begin(tree) };
  if (!mayLoad) return { lost: says`Its program was interrupted, and ${worker} cannot take a session up again.` };
  try {
    await client.load(thread, tree);
    return { thread };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.kind !== 'invalid') throw error;
    return { lost: says`Its program was interrupted, and did not take its session up again: ${saidOf(failure)}` };
  }
}

async function startProgram(
  { executor, network, secrets, places, proxies, refusal }: ProgramOptions,
  profile: WorkerProfile,
  { address }: NamedWork,
): Promise<RunningResident> {
  const { name, argv, folders } = profile;
  for (const { path } of folders) {
    const why = refusal(path);
    if (why !== undefined) throw fault('invalid', says`the worker ${name} is not started: its folder ${path} ${why}`);
  }
  const open = openIn(executor);
  const { tree, home } = places(address);
  const env = await filledValues(profile.env, secrets, `worker:${name}`, variable => ({
    tool: 'code',
    way: 'variable',
    command: name,
    variable,
  }));
  const key = address.slice(address.indexOf(':') + 1);
  const proxy =
    profile.network.length > 0 ? await openServerProxy(join(proxies, key), profile.network, network) : undefined;
  try {
    const program = await open({
      name: `worker ${name}`,
      argv,
      env: { HOME: home, ...env, ...proxy?.env },
      workspace: 'none',
      folders: [...folders, { path: tree, isWritable: true }, { path: home, isWritable: true }],
      ...defined({ proxyFolder: proxy?.folder }),
    });
    const closed = () => proxy?.close();
    void program.ended.then(closed, closed);
    return program;
  } catch (error) {
    await proxy?.close();
    throw error;
  }
}

/** The request as policy judges it; its digest is over all that its owner could read of it. */
function frozen(
  { id, request: given }: { readonly id: string; readonly request: PermissionRequest },
  { address }: NamedWork,
  { places, executor }: ProgramOptions,
): FrozenCall {
  const wanted = wantedOf(given, places(address).tree);
  const digest = createHash('sha256')
    .update(canonical({ address, ...wanted }))
    .digest('hex');
  const intent = oneLine(wanted.command ?? wanted.title, 300) || wanted.kind;
  return permissionCall(wanted, { id, digest, intent, executor: executor.kind });
}

/** What a program says on the way; what of it is a line to be noted. */
function take(live: Live, update: Update): string | undefined {
  const { sessionUpdate, title, status, content, entries, cost } = update;
  if (sessionUpdate === 'agent_message_chunk') {
    const { text } = (content ?? {}) as { readonly text?: unknown };
    if (typeof text === 'string') live.said = (live.said + text).slice(-4 * longestSaid);
    return undefined;
  }
  if (sessionUpdate === 'usage_update' && cost?.currency === 'USD') live.costUsd = cost.amount;
  if (sessionUpdate === 'plan') return `plan: ${(entries ?? []).map(entry => entry.content).join('; ')}`;
  if (sessionUpdate === 'tool_call') live.said = '';
  const isNoted =
    sessionUpdate === 'tool_call' || (sessionUpdate === 'tool_call_update' && (title || status === 'failed'));
  return isNoted ? [title ?? 'a tool call', status === 'failed' ? 'failed' : ''].join(' ').trim() : undefined;
}
