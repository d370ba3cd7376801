/** Skills of the home put in place, and what was there kept beside: at once, whatever happens in between. */
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SkillFiles } from './skill-folder.ts';

export interface SkillPlaces {
  /** A folder for what is being brought in, outside of what is read as skills. */
  incoming(): string;
  /** False: a folder of that name was there, and is kept. */
  put(name: string, files: SkillFiles): Promise<boolean>;
  /** False: there was none. */
  setAside(name: string): Promise<boolean>;
}

const mostEarlier = 5;

export function skillPlaces(home: string, now: () => number): SkillPlaces {
  function inner(name: string): string {
    const folder = join(home, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Earlier versions lie in `.earlier`, the newest of each. */
  async function setAside(name: string): Promise<boolean> {
    const found = join(home, name);
    if (!existsSync(found)) return false;
    const earlier = inner('.earlier');
    await rename(found, join(earlier, `${name}@${now()}`));
    const kept = (await readdir(earlier)).filter(one => one.startsWith(`${name}@`)).sort();
    for (const old of kept.slice(0, -mostEarlier)) await rm(join(earlier, old), { recursive: true, force: true });
    return true;
  }

  return {
    incoming: () => inner('.incoming'),
    async put(name, files) {
      const draft = await mkdtemp(join(inner('.incoming'), 'skill-'));
      for (const [path, content] of files) {
        await mkdir(join(draft, dirname(path)), { recursive: true });
        await writeFile(join(draft, path), content, { mode: 0o600 });
      }
      chmodSync(draft, 0o700);
      const isNew = !(await setAside(name));
      await rename(draft, join(home, name));
      return isNew;
    },
    setAside,
  };
}
