/**
 * A skill of another agent's form as one of the standard: rules of editors, commands and procedures in Markdown, heads
 * with names that the standard does not take. Only the head is written again; the text stays as it is.
 */

import { manifestOf, splitFrontmatter } from '../../domain/skills/manifest.ts';
import type { Adaptation } from '../../domain/skills/skill.ts';
import { isSkillName } from '../../domain/skills/skill.ts';
import { fieldsOf, headOf } from './frontmatter.ts';
import type { Brought, SkillFiles } from './skill-folder.ts';
import { textOf } from './skill-folder.ts';

export interface Adapted extends Brought {
  /** What was written again; empty: it is as it came. */
  readonly adapted: readonly Adaptation[];
}

/** What cannot be adapted stays as it is; the next reader says why it is no skill. */
export async function adapted({ files, folder }: Brought): Promise<Adapted> {
  const same = { files, folder, adapted: [] };
  const path = files.has('SKILL.md') ? 'SKILL.md' : 'skill.md';
  const content = files.get(path);
  const text = content && textOf(content);
  if (text === undefined) return same;
  const { frontmatter, body } = splitFrontmatter(text);
  const fields = frontmatter === undefined ? {} : await fieldsOf(frontmatter);
  if ('form' in fields) return same;
  const name = nameOf(fields['name'], folder);
  const manifest = manifestOf({ ...fields, name }, folder, body);
  if ('problem' in manifest) return same;
  const changes: readonly Adaptation[] = [
    ...(path === 'SKILL.md' ? [] : ['file' as const]),
    ...(fields['name'] === name ? [] : ['name' as const]),
    ...(typeof fields['description'] === 'string' ? [] : ['description' as const]),
  ];
  if (changes.length === 0) return same;
  const head = await headOf({ ...fields, name, description: manifest.description });
  const written: SkillFiles = new Map(
    [...files].map(([one, bytes]): [string, Buffer] =>
      one === path ? ['SKILL.md', Buffer.from(`---\n${head}---\n\n${body.trim()}\n`)] : [one, bytes],
    ),
  );
  return { files: written, folder, adapted: changes };
}

/** The name it has, as near as the standard allows. */
function nameOf(given: unknown, folder: string): string {
  const wanted = typeof given === 'string' && given.trim() !== '' ? given.trim() : folder;
  if (isSkillName(wanted)) return wanted;
  return wanted
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '');
}
