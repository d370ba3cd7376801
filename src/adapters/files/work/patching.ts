/** A unified diff, put into files: all of it, or nothing, with what does not fit. */
import { applyPatch, parsePatch, type StructuredPatch } from 'diff';
import { says } from '../../../domain/policy/sentence.ts';
import { mixed, type Taint } from '../../../domain/policy/taint.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { ConfinedFiles, OpenFile, Place } from '../../../ports/files/confined.ts';
import type { FileTaint } from '../../../ports/files/taint.ts';

const mostBytes = 5 * 2 ** 20;

export interface PatchOptions {
  readonly files: ConfinedFiles;
  readonly trust: FileTaint;
  readonly taint: Taint;
  /** What a name of the diff means. */
  readonly placeOf: (name: string) => Place;
  /** The files that were judged. */
  readonly isJudged: (place: Place) => boolean;
}

type Change =
  | { readonly place: Place; readonly kind: 'write'; readonly content: Buffer; readonly before: Before | undefined }
  | { readonly place: Place; readonly kind: 'delete'; readonly before: Before };

interface Before {
  readonly bytes: Buffer;
  readonly stats: OpenFile['stats'];
}

/** What was done, a line a file. Throws `invalid` with every hunk that does not fit; then no file was changed. */
export async function patched(text: string, options: PatchOptions): Promise<string> {
  const { files } = options;
  const parts = parsed(text);
  const changes: Change[] = [];
  const conflicts: string[] = [];
  for (const part of parts) {
    const change = await changeOf(part, options);
    if (Array.isArray(change)) conflicts.push(...change);
    else changes.push(change as Change);
  }
  const twice = changes.find(
    ({ place }, at) => changes.findIndex(one => files.name(one.place) === files.name(place)) !== at,
  );
  if (twice)
    throw fault('invalid', says`The patch names ${files.name(twice.place)} twice; put its hunks under one name.`);
  if (conflicts.length > 0)
    throw fault(
      'invalid',
      says`Nothing was changed, since not all of the patch fits: ${conflicts.slice(0, 20).join(' ')}`,
    );
  await written(changes, options);
  return changes.map(change => lineOf(change, files)).join('\n');
}

function parsed(text: string): readonly StructuredPatch[] {
  try {
    const parts = parsePatch(text).filter(({ hunks }) => hunks.length > 0);
    if (parts.length > 0) return parts;
  } catch (error) {
    throw fault('invalid', says`This is no unified diff that can be read: ${(error as Error).message.slice(0, 200)}`);
  }
  throw fault('invalid', says`expected a unified diff, with --- and +++ lines and hunks; came none`);
}

const nowhere = '/dev/null';

/** The change, or what does not fit. */
async function changeOf(part: StructuredPatch, options: PatchOptions): Promise<Change | readonly string[]> {
  const { files, placeOf, isJudged } = options;
  const { oldFileName = '', newFileName = '' } = part;
  const isDeletion = newFileName === nowhere;
  const place = placeOf(isDeletion ? oldFileName : newFileName);
  const name = files.name(place);
  if (!isJudged(place)) throw fault('invalid', says`${name} is not among the files that this call was judged for.`);
  if (oldFileName !== nowhere && !isDeletion && files.name(placeOf(oldFileName)) !== name)
    return [`${name}: a patch does not rename here; use move_file.`];
  const before = await contentOf(files, place);
  if (oldFileName === nowhere && before !== undefined)
    return [`${name} is there already, and the patch would make it.`];
  if (oldFileName !== nowhere && before === undefined) return [`${name} does not exist.`];
  const source = before?.bytes.toString('utf8') ?? '';
  const result = applyPatch(source, part, { fuzzFactor: 0 });
  if (result === false) return conflictsOf(part, source, name);
  if (!isDeletion) return { place, kind: 'write', content: Buffer.from(result), before };
  return result === '' && before
    ? { place, kind: 'delete', before }
    : [`${name} is to be deleted, and the patch leaves something of it.`];
}

async function contentOf(files: ConfinedFiles, place: Place): Promise<Before | undefined> {
  {
    await using found = await files.find(place, { asNamed: true }).catch(() => undefined);
    if (found?.stats === undefined) return undefined;
  }
  await using file = await files.open(place);
  return { bytes: await file.bytes(mostBytes), stats: file.stats };
}

/** Each hunk that does not fit by itself, with the line where it differs first. */
function conflictsOf(part: StructuredPatch, source: string, name: string): readonly string[] {
  const lines = source.split(/\r?\n/);
  const found = part.hunks.flatMap((hunk, at) => {
    if (applyPatch(source, { ...part, hunks: [hunk] }, { fuzzFactor: 0 }) !== false) return [];
    const wanted = hunk.lines.filter(line => line.startsWith(' ') || line.startsWith('-')).map(line => line.slice(1));
    const first = wanted.findIndex((line, offset) => lines[hunk.oldStart - 1 + offset] !== line);
    const number = hunk.oldStart + Math.max(first, 0);
    const [expected, there] = [wanted[Math.max(first, 0)], lines[number - 1]].map(line =>
      JSON.stringify((line ?? '').slice(0, 120)),
    );
    return [`${name}, hunk ${at + 1}: line ${number} should be ${expected} and is ${there}.`];
  });
  return found.length > 0 ? found : [`${name}: its hunks do not fit together.`];
}

/** One after another; where one fails, those before it are put back. */
async function written(changes: readonly Change[], { files, trust, taint }: PatchOptions): Promise<void> {
  const done: Change[] = [];
  try {
    for (const change of changes) {
      const { place, before } = change;
      const unchanged = before === undefined ? {} : { unchangedSince: before.stats };
      if (change.kind === 'delete') await files.remove(place, unchanged);
      else {
        await files.put(place, change.content, unchanged);
        const own = before === undefined ? 'owner' : trust.of(place, before.bytes, before.stats);
        trust.wrote(place, change.content, mixed(taint, own));
      }
      done.push(change);
    }
  } catch (error) {
    for (const { place, before } of done.reverse()) {
      if (before === undefined) await files.remove(place);
      else await files.put(place, before.bytes);
    }
    throw error;
  }
}

function lineOf(change: Change, files: ConfinedFiles): string {
  const name = files.name(change.place);
  if (change.kind === 'delete') return `Deleted ${name}.`;
  return change.before === undefined ? `Created ${name}.` : `Changed ${name}.`;
}
