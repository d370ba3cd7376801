/**
 * One process after the other, told apart by a file in the home.
 *
 * The file is a socket that the process in front listens on; the others are connected to it and go on when it ends,
 * however that was. Nothing has to be asked again and again, and a file that a killed process left is known by its
 * refusal.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';

export interface InFront {
  readonly file: string;
  /** Gives up waiting; the process goes on as if it were in front. */
  readonly signal: AbortSignal;
  /** It has to wait; called once. */
  readonly onWait: () => void;
}

/**
 * Resolves with what lets the next one go on, as soon as no other process is in front. Where no such file can be made,
 * at once: a path may be too long for a socket.
 */
export async function inFront({ file, signal, onWait }: InFront): Promise<() => void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  for (let hasWaited = false; !signal.aborted; ) {
    const taken = await listening(file);
    if (taken !== 'busy') return taken === 'impossible' ? () => {} : taken;
    const met = await untilGone(file, signal, () => {
      if (!hasWaited) onWait();
      hasWaited = true;
    });
    if (met === 'nobody') rmSync(file, { force: true });
  }
  return () => {};
}

function listening(file: string): Promise<(() => void) | 'busy' | 'impossible'> {
  const waiting = new Set<Socket>();
  const server: Server = createServer(socket => {
    waiting.add(socket);
    // one that has ended waits no more
    socket.on('error', () => {}).on('close', () => waiting.delete(socket));
  });
  return new Promise(resolve => {
    server.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE' ? 'busy' : 'impossible'));
    server.listen(file, () => {
      // what else this process does decides when it ends
      server.unref();
      resolve(() => {
        // the file goes first, so that the next one can make it
        server.close();
        for (const socket of waiting) socket.destroy();
      });
    });
  });
}

/** `nobody`: the process in front has ended without taking its file away. */
function untilGone(file: string, signal: AbortSignal, onWait: () => void): Promise<'gone' | 'nobody'> {
  return new Promise(resolve => {
    let failure: NodeJS.ErrnoException | undefined;
    const socket = connect(file, onWait);
    const giveUp = () => void socket.destroy();
    signal.addEventListener('abort', giveUp, { once: true });
    socket
      .on('error', error => {
        failure = error;
      })
      .on('close', () => {
        signal.removeEventListener('abort', giveUp);
        resolve(failure?.code === 'ECONNREFUSED' ? 'nobody' : 'gone');
      })
      .resume();
  });
}
