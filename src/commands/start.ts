/** `straylight start`: the agent, until somebody asks it to stop. */
import { catalog } from '../domain/text/catalog.ts';
import { readable } from '../domain/text/visible.ts';
import type { Io } from './io.ts';

/** Runs until the signal, or until the owner stops it in the chat. Exit code 0 for an orderly stop. */
export async function start({
  io,
  start,
  stop,
  greeting,
  chat,
  program = 'straylight',
  signal,
}: {
  readonly io: Io;
  /** Opens the channels. */
  readonly start: () => Promise<void>;
  /** Stops accepting, lets running work end for its grace, keeps the rest. */
  readonly stop: () => Promise<void>;
  /** Where home, model, executor, channels and page are. Asked once it has started. */
  readonly greeting: () => readonly string[];
  /** The chat of the terminal it was started in. `left`: the owner has left the chat alone, and the agent goes on. */
  readonly chat?: (greeting: readonly string[]) => Promise<'left' | 'stopped'>;
  /** As its owner can type this program here. */
  readonly program?: string;
  /** Somebody asks it to stop. */
  readonly signal: AbortSignal;
}): Promise<number> {
  const say = words[io.language ?? 'en'];
  if (signal.aborted) {
    await stop();
    return 0;
  }
  try {
    await start();
  } catch (thrown) {
    // nothing runs yet, so why it failed is all there is to say
    await stop().catch(() => undefined);
    throw thrown;
  }
  try {
    const lines = greeting().map(readable);
    if (!chat) for (const line of lines) io.out(line);
    const end = chat ? await chat(lines) : 'left';
    if (chat && end === 'left') for (const line of say.left(program)) io.out(line);
    if (end === 'left') await untilAborted(signal);
  } finally {
    io.err(say.stopping);
    await stop();
  }
  return 0;
}

const words = catalog('commands/start', {
  en: {
    // a row of its own: a terminal breaks a long one anywhere, and then it cannot be copied
    left: (program: string) => [
      'The chat is closed and the agent goes on here. Ctrl-C stops it and gives the prompt back.',
      'In another terminal this opens a chat again:',
      `  ${program} chat`,
    ],
    stopping: 'Stopping after running work has finished. Press Ctrl-C again to stop at once.',
  },
  de: {
    left: (program: string) => [
      'Das Gespräch ist zu, und der Agent läuft hier weiter. Strg-C hält ihn an und gibt die Eingabezeile zurück.',
      'In einem anderen Terminal öffnet dies es wieder:',
      `  ${program} chat`,
    ],
    stopping: 'Hält an, sobald die laufende Arbeit fertig ist. Noch einmal Strg-C hält sofort an.',
  },
});

/** A signal alone does not keep a process alive; this does, as long as it waits. */
function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise(resolve => {
    const alive = setInterval(() => undefined, 2 ** 30);
    signal.addEventListener(
      'abort',
      () => {
        clearInterval(alive);
        resolve();
      },
      { once: true },
    );
  });
}
