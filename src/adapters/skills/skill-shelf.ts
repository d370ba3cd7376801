/** The skills that lie in the two folders, as they are now, each held against `skills.lock`. */
import { existsSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Form, inEnglish } from '../../domain/policy/sentence.ts';
import { isSkillName, type Manifest, type SkillPlace, type SkillState } from '../../domain/skills/skill.ts';
import { readSkill } from './frontmatter.ts';
import type { LockFile, StoredLock } from './lock-file.ts';
import { hashOf, readSkillFolder, type SkillFiles } from './skill-folder.ts';

/** One skill as it lies there. */
export interface FoundSkill {
  readonly name: string;
  readonly place: SkillPlace;
  readonly folder: string;
  readonly state: SkillState;
  readonly lock?: StoredLock | undefined;
  readonly hash: string;
  readonly files: SkillFiles;
  readonly manifest?: Manifest;
  readonly body: string;
  /** Why it is broken. */
  readonly problem?: Form;
}

export interface SkillShelf {
  /** All of them, by name; the home's before the workspace's. */
  all(): Promise<readonly FoundSkill[]>;
  /** By its name: that of the home, else that of the workspace. */
  find(name: string): Promise<FoundSkill | undefined>;
}

const mostSkills = 500;

export function skillShelf(folders: Readonly<Record<SkillPlace, string>>, lock: LockFile): SkillShelf {
  async function inPlace(place: SkillPlace): Promise<readonly FoundSkill[]> {
    if (!existsSync(folders[place])) return [];
    const names = (await readdir(folders[place])).filter(name => !name.startsWith('.')).sort();
    const found: FoundSkill[] = [];
    for (const name of names.slice(0, mostSkills)) {
      const folder = join(folders[place], name);
      if ((await lstat(folder)).isDirectory()) found.push(await look(place, name, folder));
    }
    return found;
  }

  async function look(place: SkillPlace, folderName: string, folder: string): Promise<FoundSkill> {
    const files = await readSkillFolder(folder);
    const empty: SkillFiles = new Map();
    const at = { place, folder, name: folderName };
    if ('form' in files)
      return {
        ...at,
        state: 'broken',
        hash: '',
        files: empty,
        body: '',
        problem: files as Form,
        lock: lock.get(place, folderName),
      };
    const hash = hashOf(files);
    const read = await readSkill(files, folderName);
    if ('form' in read)
      return { ...at, state: 'broken', hash, files, body: '', problem: read, lock: lock.get(place, folderName) };
    const { manifest, body } = read;
    const known = lock.get(place, manifest.name);
    return { ...at, name: manifest.name, state: stateOf(known, hash), lock: known, hash, files, manifest, body };
  }

  async function all(): Promise<readonly FoundSkill[]> {
    const [home, workspace] = [await inPlace('home'), await inPlace('workspace')];
    const taken = new Set<string>();
    return [...home, ...workspace].map(one => {
      if (!taken.has(one.name)) {
        taken.add(one.name);
        return one;
      }
      return { ...one, state: 'shadowed' as const };
    });
  }

  return {
    all,
    async find(name) {
      // its folder has its name, mostly, and then no other one has to be read
      const own = join(folders.home, name);
      if (isSkillName(name) && (await lstat(own).catch(() => undefined))?.isDirectory()) {
        const found = await look('home', name, own);
        if (found.name === name) return found;
      }
      return (await all()).find(one => one.name === name);
    },
  };
}

function stateOf(lock: StoredLock | undefined, hash: string): SkillState {
  if (lock === undefined || lock.hash === '') return 'new';
  if (lock.hash !== hash) return 'changed';
  return lock.enabled ? 'enabled' : 'disabled';
}

/** In a line, for the model. */
export function problemOf({ problem }: Pick<FoundSkill, 'problem'>): string | undefined {
  return problem && inEnglish(problem);
}
