/** What the frontmatter of a `SKILL.md` says: read generously, written strictly. */
import { type Form, says } from '../policy/sentence.ts';
import type { JsonObject } from '../text/json.ts';
import { defined } from '../text/json.ts';
import { type FileGrant, type Grant, isSkillName, longestDescription, type Manifest } from './skill.ts';

/** Fields of the standard. */
const known = new Set(['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']);

/** Names that other agents have for what our tools do. */
const toolNames: Readonly<Record<string, string>> = {
  bash: 'execute_command',
  shell: 'execute_command',
  execute: 'execute_command',
  read: 'read_file',
  write: 'write_file',
  edit: 'edit_file',
  multiedit: 'edit_file',
  glob: 'list_files',
  ls: 'list_files',
  grep: 'search_files',
  webfetch: 'web_fetch',
  websearch: 'web_search',
  browser: 'browser',
};

/** `folder`: the name of its folder, which stands in where it has no name that fits. */
export function manifestOf(fields: JsonObject, folder: string, body: string): Manifest | { readonly problem: Form } {
  const name = textOf(fields['name']) ?? folder;
  if (!isSkillName(name))
    return {
      problem: says`expected a name of lower case letters, digits and single hyphens (at most 64); came ${name.slice(0, 80)}`,
    };
  const description = textOf(fields['description']) ?? firstSentence(body);
  if (description === undefined) return { problem: says`expected a description of what it does and when to use it` };
  const metadata = objectOf(fields['metadata']);
  return {
    name,
    description: description.replace(/\s+/g, ' ').trim().slice(0, longestDescription),
    ...defined({
      license: textOf(fields['license'])?.slice(0, 200),
      compatibility: textOf(fields['compatibility'])?.slice(0, 500),
      version: textOf(fields['version']) ?? textOf(metadata['version']),
    }),
    asks: asksOf(fields, metadata),
    unknown: Object.keys(fields).filter(field => !known.has(field)),
  };
}

/** What it asks for, in the words of the standard and in those of others. */
function asksOf(fields: JsonObject, metadata: JsonObject): Grant {
  const permissions = objectOf(fields['permissions'] ?? metadata['permissions']);
  const exec = textOf(permissions['exec']);
  const tools = [
    ...wordsOf(fields['allowed-tools'] ?? fields['allowed_tools']).map(toolNamed),
    ...wordsOf(permissions['tools']).map(toolNamed),
    ...(exec !== undefined && exec !== 'none' ? ['run_skill_script'] : []),
  ];
  return {
    tools: [...new Set(tools)],
    hosts: hostsOf(permissions['network']),
    files: filesOf(permissions['filesystem'] ?? permissions['files']),
    secrets: wordsOf(permissions['secrets'] ?? permissions['env']),
  };
}

/** `Bash(git:*)` asks for the tool that runs commands, whatever stands in the brackets. */
function toolNamed(word: string): string {
  const bare = word.replace(/\(.*$/, '');
  return toolNames[bare.toLowerCase()] ?? bare;
}

function hostsOf(given: unknown): readonly string[] {
  if (given === true) return ['*'];
  return wordsOf(given).flatMap(word => (word === 'none' ? [] : /^(?:all|any|allow|full)$/.test(word) ? ['*'] : word));
}

function filesOf(given: unknown): FileGrant {
  const word = textOf(given) ?? 'none';
  if (/write|full|all/.test(word)) return 'write';
  return /read/.test(word) ? 'read' : 'none';
}

function wordsOf(given: unknown): readonly string[] {
  const words = Array.isArray(given) ? given.map(String) : typeof given === 'string' ? splitWords(given) : [];
  return words.map(word => word.trim()).filter(word => word !== '' && word !== 'none' && word.length <= 200);
}

/** At blanks and commas, but not within brackets. */
function splitWords(text: string): readonly string[] {
  return text.match(/(?:\([^)]*\)|[^\s,(])+/g) ?? [];
}

function firstSentence(body: string): string | undefined {
  const [line] = body
    .split('\n')
    .map(one => one.trim())
    .filter(one => one !== '' && !/^[#<>`|-]/.test(one));
  return line === undefined ? undefined : line.slice(0, 300);
}

function textOf(given: unknown): string | undefined {
  if (typeof given === 'number') return String(given);
  return typeof given === 'string' && given.trim() !== '' ? given.trim() : undefined;
}

function objectOf(given: unknown): JsonObject {
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as JsonObject) : {};
}

/** Text and frontmatter; without a frontmatter there is none. */
export function splitFrontmatter(text: string): { readonly frontmatter?: string; readonly body: string } {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [, frontmatter, body = ''] = /^---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n([\s\S]*))?$/.exec(plain) ?? [];
  return frontmatter === undefined ? { body: plain } : { frontmatter, body };
}

/** A `SKILL.md` as the standard wants it. */
export function writtenSkill(
  skill: Pick<Manifest, 'name' | 'description'> & { readonly allowedTools?: readonly string[] },
  body: string,
): string {
  const { allowedTools = [] } = skill;
  const tools = allowedTools.length > 0 ? `allowed-tools: ${allowedTools.join(' ')}\n` : '';
  return `---\nname: ${skill.name}\ndescription: ${JSON.stringify(skill.description)}\n${tools}---\n\n${body.trim()}\n`;
}
