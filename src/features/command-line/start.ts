/** `straylight start`: the agent itself, with a conversation where somebody sits at a terminal. */
import type { Config } from '../../../config/load.ts';
import { type Untaken, watchUntaken } from '../../adapters/process/process-edge.ts';
import type { Values } from '../../commands/arguments/forms.ts';
import { texts } from '../../commands/arguments/values.ts';
import { holder } from '../../commands/reach.ts';
import { sayIn } from '../../commands/say.ts';
import { start } from '../../commands/start.ts';
import { asTyped } from '../../commands/typed-name.ts';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import { readable } from '../../domain/text/visible.ts';
import type { PageOptions } from '../page/page.ts';
import { conversationOf } from './agent.ts';
import { chat } from './chat.ts';
import type { Edge } from './edge.ts';

/** Resolves with the exit code, once the signal has stopped it. */
export async function startHere(
  config: Config,
  session: string,
  given: Values,
  edge: Edge,
  signal: AbortSignal,
): Promise<number> {
  const { io, umask, compose, isTerminal } = edge;
  const { lockFile, portFile } = config.paths;
  const running = holder(lockFile, portFile);
  let note = (_: Untaken, _isDefect: boolean) => {};
  watchUntaken({
    onSystemError: untaken => note(untaken, false),
    onDefect(untaken) {
      const { message } = toFailure(untaken.error);
      io.err(`straylight: stopped by an internal error: ${readable(message)}\n  ${untaken.frames.join('\n  ')}`);
      note(untaken, true);
    },
  });
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
  note = straylight.noteUntaken;
  const agent = straylight.agentFor('terminal');
  // a log is read elsewhere
  const { program = 'straylight' } = io;
  return start({
    io,
    signal,
    program,
    start: () => straylight.start(),
    stop: () => straylight.stop(),
    // the link holds the token: for a terminal's eyes alone, never in the log of a service
    greeting: () => straylight.greeting(isTerminal).map(line => asTyped(line, program)),
    ...(isTerminal
      ? {
          async chat(greeting) {
            const there = await conversationOf(agent, session);
            return chat({ agent, session: there, paths: config.paths, greeting, isStarted: true }, edge, signal);
          },
        }
      : {}),
  });
}

/** The port, and what the charts are handed to. */
function pageOptions(given: Values): Pick<PageOptions, 'port' | 'stately'> {
  const { port, 'stately-ws': relay } = texts(given, 'port', 'stately-ws');
  const page = given['stately'] === true;
  return {
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(page || relay !== undefined ? { stately: { page, ...(relay === undefined ? {} : { relay }) } } : {}),
  };
}
