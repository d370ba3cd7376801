/**
 * What stands in a sandbox where a private file is.
 *
 * A file with one line that says so: programs that read many files go on. Where git keeps a file of that name, a socket
 * instead, which no program can read or pack: nobody commits the line in place of the file.
 */
import { existsSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maskLine } from '../../../domain/privacy/mask-line.ts';

export interface MaskSources {
  /** The file and the socket on this machine; they are made where they are not there. */
  open(): Promise<{ readonly file: string; readonly socket: string }>;
  close(): void;
}

/** `folder`: where they are kept; without it in a folder of their own for temporary files. */
export function maskSources(folder?: string): MaskSources {
  let own: string | undefined;
  return {
    async open() {
      const base =
        folder ?? (own !== undefined && existsSync(own) ? own : mkdtempSync(join(tmpdir(), 'straylight-hidden-')));
      if (folder === undefined) own = base;
      mkdirSync(base, { recursive: true });
      const [file, socket] = [join(base, 'hidden'), join(base, 'hidden.sock')];
      if (!existsSync(file)) {
        const fresh = join(base, `.hidden-${process.pid}`);
        // readable for the user of a container, too
        writeFileSync(fresh, `${maskLine}\n`, { mode: 0o444 });
        renameSync(fresh, file);
      }
      if (process.platform !== 'linux') return { file, socket: file };
      if (!existsSync(socket)) await makeSocket(base, socket);
      return { file, socket };
    },
    close() {
      if (own !== undefined) rmSync(own, { recursive: true, force: true });
      own = undefined;
    },
  };
}

/** Of a server that is gone; its name in the file system would go with it, so it gets another one. */
async function makeSocket(base: string, path: string): Promise<void> {
  const server = createServer();
  // a path of a socket is short, so it is named from the folder where it can be
  const fresh = join(base, `.s${process.pid}`);
  rmSync(fresh, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(fresh, resolve);
  });
  try {
    linkSync(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await new Promise(resolve => server.close(resolve));
  }
}
