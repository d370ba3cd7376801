/** `straylight start`: the agent itself, with a conversation where somebody sits at a terminal. */
import type { Config } from '../../../config/load.ts';
import { systemClock } from '../../adapters/process/clock.ts';
import { stopSignal, type Untaken, watchUntaken } from '../../adapters/process/process-edge.ts';
import type { Agent } from '../../api/client/agent.ts';
import type { Values } from '../../commands/arguments/forms.ts';
import { texts } from '../../commands/arguments/values.ts';
import { holder } from '../../commands/reach.ts';
import { sayIn } from '../../commands/say.ts';
import { start } from '../../commands/start.ts';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import { asTyped } from '../../domain/text/typed-name.ts';
import { readable } from '../../domain/text/visible.ts';
import type { Features } from '../feature.ts';
import type { Straylight } from '../process/straylight.ts';
import { conversationOf, reachAgent } from './agent.ts';
import { chat } from './chat.ts';
import type { Edge } from './edge.ts';
import { settings } from './settings.ts';
import type { Offer } from './setup/offers.ts';

interface Start {
  readonly session: string;
  readonly given: Values;
  readonly edge: Edge;
}

/** Resolves with the exit code, once the signal has stopped it. `config`: of `home`, as it is now. */
export async function startHere(config: Config, asking: Start): Promise<number> {
  const { edge } = asking;
  let note = (_: Untaken, _isDefect: boolean) => {};
  watchUntaken({
    onSystemError: untaken => note(untaken, false),
    onDefect(untaken) {
      const { message } = toFailure(untaken.error);
      edge.io.err(`straylight: stopped by an internal error: ${readable(message)}\n  ${untaken.frames.join('\n  ')}`);
      note(untaken, true);
    },
  });
  for (let now = config; ; now = await settings(config.paths.home, edge)) {
    // the questions of before had a signal of their own
    const signal = stopSignal(systemClock);
    const end = await startOnce(now, asking, signal, straylight => {
      note = straylight.noteUntaken;
    });
    if (end !== 'setup' || signal.aborted) return 0;
    const { setUpByQuestions } = await import('./init.ts');
    const answered = await Promise.race([setUpByQuestions(config.paths.home, edge, true), aborted(signal)]);
    if (answered === 'aborted') return 0;
    // the service has the home now
    if (answered === 'running') return chatWithRunning(config, asking);
  }
}

/** Starts the agent, and answers how it ended: `setup`, where its owner wants to set it up. */
async function startOnce(
  config: Config,
  { session, given, edge }: Start,
  signal: AbortSignal,
  opened: (straylight: Straylight) => void,
): Promise<'setup' | 'stopped'> {
  const { io, umask, compose, isTerminal, isPlain } = edge;
  const { lockFile, portFile } = config.paths;
  const running = holder(lockFile, portFile);
  const options = { umask, ...pageOptions(given) };
  const straylight = await compose(config, options).catch(async (thrown: unknown) => {
    if (!running) throw thrown;
    const { heldBy } = await import('../../adapters/home/lock.ts');
    const { message, cause } = toFailure(thrown);
    const why = cause === heldBy ? '' : `: ${message}`;
    const say = sayIn(io);
    throw fault(
      'unavailable',
      say('Straylight is already running (process {pid}) with this home{why}; "straylight chat" connects to it', {
        pid: running.pid,
        why,
      }),
    );
  });
  opened(straylight);
  const agent = straylight.agentFor('terminal');
  // a log is read elsewhere
  const { program = 'straylight' } = io;
  let isSetUp = false;
  async function talk(greeting: readonly string[]) {
    const there = await conversationOf(agent, session);
    // the questions draw on the screen again and again
    const offers = isPlain ? {} : { offers: await offersOf(agent, config, edge) };
    const place = { agent, session: there, paths: config.paths, greeting, isStarted: true, ...offers };
    const end = await chat(place, edge, signal);
    isSetUp = end === 'setup';
    return end === 'left' ? 'left' : 'stopped';
  }
  await start({
    io,
    signal,
    program,
    start: () => straylight.start(),
    stop: () => straylight.stop(),
    // the link holds the token: for a terminal's eyes alone, never in the log of a service
    greeting: () => straylight.greeting(isTerminal).map(line => asTyped(line, program)),
    chat: isTerminal ? talk : undefined,
  });
  return isSetUp ? 'setup' : 'stopped';
}

async function offersOf(agent: Agent, { paths, models }: Config, edge: Edge): Promise<readonly Offer[]> {
  const [{ health }, { openOffers }] = await Promise.all([agent.state.show(), import('./setup/offers.ts')]);
  // an owner who has named the demo model has decided
  return openOffers({ paths, model: models.default === undefined ? health.models.default : undefined, edge });
}

async function chatWithRunning({ paths }: Config, { session, edge }: Start): Promise<number> {
  const signal = stopSignal(systemClock);
  const agent = await reachAgent(paths, true, edge);
  try {
    await chat({ agent, session: await conversationOf(agent, session), paths, greeting: [] }, edge, signal);
  } finally {
    await agent.close();
  }
  return 0;
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise(resolve => signal.addEventListener('abort', () => resolve('aborted'), { once: true }));
}

/** The port, and what the charts are handed to. */
function pageOptions(given: Values): Pick<Features['options'], 'port' | 'stately'> {
  const { port, 'stately-ws': relay } = texts(given, 'port', 'stately-ws');
  const page = given['stately'] === true;
  return {
    port: port === undefined ? undefined : Number(port),
    stately: page || relay !== undefined ? { page, relay } : undefined,
  };
}
