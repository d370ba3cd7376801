/** Another process swaps folders for links that lead out, while the file tools read, write and list. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '../../src/domain/supervision/failure.ts';
import { confinedWorld, secret } from '../adapters/files/confined-world.ts';
import { type Area, scoped } from './area.ts';

const swapperFile = fileURLToPath(new URL('../adapters/files/path-swapper.ts', import.meta.url));
const most = 30_000;

export const fileRaces: Area = {
  name: 'file tools against swapped links',
  run: ({ share }) =>
    scoped(async scope => {
      if (process.platform !== 'linux') return { probes: 0, breaches: [], skipped: 'promised on Linux alone' };
      const { root, workspace, files, has } = confinedWorld(scope);
      has('folder/secret.txt', 'inside');
      symlinkSync(join(root, 'outside'), join(workspace, 'link'));
      const swapper = spawn(process.execPath, [swapperFile, workspace, 'folder', 'link'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      scope.after(() => swapper.kill());
      const closed = once(swapper, 'close');
      await once(swapper.stdout, 'data');
      const breaches: string[] = [];
      const counts = { through: 0, refused: 0 };
      const attempt = (work: Promise<unknown>) =>
        work.then(
          () => {
            counts.through += 1;
          },
          (error: unknown) => {
            if (!(error instanceof Fault)) breaches.push(`an error that is no fault: ${String(error)}`);
            counts.refused += 1;
          },
        );
      const read = async () => {
        await using file = await files.open(files.place('folder/secret.txt'));
        const text = (await file.bytes(100)).toString();
        if (text !== 'inside') breaches.push(`read ${JSON.stringify(text)}`);
      };
      const kinds = [
        read,
        () => files.put(files.place('folder/new.txt'), Buffer.from('x')),
        async () => {
          await using _ = await files.folder(files.place('folder'));
        },
      ];
      const probes = Math.ceil(most * share);
      for (let at = 0; at < probes; at += 1) await attempt((kinds[at % kinds.length] ?? read)());
      swapper.stdin.end();
      const [code] = await closed;
      if (code !== 0) breaches.push(`the swapping ended with ${code}`);
      const outside = readdirSync(join(root, 'outside'));
      if (outside.join() !== 'secret.txt') breaches.push(`made outside: ${outside.join(', ')}`);
      if (readFileSync(join(root, 'outside', 'secret.txt'), 'utf8') !== secret) breaches.push('a file outside changed');
      if (counts.through === 0 || counts.refused === 0) breaches.push('no race was run');
      return { probes, breaches, note: `${counts.through} went through, ${counts.refused} refused` };
    }),
};
