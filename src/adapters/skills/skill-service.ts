/** What an owner does with skills: each act in turn, so that none meets another half done. */
import { says } from '../../domain/policy/sentence.ts';
import { isGrave } from '../../domain/skills/finding.ts';
import { lintFiles } from '../../domain/skills/lint.ts';
import {
  type Enabling,
  type Grant,
  isSkillName,
  noGrant,
  type SkillDetails,
  type SkillOrigin,
  type SkillRow,
  type SkillService,
  type SkillTemplate,
  type SkillTrial,
  skillTemplates,
} from '../../domain/skills/skill.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Executor } from '../../ports/executor.ts';
import type { SkillLedger } from '../../ports/ledgers/skill.ts';
import { adapted } from './adapting.ts';
import { readSkill } from './frontmatter.ts';
import type { LockFile } from './lock-file.ts';
import { hashesOf, linted, listed, type SkillFiles } from './skill-folder.ts';
import type { SkillPlaces } from './skill-places.ts';
import { type FoundSkill, problemOf, type SkillShelf } from './skill-shelf.ts';
import { skillTrial } from './skill-trial.ts';
import { brought, fromFolder, type SourceOptions, wholePath } from './sources.ts';
import { fromTemplate } from './templates.ts';

/** What a skill made here may use: its owner has written it. */
export const wholeGrant: Grant = { tools: ['*'], hosts: ['*'], files: 'write', secrets: ['*'] };

export interface SkillParts extends Pick<SourceOptions, 'download' | 'mayReach'> {
  readonly shelf: SkillShelf;
  readonly lock: LockFile;
  readonly places: SkillPlaces;
  readonly ledger: Pick<SkillLedger, 'use'>;
  readonly now: () => number;
  /** Where scripts run, and how long one may. */
  readonly executor: Executor;
  readonly scriptTimeoutMs: number;
  readonly inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Looks at one of them again. */
  readonly scan: (name: string) => Promise<unknown>;
}

export function skillService(parts: SkillParts): SkillService {
  const { shelf, ledger, lock, inTurn, scan } = parts;
  const details = async (name: string) => {
    const found = await shelf.find(name);
    return found && detailsOf(found, ledger);
  };
  return {
    async list() {
      const all = await shelf.all();
      return all.map(one => rowOf(one, ledger));
    },
    show: details,
    ...makingOf(parts, details),
    enable: (name, wanted) => inTurn(() => enabled(parts, name, wanted).then(() => details(name))),
    disable: name =>
      inTurn(async () => {
        const found = await shelf.find(name);
        if (!found) return undefined;
        if (found.lock && found.lock.hash !== '') lock.set(found.place, name, { ...found.lock, enabled: false });
        await scan(name);
        return details(name);
      }),
    lint: what => lintOf(what, shelf.find),
    test: name => tried(parts, name),
  };
}

/** What puts skills into the home, and takes them away. */
function makingOf(
  { shelf, lock, places, inTurn, scan, now, download, mayReach }: SkillParts,
  details: (name: string) => Promise<SkillDetails | undefined>,
): Pick<SkillService, 'add' | 'remove' | 'make'> {
  const needed = async (name: string) => {
    const found = await details(name);
    if (!found) throw fault('defect', `expected the skill ${name} to be there`);
    return found;
  };
  return {
    add: (source, sha256) =>
      inTurn(async () => {
        const given = await brought(source, sha256, { download, mayReach, folder: places.incoming() });
        const { files, folder, adapted: changes } = await adapted(given);
        const { name } = await manifestIn(files, folder);
        const fresh = { hash: '', enabled: false, granted: noGrant, files: {} };
        const from = withoutUser(source);
        const before = lock.get('home', name);
        // what was granted to another one of this name is not granted to this one
        const kept = before?.source === from ? before : fresh;
        lock.set('home', name, { ...kept, origin: 'outside', source: from, at: now() });
        await places.put(name, files);
        await scan(name);
        return { ...(await needed(name)), ...defined({ adapted: changes.length > 0 ? changes : undefined }) };
      }),
    remove: name =>
      inTurn(async () => {
        const found = await shelf.find(name);
        if (found?.place !== 'home') return false;
        lock.set('home', name, undefined);
        await places.setAside(folderName(found));
        await scan(name);
        return true;
      }),
    make: (name, template, description) =>
      inTurn(async () => {
        if (!isSkillName(name))
          throw fault(
            'invalid',
            says`expected a name of lower case letters, digits and single hyphens (at most 64); came ${name.slice(0, 80)}`,
          );
        if (!skillTemplates.some(one => one === template))
          throw fault(
            'invalid',
            says`there is no template ${template.slice(0, 40)}; there are ${skillTemplates.join(', ')}`,
          );
        if ((await shelf.find(name)) !== undefined) throw fault('invalid', says`there is a skill ${name} already`);
        await places.put(name, fromTemplate(name, template as SkillTemplate, description));
        lock.set('home', name, { hash: '', enabled: false, granted: noGrant, origin: 'own', at: now(), files: {} });
        return needed(name);
      }),
  };
}

