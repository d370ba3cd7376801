/** Runs one command: with nothing, with a home, with settings, or with the agent that answers it. */
import { homedir } from 'node:os';
import { createInterface } from 'node:readline';
import { chosenHome } from '../../../config/home.ts';
import { systemClock } from '../../adapters/process/clock.ts';
import { stopSignal } from '../../adapters/process/process-edge.ts';
import type { Agent } from '../../api/client/agent.ts';
import { replayActor } from '../../commands/actors/actors.ts';
import type { Run } from '../../commands/arguments/command-line.ts';
import { termsOf } from '../../commands/arguments/values.ts';
import { ask, textToSay } from '../../commands/conversation/ask.ts';
import { lineChat, welcome } from '../../commands/conversation/chat.ts';
import { doctor } from '../../commands/doctor/doctor.ts';
import { init } from '../../commands/home/init.ts';
import type { Io } from '../../commands/io.ts';
import { readable } from '../../domain/text/visible.ts';
import { conversationOf, reachAgent } from './agent.ts';
import { answers, needsAgent } from './answers.ts';
import { chat } from './chat.ts';
import { doctorChecks, securityOf } from './doctor.ts';
import type { Edge } from './edge.ts';
import { secretHere } from './secret.ts';
import { closeOpenHome, ensureHome, newHome, settings } from './settings.ts';
import { startHere } from './start.ts';
import { uiHere } from './ui.ts';
import { withoutHome } from './without-home.ts';

/** Answers the exit code. */
export async function runCommand(line: Run, edge: Edge): Promise<number> {
  const { command, form, options, args, json } = line;
  const { io, env } = edge;
  const answer = withoutHome(line, io);
  if (answer) return answer;
  const input = await inputOf(line);
  if (typeof input === 'string') {
    io.err(`straylight: ${readable(input)}`);
    return 2;
  }
  const home = newHome(chosenHome(line.home, env, homedir()));
  if (command === 'init') return init(home, io);
  ensureHome(home, io);
  if (command === 'doctor')
    return options['security'] === true
      ? securityOf(home.home, json, edge)
      : doctor({ checks: await doctorChecks(home.home, edge), io, json });
  closeOpenHome(home.home, io);
  if (form.words === 'actors replay') return replay(args['file'] ?? '', json, io);
  const config = await settings(home.home, edge);
  if (command === 'ui') return uiHere(config, options, edge);
  if (command === 'secret') return secretHere(config, line, edge);
  // Read before signals are taken over: until then Ctrl-C simply ends the program.
  const text = command === 'ask' ? await textToSay(args['text'] ?? '', io) : '';
  const signal = stopSignal(systemClock);
  if (command === 'start') return startHere(config, sessionOf(options), options, edge, signal);
  const agent = await reachAgent(config, needsAgent(form), edge);
  try {
    if (command === 'ask' || command === 'chat') return await speak(agent, line, { edge, signal, text });
    const answerTo = answers[form.words];
    if (!answerTo) throw new Error(`nothing runs ${form.words}`);
    return await answerTo({ ...{ agent, io, json, options, input, signal }, home: config.paths.home, now: edge.now });
  } finally {
    await agent.close();
  }
}

/** The schemas are loaded for an operation alone, which needs them anyway. */
async function inputOf(line: Run): Promise<Readonly<Record<string, unknown>> | string> {
  if (line.form.operation === undefined) return line.args;
  const { fieldsOf } = await import('../../commands/arguments/fields.ts');
  return fieldsOf(line);
}

function sessionOf({ session = 'main' }: Run['options']): string {
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

async function speak(agent: Agent, { command, options, json }: Run, { edge, signal, text }: Asking): Promise<number> {
  const { io, now, clientId } = edge;
  const session = await conversationOf(agent, sessionOf(options));
  if (command === 'ask')
    return ask({ agent, io, session, text, json, clientId: clientId(), terms: termsOf(options), signal, now });
  if (edge.isTerminal) {
    await chat(agent, session, [welcome(session, io)], edge, signal);
    return 0;
  }
  const lines = createInterface({ input: process.stdin, signal });
  return lineChat({ agent, io, session, lines, clientId, signal, now });
}
