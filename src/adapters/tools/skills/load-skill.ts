/** The tool that brings the text of a skill, or one of its references and assets. */
import { createRequire } from 'node:module';
import { z } from 'zod';
import { noGrant } from '../../../domain/skills/skill.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { answerOf } from '../../../domain/tools/said/said.ts';
import type { SkillLoad } from '../../../ports/ledgers/skill.ts';
import { defineTool, type Tool, type ToolOutput } from '../../../ports/tool.ts';
import type * as SkillFolder from '../../skills/skill-folder.ts';
import type { LoadedSkill, SkillLibrary } from '../../skills/skill-library.ts';

// With the first skill that is loaded.
const load = createRequire(import.meta.url);
const folder = () => load('../../skills/skill-folder.ts') as typeof SkillFolder;

/** What `load_skill` says of itself. */
export const loadSkillDeclaration = {
  name: 'load_skill',
  does: {
    en: 'Brings the text of a skill, or a file of it.',
    de: 'Holt den Text eines Skills oder eine Datei daraus.',
  },
  effect: 'read',
  isQuiet: true,
} as const satisfies ToolDeclaration;

const mostListed = 100;

/** `load_skill`. */
export function loadSkillTool({
  load,
  loaded,
  changed,
  maxOutputBytes,
}: {
  readonly load: SkillLibrary['load'];
  /** Notes that it was loaded; resolves once that is committed. */
  readonly loaded: (load: Omit<SkillLoad, 'at'>) => Promise<void>;
  /** Its owner is told that it has changed. */
  readonly changed: (name: string) => void;
  readonly maxOutputBytes: number;
}): Tool {
  return defineTool({
    ...loadSkillDeclaration,
    description:
      'Brings the text of a skill, which says how a kind of work is done, with a list of its files; with file, one of these. While a turn uses a skill, what the owner has not granted to the skill waits for approval.',
    schema: z.strictObject({
      name: z.string().min(1).max(64).describe('The skill, by its name in the instructions.'),
      file: z.string().max(300).default('').describe('One of its files, as in "references/rules.md"; empty: its text.'),
      offset: z.int().min(0).default(0).describe('Where to go on in a long text, in characters.'),
    }),
    intent: ({ name, file }, language) => intentTexts(language).loadSkill(name, file),
    async run({ name, file, offset }, { call, session, turn }): Promise<ToolOutput> {
      const skill = await load(name);
      if ('problem' in skill) {
        if (skill.isChanged) changed(name);
        return { ...answerOf(skill.problem), failed: true, taint: 'owner' };
      }
      await loaded({ call, skill: name, hash: skill.hash, session, turn });
      const taint = skill.origin === 'own' ? 'owner' : 'external';
      if (file === '') return { text: bounded(wholeText(skill), offset, maxOutputBytes), taint };
      const content = skill.files.get(file);
      if (content === undefined)
        return {
          ...answerOf({ code: 'skillFileMissing', values: { name, file } }, filesText(skill)),
          failed: true,
          taint,
        };
      const text = folder().textOf(content);
      if (text === undefined)
        return {
          ...answerOf({ code: 'skillFileNoText', values: { file, size: { bytes: content.length } } }),
          failed: true,
          taint,
        };
      return { text: bounded(text, offset, maxOutputBytes), taint };
    },
  });
}

function wholeText(skill: LoadedSkill): string {
  return [skill.body, filesText(skill), grantText(skill)].filter(part => part !== '').join('\n\n');
}

function filesText({ files, name }: LoadedSkill): string {
  const others = folder()
    .listed(files)
    .filter(({ path }) => path !== 'SKILL.md');
  if (others.length === 0) return '';
  const rows = others
    .slice(0, mostListed)
    .map(({ path, bytes, isScript }) => `- ${path} (${bytes} bytes${isScript ? ', script' : ''})`);
  const more = others.length > mostListed ? [`- and ${others.length - mostListed} more`] : [];
  const scripts = others.some(({ isScript }) => isScript)
    ? ` Scripts run by run_skill_script with the skill ${name}, and not by commands.`
    : '';
  return [`Files of this skill, which load_skill brings with file.${scripts}`, ...rows, ...more].join('\n');
}

function grantText({ granted, origin }: LoadedSkill): string {
  if (origin === 'own') return '';
  const { tools, hosts, files, secrets } = { ...noGrant, ...granted };
  const parts = [
    tools.length === 0 ? 'no tools' : `tools ${tools.join(', ')}`,
    hosts.length === 0 ? 'no hosts' : `hosts ${hosts.join(', ')}`,
    `files: ${files}`,
    secrets.length === 0 ? 'no secrets' : `secrets ${secrets.join(', ')}`,
  ];
  return `Granted by the owner to this skill: ${parts.join('; ')}. Other calls of this turn wait for approval.`;
}

function bounded(text: string, offset: number, most: number): string {
  const room = Math.floor(most * 0.9);
  const part = text.slice(offset, offset + room);
  const end = offset + part.length;
  return end < text.length ? `${part}\n\n[${text.length - end} more characters: go on with offset ${end}]` : part;
}
