/**
 * The skills there are, as the rest of Straylight uses them. What is enabled stands in memory too, since every request to
 * a model wants it.
 */
import { says } from '../../domain/policy/sentence.ts';
import { isGrave } from '../../domain/skills/finding.ts';
import { lintFiles } from '../../domain/skills/lint.ts';
import {
  type Grant,
  noGrant,
  type SkillOrigin,
  type SkillPlace,
  type SkillService,
} from '../../domain/skills/skill.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Said } from '../../domain/tools/said/texts.ts';
import type { Executor } from '../../ports/executor.ts';
import type { SkillLedger } from '../../ports/ledgers/skill.ts';
import { oneByOne } from '../process/one-by-one.ts';
import { lockFile } from './lock-file.ts';
import { hashesOf, hashOf, linted, type SkillFiles } from './skill-folder.ts';
import { skillPlaces } from './skill-places.ts';
import { manifestIn, originOf, skillService, wholeGrant } from './skill-service.ts';
import { type FoundSkill, skillShelf } from './skill-shelf.ts';
import type { SourceOptions } from './sources.ts';

export interface EnabledSkill {
  readonly name: string;
  readonly description: string;
  readonly hash: string;
  readonly granted: Grant;
  readonly origin: SkillOrigin;
}

/** A skill that may be used now, with the very bytes that were compared. */
export interface LoadedSkill extends EnabledSkill {
  readonly body: string;
  readonly version?: string;
  readonly files: SkillFiles;
}

export interface SkillLibrary {
  readonly service: SkillService;
  /** As they were when last looked at. */
  enabled(): readonly EnabledSkill[];
  /** Looks again; answers those that have changed since they were enabled. */
  scan(): Promise<readonly FoundSkill[]>;
  /** Reads it now and compares it with what was enabled. */
  load(name: string): Promise<LoadedSkill | { readonly problem: Said; readonly isChanged: boolean }>;
  /** Writes it into the home, enabled: its owner has said yes to this content. Throws `denied` for a grave finding. */
  write(
    files: SkillFiles,
    origin: SkillOrigin,
  ): Promise<{ readonly name: string; readonly isNew: boolean; readonly hash: string }>;
}

export interface SkillLibraryOptions extends Pick<SourceOptions, 'download' | 'mayReach'> {
  readonly folders: Readonly<Record<SkillPlace, string>>;
  readonly lockPath: string;
  readonly ledger: Pick<SkillLedger, 'use'>;
  readonly now: () => number;
  readonly executor: Executor;
  /** Of one run of a script. */
  readonly scriptTimeoutMs: number;
}

export function skillLibrary(options: SkillLibraryOptions): SkillLibrary {
  const { folders, now } = options;
  const lock = lockFile(options.lockPath);
  const shelf = skillShelf(folders, lock);
  const places = skillPlaces(folders.home, now);
  const inTurn = oneByOne();
  let known: readonly EnabledSkill[] = [];

  async function scan(): Promise<readonly FoundSkill[]> {
    const all = await shelf.all();
    known = all.flatMap(one => (one.state === 'enabled' ? [enabledOf(one)] : []));
    return all.filter(({ state }) => state === 'changed');
  }

  /** Looks at one again. */
  async function look(name: string): Promise<void> {
    const found = await shelf.find(name);
    const others = known.filter(one => one.name !== name);
    const now = found?.state === 'enabled' ? [...others, enabledOf(found)] : others;
    known = now.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  return {
    service: skillService({ ...options, shelf, lock, places, inTurn, scan: look }),
    enabled: () => known,
    scan,
    async load(name) {
      const found = await shelf.find(name);
      if (found?.state === 'enabled') {
        const { version } = found.manifest ?? {};
        return { ...enabledOf(found), body: found.body, files: found.files, ...defined({ version }) };
      }
      return { problem: whyNot(name, found), isChanged: found?.state === 'changed' };
    },
    write: (files, origin) =>
      inTurn(async () => {
        const { name } = await manifestIn(files, '');
        const [grave] = lintFiles(linted(files)).filter(isGrave);
        if (grave)
          throw fault(
            'denied',
            says`the linter found something grave in ${grave.file}, line ${grave.line} (${grave.rule}): ${grave.excerpt}`,
          );
        const granted = origin === 'own' ? wholeGrant : noGrant;
        const isNew = await places.put(name, files);
        const hash = hashOf(files);
        lock.set('home', name, { hash, enabled: true, granted, origin, at: now(), files: hashesOf(files) });
        await look(name);
        return { name, isNew, hash };
      }),
  };
}

function enabledOf({ name, manifest, hash, lock, ...found }: FoundSkill): EnabledSkill {
  const origin = originOf({ ...found, name, hash, lock });
  return { name, description: manifest?.description ?? '', hash, granted: lock?.granted ?? noGrant, origin };
}

function whyNot(name: string, found: FoundSkill | undefined): Said {
  switch (found?.state) {
    case undefined:
      return { code: 'skillMissing', values: { name } };
    case 'changed':
      return { code: 'skillIsChanged', values: { name } };
    case 'broken':
      return { code: 'skillBroken', values: { name, why: found.problem ?? '' } };
    case 'disabled':
      return { code: 'skillOff', values: { name } };
    default:
      return { code: 'skillNew', values: { name } };
  }
}
