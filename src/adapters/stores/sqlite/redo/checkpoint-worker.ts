/** The thread that moves pages from SQLite's own log to the file, over a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

export interface CheckpointWork {
  readonly file: string;
  /** One number: 1 while pages are moved, or are about to be. */
  readonly busy: SharedArrayBuffer;
}

/** The thread ends when it has had nothing to do for so long. */
const idleMs = 5_000;

const port = parentPort;
if (port) {
  const { file, busy } = workerData as CheckpointWork;
  const flag = new Int32Array(busy);
  const idle = setTimeout(() => port.close(), idleMs);
  port.on('message', () => {
    idle.refresh();
    try {
      move(file);
    } catch {
      // what stays in the log is moved by the thread that writes
    } finally {
      Atomics.store(flag, 0, 0);
      Atomics.notify(flag, 0);
      port.postMessage('moved');
    }
  });
}

function move(file: string): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    database.close();
  }
}
