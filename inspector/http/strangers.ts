/**
 * Connections that have not shown a token yet. Every program of this computer can open as many as it likes and say
 * nothing, so they are few, and the one that has been silent for longest makes room for the next: a client with a token
 * always gets in.
 */
import type { Socket } from 'node:net';

export interface Strangers {
  /** A connection has come, or a stranger has asked for something: it is the newest. */
  touch(socket: Socket): void;
  /** It has shown a token, and is cut no more. */
  know(socket: Socket): void;
}

/** `most`: how many may be open at a time. */
export function strangers(most: number): Strangers {
  const open = new Set<Socket>();
  const known = new WeakSet<Socket>();
  return {
    touch(socket) {
      if (known.has(socket) || socket.destroyed) return;
      if (!open.delete(socket)) socket.once('close', () => open.delete(socket));
      open.add(socket);
      for (const oldest of open) {
        if (open.size <= most) return;
        open.delete(oldest);
        oldest.destroy();
      }
    },
    know(socket) {
      known.add(socket);
      open.delete(socket);
    },
  };
}
