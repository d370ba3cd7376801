/** A `SKILL.md` taken apart: its YAML, and the text behind it. */
import { type Form, says } from '../../domain/policy/sentence.ts';
import { manifestOf, splitFrontmatter } from '../../domain/skills/manifest.ts';
import type { Manifest } from '../../domain/skills/skill.ts';
import type { JsonObject } from '../../domain/text/json.ts';
import { type SkillFiles, textOf } from './skill-folder.ts';

export interface ReadSkill {
  readonly manifest: Manifest;
  readonly body: string;
}

const longestText = 500_000;
const longestFrontmatter = 20_000;

/** `folder`: the name of its folder. */
export async function readSkill(files: SkillFiles, folder: string): Promise<ReadSkill | Form> {
  const content = files.get('SKILL.md') ?? files.get('skill.md');
  if (content === undefined) return says`it has no SKILL.md`;
  const text = textOf(content);
  if (text === undefined) return says`its SKILL.md is no text in UTF-8`;
  if (text.length > longestText) return says`its SKILL.md is longer than ${longestText} characters`;
  const { frontmatter, body } = splitFrontmatter(text);
  const fields = frontmatter === undefined ? {} : await fieldsOf(frontmatter);
  if ('form' in fields) return fields as unknown as Form;
  const manifest = manifestOf(fields as JsonObject, folder, body);
  return 'problem' in manifest ? manifest.problem : { manifest, body: body.trim() };
}

/** Without anchors, which can make a little text a lot, and without types of its own. */
export async function fieldsOf(frontmatter: string): Promise<JsonObject | Form> {
  if (frontmatter.length > longestFrontmatter)
    return says`its frontmatter is longer than ${longestFrontmatter} characters`;
  const { parse } = await import('yaml');
  const tries = [frontmatter, quotedValues(frontmatter)];
  let problem = '';
  for (const text of tries)
    try {
      const value: unknown = parse(text, { maxAliasCount: 0, schema: 'core', logLevel: 'silent', uniqueKeys: false });
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
      problem = 'it is no table';
    } catch (error) {
      problem = (error as Error).message.split('\n', 1)[0] ?? '';
    }
  return says`its frontmatter is no YAML: ${problem.slice(0, 200)}`;
}

/** The YAML of these fields, a line each. */
export async function headOf(fields: JsonObject): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(fields, { lineWidth: 0 });
}

/** A description with a colon in it is written without quotes often enough. */
function quotedValues(frontmatter: string): string {
  return frontmatter.replace(
    /^((?:name|description|license|compatibility):[ \t]+)(?!["'|>])(.+)$/gm,
    (_, key: string, value: string) => `${key}${JSON.stringify(value.trim())}`,
  );
}
