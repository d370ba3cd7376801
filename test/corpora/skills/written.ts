/** Skills as they are written down in the corpora. */
import { writtenSkill } from '../../../src/domain/skills/manifest.ts';

export interface WrittenSkill {
  readonly name: string;
  /** Of its SKILL.md; the first sentence is its description too. */
  readonly text: string;
  readonly files?: Readonly<Record<string, string | Buffer>>;
}

/** Its files by their paths. */
export function filesOf({ name, text, files = {} }: WrittenSkill): ReadonlyMap<string, Buffer> {
  const description = `${text.split(/[.:\n]/, 1)[0]}. Use when asked for it.`;
  const all = Object.entries({ ...files, 'SKILL.md': writtenSkill({ name, description }, text) });
  return new Map(
    all
      .map(([path, content]): [string, Buffer] => [path, Buffer.from(content as string)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