async function enabled({ shelf, lock, now, scan }: SkillParts, name: string, wanted: Enabling): Promise<void> {
  const found = await shelf.find(name);
  if (!found) return;
  needEnabling(found, wanted);
  const { place: at, hash, files } = found;
  const origin = originOf(found);
  const granted = grantOf(found, wanted, origin);
  const { source } = found.lock ?? {};
  lock.set(at, name, {
    hash,
    enabled: true,
    granted,
    origin,
    at: now(),
    files: hashesOf(files),
    ...defined({ source }),
  });
  await scan(name);
}

/** Throws `invalid` for what is no skill. */
export async function manifestIn(files: SkillFiles, folder: string): Promise<{ readonly name: string }> {
  const read = await readSkill(files, folder);
  if ('form' in read) throw fault('invalid', says`this is no skill that can be taken: ${read}`);
  return read.manifest;
}

function needEnabling({ state, problem, hash, files, name }: FoundSkill, { anyway, hash: seen }: Enabling): void {
  if (problem) throw fault('invalid', says`the skill ${name} cannot be used: ${problem}`);
  if (state === 'shadowed') throw fault('invalid', says`there is a skill ${name} already`);
  if (seen !== undefined && seen !== hash)
    throw fault('denied', says`the skill ${name} is not what it was when you looked at it; look again`);
  const grave = lintFiles(linted(files)).filter(isGrave);
  const [first] = grave;
  if (first && !anyway)
    throw fault(
      'denied',
      says`the linter found something grave in ${first.file}, line ${first.line} (${first.rule}): ${first.excerpt}`,
    );
}

/** In the workspace anybody may have written it, whatever was there when it was enabled. */
export function originOf({ place, lock }: FoundSkill): SkillOrigin {
  return place === 'home' ? (lock?.origin ?? 'outside') : 'outside';
}

function grantOf({ manifest, lock }: FoundSkill, wanted: Enabling, origin: SkillOrigin): Grant {
  const requested = wanted.asRequested ? (manifest?.asks ?? noGrant) : undefined;
  const named = [wanted.tools, wanted.hosts, wanted.files, wanted.secrets].some(one => one !== undefined);
  // what was granted before stays for a content that its owner allows again, unless he says otherwise
  const before = lock && lock.hash !== '' ? lock.granted : origin === 'own' ? wholeGrant : noGrant;
  const base = requested ?? (named ? noGrant : before);
  return {
    tools: wanted.tools ? [...new Set([...(requested?.tools ?? []), ...wanted.tools])] : base.tools,
    hosts: wanted.hosts ? [...new Set([...(requested?.hosts ?? []), ...wanted.hosts])] : base.hosts,
    files: wanted.files ?? base.files,
    secrets: wanted.secrets ? [...new Set([...(requested?.secrets ?? []), ...wanted.secrets])] : base.secrets,
  };
}

/** Its scripts run only where its owner has allowed this content, or it was made here. */
async function tried({ shelf, executor, scriptTimeoutMs }: SkillParts, name: string): Promise<SkillTrial | undefined> {
  const found = await shelf.find(name);
  if (!found) return undefined;
  const mayRun = found.state === 'enabled' || (originOf(found) === 'own' && found.state === 'new');
  // each run in it has a deadline of its own
  const { signal } = new AbortController();
  const how = { executor, signal, timeoutMs: scriptTimeoutMs, mayRun };
  return { name, checks: await skillTrial(found.files, folderName(found), how) };
}

async function lintOf(what: string, find: (name: string) => Promise<FoundSkill | undefined>) {
  if (!what.includes('/')) {
    const found = await find(what);
    return found && { name: found.name, findings: lintFiles(linted(found.files)) };
  }
  const { files, folder } = await fromFolder(wholePath(what));
  return { name: folder, findings: lintFiles(linted(files)) };
}

function folderName({ folder }: FoundSkill): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}

/** No user and no password stands in a list. */
function withoutUser(source: string): string {
  return source.replace(/\/\/[^/@\s]+@/, '//').slice(0, 500);
}

function rowOf(found: FoundSkill, ledger: Pick<SkillLedger, 'use'>): SkillRow {
  const { name, manifest, place, state, files } = found;
  const findings = lintFiles(linted(files));
  const grave = findings.filter(isGrave).length;
  return {
    name,
    description: manifest?.description ?? problemOf(found) ?? '',
    place,
    state,
    origin: originOf(found),
    grave,
    notes: findings.length - grave,
    ...ledger.use(name),
  };
}

function detailsOf(found: FoundSkill, ledger: Pick<SkillLedger, 'use'>): SkillDetails {
  const { manifest, lock, files, hash, folder, body } = found;
  const { license, compatibility, version, asks = noGrant } = manifest ?? {};
  return {
    ...rowOf(found, ledger),
    folder,
    hash,
    asks,
    granted: lock?.granted ?? noGrant,
    files: listed(files),
    findings: lintFiles(linted(files)),
    text: body,
    changed: changedIn(found),
    ...defined({ source: lock?.source, license, compatibility, version, problem: problemOf(found) }),
  };
}

/** Added, changed or taken away since it was enabled. */
function changedIn({ state, lock, files }: FoundSkill): readonly string[] {
  if (state !== 'changed' || lock === undefined) return [];
  const now = hashesOf(files);
  return [...new Set([...Object.keys(lock.files), ...Object.keys(now)])]
    .filter(path => lock.files[path] !== now[path])
    .sort();
}
