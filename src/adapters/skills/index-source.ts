/**
 * An index of skills (Agent Skills Discovery, 0.2): `{ "skills": [{ "name", "type", "url", "digest": "sha256:…" }] }`. What
 * it names is taken only with the SHA-256 that stands there, so an index that is trusted once vouches for what it lists.
 */
import { hash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { unpacked } from './archive.ts';
import type { Brought } from './skill-folder.ts';

const listed = z.object({ skills: z.array(z.object({ name: z.string().max(200) }).loose()).max(10_000) });
const entry = z.object({
  name: z.string(),
  type: z.enum(['skill-md', 'archive']),
  url: z.string().min(1).max(2_000),
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/i),
});

/** Where a site has its index. */
export function wellKnownIndex(address: string): string {
  const path = new URL(address).pathname.replace(/\/$/, '');
  const folder = path.endsWith('/.well-known/agent-skills') ? path : `${path}/.well-known/agent-skills`;
  return new URL(`${folder}/index.json`, address).href;
}

/** The skill `wanted` of an index. Throws `invalid` for what is no index, `denied` where a digest does not fit. */
export async function fromIndex({
  text,
  wanted,
  sha256,
  read,
}: {
  /** Of the index. */
  readonly text: string;
  readonly wanted: string;
  /** What the owner says the artifact has, beside what the index says. */
  readonly sha256: string | undefined;
  /** What stands at an address of it, which may be relative. */
  readonly read: (url: string) => Promise<Uint8Array>;
}): Promise<Brought> {
  const { name, type, url, digest } = entryIn(text, wanted);
  const bytes = checkedBytes(checkedBytes(await read(url), digest.slice('sha256:'.length)), sha256);
  if (type === 'archive') return unpacked(bytes, name, '');
  return textAlone(bytes, name);
}

function entryIn(text: string, wanted: string): z.output<typeof entry> {
  const index = listed.safeParse(jsonOf(text));
  if (!index.success)
    throw fault('invalid', says`expected an index of skills, as {"skills": [{"name", "type", "url", "digest"}]}`);
  const { skills } = index.data;
  const found = skills.find(({ name }) => name === wanted);
  if (!found) {
    const names = skills.slice(0, 40).map(({ name }) => name);
    throw fault('invalid', says`name one of the skills of the index behind a #: ${names.join(', ')}`);
  }
  const read = entry.safeParse(found);
  if (!read.success)
    throw fault(
      'invalid',
      says`the index names ${wanted} without a type (skill-md or archive), an address or a digest (sha256:…), so nothing vouches for it`,
    );
  return read.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The bytes, if they have this SHA-256. Throws `denied`. */
export function checkedBytes(bytes: Uint8Array, sha256: string | undefined): Uint8Array {
  const found = hash('sha256', bytes);
  if (sha256 !== undefined && sha256.toLowerCase() !== found)
    throw fault(
      'denied',
      says`expected an archive with the SHA-256 ${sha256}; this one has ${found}. Nothing was installed`,
    );
  return bytes;
}

/** By its name: an archive, or one text. */
export async function unpackedOrText(bytes: Uint8Array, path: string, inner: string): Promise<Brought> {
  if (!/\.(?:md|mdc|markdown)$/i.test(path)) return unpacked(bytes, basename(path), inner);
  const isNamedSkill = /^skill\.md$/i.test(basename(path));
  return textAlone(bytes, isNamedSkill ? basename(dirname(path)) : basename(path).replace(/\.[^.]+$/, ''));
}

function textAlone(bytes: Uint8Array, folder: string): Brought {
  return { files: new Map([['SKILL.md', Buffer.from(bytes)]]), folder };
}
