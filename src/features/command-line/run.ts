/** Runs one command: with nothing, with a home, with settings, or with the agent that answers it. */
import { homedir } from 'node:os';
import { createInterface } from 'node:readline';
import { chosenHome } from '../../../config/home.ts';
import type { Config } from '../../../config/load.ts';
import { systemClock } from '../../adapters/process/clock.ts';
import { stopSignal } from '../../adapters/process/process-edge.ts';
import type { Agent } from '../../api/client/agent.ts';
import { actOnActor, isActorAct } from '../../commands/actors/actor-acts.ts';
import { exportActor, journalOfActor, listActors, replayActor, showActor } from '../../commands/actors/actors.ts';
import { type ApprovalAct, approvals } from '../../commands/approvals/approvals.ts';
import { standing } from '../../commands/approvals/standing.ts';
import { audit } from '../../commands/audit/audit.ts';
import { budget } from '../../commands/budget.ts';
import { ask, textToSay } from '../../commands/conversation/ask.ts';
import { lineChat, welcome } from '../../commands/conversation/chat.ts';
import { doctor } from '../../commands/doctor/doctor.ts';
import { init } from '../../commands/home/init.ts';
import type { Io } from '../../commands/io.ts';
import { reset } from '../../commands/reset.ts';
import { status } from '../../commands/status.ts';
import { tools } from '../../commands/tools.ts';
import { undo } from '../../commands/undo.ts';
import { conversationOf, reachAgent } from './agent.ts';
import { chat } from './chat.ts';
import { doctorChecks, securityOf } from './doctor.ts';
import type { Edge, Options, Run } from './edge.ts';
import { secretHere } from './secret.ts';
import { closeOpenHome, ensureHome, newHome, settings } from './settings.ts';
import { startHere } from './start.ts';
import { uiHere } from './ui.ts';
import { withoutHome } from './without-home.ts';

/** Answers the exit code. */
export async function runCommand(line: Run, edge: Edge): Promise<number> {
  const { command, words, options } = line;
  const { io, env } = edge;
  const { json = false } = options;
  const answer = withoutHome(line, io);
  if (answer) return answer;
  const home = newHome(chosenHome(options.home, env, homedir()));
  if (command === 'init') return init(home, io);
  ensureHome(home, io);
  if (command === 'doctor')
    return options.security === true
      ? securityOf(home.home, json, edge)
      : doctor({ checks: await doctorChecks(home.home, edge), io, json });
  closeOpenHome(home.home, io);
  if (command === 'actors' && words[0] === 'replay') return replay(words[1] ?? '', json, io);
  const config = await settings(home.home, edge);
  if (command === 'ui') return uiHere(config, options, edge);
  if (command === 'secret') return secretHere(config, line, edge);
  // Read before signals are taken over: until then Ctrl-C simply ends the program.
  const text = command === 'ask' ? await textToSay(words, io) : '';
  const signal = stopSignal(systemClock);
  if (command === 'start') return startHere(config, sessionOf(options), options, edge, signal);
  return asked(config, line, { edge, signal, text });
}

function sessionOf({ session = 'main' }: Options): string {
  return `session:terminal:${session}`;
}

async function replay(file: string, json: boolean, io: Io): Promise<number> {
  const { replayFile } = await import('../process/replay.ts');
  return replayActor({ file, io, json, replayFile });
}

interface Asking {
  readonly edge: Edge;
  readonly signal: AbortSignal;
  /** What is said, for `ask`. */
  readonly text: string;
}

async function asked(config: Config, line: Run, asking: Asking): Promise<number> {
  const { command, words } = line;
  // looking wakes nothing: what was interrupted goes on when somebody speaks to the agent, or starts it
  const acts =
    command === 'ask' ||
    command === 'chat' ||
    (command === 'actors' && isActorAct(words[0] ?? '')) ||
    (command === 'approvals' && words.length > 0 && words[0] !== 'show');
  const agent = await reachAgent(config, acts, asking.edge);
  try {
    if (command === 'ask' || command === 'chat') return await speak(agent, line, asking);
    return await answered(agent, config, line, asking);
  } finally {
    await agent.close();
  }
}

async function speak(agent: Agent, { command, options }: Run, { edge, signal, text }: Asking): Promise<number> {
  const { io, now, clientId } = edge;
  const { json = false, priority, deadlineMs, key } = options;
  const session = await conversationOf(agent, sessionOf(options));
  if (command === 'ask') {
    const terms = {
      ...(priority === undefined ? {} : { priority }),
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
      ...(key === undefined ? {} : { key }),
    };
    return ask({ agent, io, session, text, json, clientId: clientId(), terms, signal, now });
  }
  if (edge.isTerminal) {
    await chat(agent, session, [welcome(session, io)], edge, signal);
    return 0;
  }
  const lines = createInterface({ input: process.stdin, signal });
  return lineChat({ agent, io, session, lines, clientId, signal, now });
}

async function answered(
  agent: Agent,
  config: Config,
  { command, words, options }: Run,
  { edge, signal }: Asking,
): Promise<number> {
  const { io, now } = edge;
  const { json = false, yes = false, overwrite = false } = options;
  const [verb = '', name = ''] = words;
  const common = { agent, io, json };
  switch (command) {
    case 'status':
      return status({ ...common, home: config.paths.home });
    case 'approvals':
      if (verb === 'standing') return standing({ ...common, words: words.slice(1), options, now });
      return approvals({ ...common, now, signal, ...approvalAct(words, options) });
    case 'actors':
      return actors(agent, words, options, io);
    case 'tools':
      return tools({ ...common, verb, name, now });
    case 'undo':
      return undo({ ...common, verb: verb === '' ? 'list' : verb, id: name, yes, overwrite, now });
    case 'audit':
      return audit({ ...common, verb, ...options });
    case 'budget':
      return budget({ ...common, now });
    case 'reset':
      return reset({ ...common, signal, pause: () => new Promise(done => systemClock.after(500, done)) });
    default:
      throw new Error(`nothing runs ${command}`);
  }
}

function actors(agent: Agent, [verb = '', id = '', choice]: readonly string[], options: Run['options'], io: Io) {
  const { json = false, fresh, to, why, yes } = options;
  if (isActorAct(verb))
    return actOnActor({
      ...{ agent, io, json, verb, id },
      ...(choice === undefined ? {} : { choice }),
      ...(fresh === undefined ? {} : { fresh }),
      ...(to === undefined ? {} : { to }),
      ...(why === undefined ? {} : { why }),
      ...(yes === undefined ? {} : { yes }),
    });
  const look = { list: listActors, show: showActor, journal: journalOfActor, export: exportActor }[verb] ?? listActors;
  return look({ agent, io, json, id });
}

function approvalAct([verb, id]: readonly string[], { confirm, why }: Run['options']): { act?: ApprovalAct } {
  if (id === undefined || (verb !== 'show' && verb !== 'approve' && verb !== 'deny' && verb !== 'undo')) return {};
  return { act: { verb, id, ...(confirm === undefined ? {} : { confirm }), ...(why === undefined ? {} : { why }) } };
}
