/** Skills: what says how a kind of work is done, and what each may use. */

import type { ZodType } from 'zod';
import { type Form, says } from '../../../domain/policy/sentence.ts';
import { type Finding, findingRules } from '../../../domain/skills/finding.ts';
import {
  adaptations,
  checkReasons,
  fileGrants,
  type Grant,
  type SkillDetails,
  type SkillRow,
  type SkillService,
  type SkillTrial,
  skillChecks,
  skillTemplates,
} from '../../../domain/skills/skill.ts';
import { operation } from '../../contract.ts';
import { describedAs } from '../../described.ts';
import { count, flag, instant, oneOf, text } from '../../fields.ts';
import { lines } from '../../view.ts';
import {
  aheadOfEnabling,
  lintView,
  noSkill,
  skillList,
  skillTextsOf,
  skillView,
  trialView,
} from '../../views/skills/skills.ts';
import { z } from '../../zod.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly skills: SkillService;
  }
}

const name = () => text('the name of a skill', 64);
const names = () => z.array(z.string()).readonly();

function grant(): ZodType<Grant> {
  return z.object({ tools: names(), hosts: names(), files: z.enum(fileGrants), secrets: names() });
}

function finding(): ZodType<Finding> {
  return z.object({
    rule: z.enum(findingRules),
    severity: z.enum(['grave', 'note']),
    file: z.string(),
    line: count(),
    excerpt: z.string(),
  });
}

const row = () => ({
  name: z.string(),
  description: z.string(),
  place: z.enum(['home', 'workspace']),
  state: z.enum(['enabled', 'disabled', 'new', 'changed', 'broken', 'shadowed']),
  origin: z.enum(['own', 'outside']).describe('made on this machine, or brought in'),
  grave: count().describe('grave findings of the linter'),
  notes: count().describe('its other findings'),
  offered: count().describe('requests to a model in which it stood'),
  loaded: count().describe('turns in which it was loaded'),
  useful: count().describe('of these, those that ended with a reply'),
  lastAt: instant().nullable().describe('when it was last loaded'),
});

function skillRow(): ZodType<SkillRow> {
  return z.object(row());
}

function details(): ZodType<SkillDetails> {
  return z.object({
    ...row(),
    folder: z.string(),
    hash: z.string().describe('SHA-256 of all its files'),
    source: z.string().optional(),
    license: z.string().optional(),
    compatibility: z.string().optional(),
    version: z.string().optional(),
    problem: z.string().describe('why it cannot be read').optional(),
    asks: grant().describe('what its SKILL.md asks for; that grants nothing'),
    granted: grant(),
    files: z.array(z.object({ path: z.string(), bytes: count(), isScript: flag(), isText: flag() })).readonly(),
    findings: z.array(finding()).readonly(),
    text: z.string(),
    changed: names().describe('files that differ from what was enabled'),
    adapted: z
      .array(z.enum(adaptations))
      .readonly()
      .describe('what was written again in a skill of another form')
      .optional(),
  });
}

function trial(): ZodType<SkillTrial> {
  return z.object({
    name: z.string(),
    checks: z
      .array(
        z.object({
          check: z.enum(skillChecks),
          file: z.string(),
          outcome: z.enum(['passed', 'failed', 'skipped']),
          why: z.enum(checkReasons).optional(),
          detail: z.string().describe('what a program or the linter said').optional(),
        }),
      )
      .readonly(),
  });
}

const nameList = (what: Form) =>
  describedAs(
    z
      .string()
      .max(2_000)
      .transform(given => given.split(/[\s,]+/).filter(one => one !== '')),
    what,
  ).optional();

export const skills = {
  list: operation({
    summary: 'The skills there are, which of them are enabled, and how often each was used.',
    role: 'reader',
    http: { method: 'GET', path: '/api/skills' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'skills list',
        about: { en: 'Skills: how a kind of work is done', de: 'Skills: wie eine Art von Arbeit gemacht wird' },
        isDefault: true,
        help: {
          en: 'List the skills and how often each was used.',
          de: 'Listet die Skills auf und wie oft jeder benutzt wurde.',
        },
      },
    ],
    input: () => ({}),
    output: () => z.object({ skills: z.array(skillRow()).readonly() }),
    needs: ['skills'],
    run: async ({ skills }) => ({ skills: await skills.list() }),
    json: ({ skills }) => skills,
    view: skillList,
  }),
  new: operation({
    summary: 'Makes a skill by a template, in the home. It counts only once it is enabled.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/skills/{name}/new' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'skills new',
        help: { en: 'Make a skill of your own by a template.', de: 'Legt einen eigenen Skill nach einer Vorlage an.' },
        args: { name: 'NAME' },
        options: {
          template: {
            value: 'NAME',
            help: {
              en: 'instructions (default), checklist, script, reference or web',
              de: 'instructions (sonst), checklist, script, reference oder web',
            },
            field: 'template',
          },
          description: {
            value: 'TEXT',
            help: { en: 'what it does and when to use it', de: 'was er tut und wann er gilt' },
            field: 'description',
          },
        },
      },
    ],
    input: () => ({
      name: name(),
      template: oneOf(...skillTemplates).default('instructions'),
      description: text('what it does and when to use it', 1_024).optional(),
    }),
    output: details,
    needs: ['skills'],
    run: ({ skills }, { name, template, description }) => skills.make(name, template, description),
    view: skillView,
  }),
  show: operation({
    summary: 'One skill: its text and files, what it asks for, what it was granted, and what the linter found.',
    role: 'reader',
    http: { method: 'GET', path: '/api/skills/{name}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'skills show',
        also: ['skills'],
        help: { en: 'Show one skill, what it may use and why.', de: 'Zeigt einen Skill, was er darf und warum.' },
        args: { name: 'NAME' },
      },
    ],
    input: () => ({ name: name() }),
    output: details,
    missing: 'skill',
    needs: ['skills'],
    run: ({ skills }, { name }) => skills.show(name),
    view: skillView,
    absent: noSkill,
  }),
  lint: operation({
    summary: 'What the linter finds in a skill, or in a folder that is not installed.',
    role: 'owner',
    http: { method: 'POST', path: '/api/lint/skills' },
    commandId: 'taken',
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'skills lint',
        wakes: true,
        help: {
          en: 'Look through a skill, or a folder, for what you would not expect of it.',
          de: 'Sucht in einem Skill oder einem Ordner nach dem, was du nicht erwartest.',
        },
        args: { skill: 'NAME-OR-FOLDER' },
      },
    ],
    input: () => ({ skill: text('the name of a skill, or the path of a folder', 1_000) }),
    output: () => z.object({ name: z.string(), findings: z.array(finding()).readonly() }),
    missing: 'skill',
    needs: ['skills'],
    run: ({ skills }, { skill }) => skills.lint(skill),
    view: lintView,
    outcome: ({ findings }) => (findings.some(({ severity }) => severity === 'grave') ? 'open' : 'done'),
    absent: ({ skill }, look) => noSkill({ name: skill }, look),
  }),
  test: operation({
    summary: 'Looks at the form and the scripts of a skill, and runs its tests in the sandbox.',
    role: 'owner',
    http: { method: 'POST', path: '/api/skills/{name}/test' },
    commandId: 'taken',
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'skills test',
        wakes: true,
        help: {
          en: 'Try a skill: its form, its scripts and the tests that it brings.',
          de: 'Erprobt einen Skill: seine Form, seine Skripte und die Proben, die er mitbringt.',
        },
        args: { name: 'NAME' },
      },
    ],
    input: () => ({ name: name() }),
    output: trial,
    missing: 'skill',
    needs: ['skills'],
    run: ({ skills }, { name }) => skills.test(name),
    view: trialView,
    outcome: ({ checks }) => (checks.some(({ outcome }) => outcome === 'failed') ? 'open' : 'done'),
    absent: noSkill,
  }),
  add: operation({
    summary:
      'Installs a skill from a folder, an archive, a Markdown file, an index or a git address. It counts only once it is enabled.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/skills' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'skills add',
        help: {
          en: 'Install a skill from a folder, a .zip, .tar.gz or .md, an index or a git address (#name behind it names one of several).',
          de: 'Installiert einen Skill aus einem Ordner, einer .zip, .tar.gz oder .md, einem Index oder von einer git-Adresse (#name dahinter nennt einen von mehreren).',
        },
        args: { source: 'SOURCE' },
        options: {
          sha256: {
            value: 'HEX',
            help: { en: 'the SHA-256 that the archive has to have', de: 'die SHA-256, die das Archiv haben muss' },
            field: 'sha256',
          },
        },
      },
    ],
    input: () => ({
      source: text('a folder, an archive, a Markdown file, an index or a git address', 1_000),
      sha256: describedAs(z.string().regex(/^[0-9a-fA-F]{64}$/), says`64 hexadecimal digits`).optional(),
    }),
    output: details,
    needs: ['skills'],
    run: ({ skills }, { source, sha256 }) => skills.add(source, sha256),
    view: skillView,
  }),
  enable: operation({
    summary: 'Enables a skill as it is now, and grants it what it may use.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/skills/{name}/enable' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'skills enable',
        help: {
          en: 'Enable a skill with the content it has now.',
          de: 'Schaltet einen Skill mit seinem jetzigen Inhalt ein.',
        },
        args: { name: 'NAME' },
        behind: { yes: {}, ja: {} },
        options: {
          'as-requested': {
            help: { en: 'grant all that its SKILL.md asks for', de: 'alles gewähren, worum seine SKILL.md bittet' },
            field: 'asRequested',
          },
          tools: {
            value: 'NAMES',
            help: {
              en: 'tools it may use, parted by commas; "*": all',
              de: 'Werkzeuge, die er benutzen darf, mit Kommas; „*“: alle',
            },
            field: 'tools',
          },
          hosts: {
            value: 'NAMES',
            help: {
              en: 'hosts it may reach, parted by commas; "*": all',
              de: 'Rechner, die er erreichen darf, mit Kommas; „*“: alle',
            },
            field: 'hosts',
          },
          files: {
            value: 'HOW',
            help: { en: 'none, read or write', de: 'none, read oder write' },
            field: 'files',
          },
          secrets: {
            value: 'NAMES',
            help: { en: 'secrets it may use, parted by commas', de: 'Geheimnisse, die er benutzen darf, mit Kommas' },
            field: 'secrets',
          },
          yes: {
            help: { en: 'do it; without it, only say what it does', de: 'tun; ohne das nur sagen, was es tut' },
          },
          anyway: {
            help: { en: 'although the linter found something grave', de: 'obwohl die Prüfung etwas Ernstes fand' },
            field: 'anyway',
          },
        },
      },
    ],
    input: () => ({
      name: name(),
      asRequested: flag().optional(),
      tools: nameList(says`names of tools, parted by commas`),
      hosts: nameList(says`names of hosts, parted by commas`),
      files: oneOf(...fileGrants).optional(),
      secrets: nameList(says`names of secrets, parted by commas`),
      anyway: flag().optional(),
      hash: describedAs(z.string().regex(/^[0-9a-f]{64}$/), says`the hash of what was looked at`).optional(),
    }),
    output: details,
    missing: 'skill',
    needs: ['skills'],
    run: ({ skills }, { name, asRequested = false, anyway = false, tools, hosts, files, secrets, hash }) =>
      skills.enable(name, { asRequested, anyway, tools, hosts, files, secrets, hash }),
    view: skillView,
    ahead: aheadOfEnabling,
    about: 'skills.show',
    absent: noSkill,
  }),
  disable: operation({
    summary: 'Disables a skill: no model is told of it any more.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/skills/{name}/disable' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'skills disable',
        help: { en: 'Disable a skill.', de: 'Schaltet einen Skill aus.' },
        args: { name: 'NAME' },
      },
    ],
    input: () => ({ name: name() }),
    output: details,
    missing: 'skill',
    needs: ['skills'],
    run: ({ skills }, { name }) => skills.disable(name),
    view: skillView,
    absent: noSkill,
  }),
  remove: operation({
    summary: 'Removes a skill of the home; its files are kept in skills/.earlier.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/skills/{name}/remove' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'skills remove',
        help: { en: 'Remove a skill.', de: 'Entfernt einen Skill.' },
        args: { name: 'NAME' },
        will: {
          en: 'The skill {name} would be removed; its files are kept in skills/.earlier of the home.',
          de: 'Der Skill {name} würde entfernt; seine Dateien bleiben in skills/.earlier des Home-Ordners.',
        },
      },
    ],
    input: () => ({ name: name() }),
    output: () => z.object({ name: z.string() }),
    missing: 'skill of the home',
    needs: ['skills'],
    run: async ({ skills }, { name }) => ((await skills.remove(name)) ? { name } : undefined),
    view: ({ name }, { language }) => [lines(skillTextsOf(language).removed(name))],
    absent: noSkill,
  }),
};
