/** How skills are shown: the list, one of them, what was found in it, and what an enabling would allow. */
import type { Finding } from '../../../domain/skills/finding.ts';
import type { Grant, SkillDetails, SkillRow, SkillTrial } from '../../../domain/skills/skill.ts';
import { ago } from '../../../domain/text/ago.ts';
import type { Language } from '../../../domain/text/catalog.ts';
import { exactlyWithTabs, oneLine } from '../../../domain/text/visible.ts';
import type { Ask } from '../../contract.ts';
import { type Action, type Block, type Look, lines, type Row, type View } from '../../view.ts';
import { type GrantWords, skillTexts } from './skill-texts.ts';

const mostFindings = 20;
const mostFiles = 40;

export function skillList({ skills }: { readonly skills: readonly SkillRow[] }, look: Look): View {
  const { language } = look;
  const say = skillTexts[language];
  if (skills.length === 0) return [lines(say.none(look.typed('skills new NAME')))];
  return [{ kind: 'table', head: say.columns, rows: skills.map(skill => rowOf(skill, look)) }];
}

function rowOf(
  { name, description, state, place, grave, offered, loaded, useful, lastAt }: SkillRow,
  { language, now }: Look,
): Row {
  const say = skillTexts[language];
  const found = grave > 0 ? `${say.states[state]}, ${say.graves(grave)}` : say.states[state];
  return {
    cells: [
      oneLine(name, 64),
      found,
      say.places[place],
      String(offered),
      String(loaded),
      String(useful),
      lastAt === null ? '–' : ago(now - lastAt, language),
      oneLine(description, 160),
    ],
    actions: [{ label: say.show, operation: 'skills.show', input: { name } }],
  };
}

export function skillView(skill: SkillDetails, look: Look): View {
  const { language } = look;
  const say = skillTexts[language];
  const { name, files, findings, text, changed } = skill;
  const listed = files
    .slice(0, mostFiles)
    .map(({ path, bytes, isScript }) => [oneLine(path, 200), say.bytes(bytes), isScript ? say.script : '']);
  const more = files.length > mostFiles ? [lines(say.moreFiles(files.length - mostFiles), 'quiet')] : [];
  return [
    lines(oneLine(name, 80), 'strong'),
    table(factsOf(skill, look)),
    ...(skill.adapted === undefined ? [] : [lines(say.adapted(skill.adapted), 'quiet')]),
    ...(changed.length === 0
      ? []
      : [lines(say.changedFiles(changed.map(path => oneLine(path, 100)).join(', ')), 'warn')]),
    ...findingBlocks(findings, language),
    lines(say.files, 'strong'),
    table(listed),
    ...more,
    lines(say.text, 'strong'),
    { kind: 'code', lines: exactlyWithTabs(text).split('\n') },
    { kind: 'actions', actions: actionsOf(skill, language) },
  ];
}

export function lintView({ findings }: { readonly findings: readonly Finding[] }, { language }: Look): View {
  return findings.length === 0 ? [lines(skillTexts[language].clean)] : findingBlocks(findings, language);
}

export function trialView({ checks }: SkillTrial, { language }: Look): View {
  const say = skillTexts[language];
  const rows = checks.map(({ check, file, outcome, why, detail }) => ({
    cells: [
      say.checks[check],
      oneLine(file, 100),
      say.outcomes[outcome],
      [why === undefined ? '' : say.reasons[why], detail === undefined ? '' : oneLine(detail, 300)]
        .filter(part => part !== '')
        .join(': '),
    ],
  }));
  return [{ kind: 'table', head: say.trialColumns, rows }];
}

export function noSkill({ name }: { readonly name: string }, { language, typed }: Look): string {
  return skillTexts[language].absent(oneLine(name, 80), typed('skills list'));
}

/** What a yes would allow, a line each. None for what is as its owner made it and asks for nothing. */
export async function aheadOfEnabling(
  ask: Ask,
  input: {
    readonly name: string;
    readonly asRequested?: boolean | undefined;
    readonly tools?: string | undefined;
    readonly hosts?: string | undefined;
    readonly files?: string | undefined;
    readonly secrets?: string | undefined;
  },
  { language }: Look,
): Promise<readonly string[]> {
  const skill = (await ask('skills.show', { name: input.name })) as SkillDetails | undefined;
  if (!skill || skill.state === 'enabled' || skill.state === 'disabled' || skill.origin === 'own') return [];
  const say = skillTexts[language];
  const grave = skill.findings.filter(({ severity }) => severity === 'grave');
  const granted = input.asRequested === true ? skill.asks : skill.granted;
  const wanted = {
    tools: input.tools ?? granted.tools.join(', '),
    hosts: input.hosts ?? granted.hosts.join(', '),
    files: input.files ?? granted.files,
    secrets: input.secrets ?? granted.secrets.join(', '),
  };
  return [
    say.willEnable(oneLine(skill.name, 64), skill.hash.slice(0, 12)),
    say.willTell(oneLine(skill.description, 300)),
    say.willGrant(say.grant(wanted)),
    ...(isNothing(skill.asks) || input.asRequested === true ? [] : [say.asksFor(say.grant(inWords(skill.asks)))]),
    ...grave.slice(0, 5).map(one => findingText(one, language)),
  ];
}

export function skillTextsOf(language: Language): { readonly removed: (name: string) => string } {
  return skillTexts[language];
}

function isNothing({ tools, hosts, files, secrets }: Grant): boolean {
  return tools.length + hosts.length + secrets.length === 0 && files === 'none';
}

function inWords({ tools, hosts, files, secrets }: Grant): GrantWords {
  return { tools: tools.join(', '), hosts: hosts.join(', '), files, secrets: secrets.join(', ') };
}

function findingBlocks(findings: readonly Finding[], language: Language): readonly Block[] {
  if (findings.length === 0) return [];
  const say = skillTexts[language];
  const shown = findings.slice(0, mostFindings);
  const rows = shown.map(one => ({
    text: findingText(one, language),
    tone: one.severity === 'grave' ? ('warn' as const) : ('quiet' as const),
  }));
  return [lines(say.found(findings.length), 'strong'), { kind: 'lines', lines: rows }];
}

function findingText({ rule, severity, file, line, excerpt }: Finding, language: Language): string {
  const say = skillTexts[language];
  const place = line === 0 ? oneLine(file, 100) : `${oneLine(file, 100)}:${line}`;
  return `${severity === 'grave' ? '!' : '·'} ${place}: ${say.rules[rule]}: ${exactlyWithTabs(excerpt).slice(0, 200)}`;
}

function table(rows: readonly (readonly string[])[]): Block {
  return { kind: 'table', rows: rows.map(cells => ({ cells })) };
}

function factsOf(skill: SkillDetails, { language, now }: Look): readonly (readonly string[])[] {
  const say = skillTexts[language];
  const { rows } = say;
  const { offered, loaded, useful, lastAt, source, license, compatibility, version, problem } = skill;
  const optional: readonly (readonly [string, string | undefined])[] = [
    [rows.problem, problem],
    [rows.source, source],
    [rows.version, version],
    [rows.license, license],
    [rows.compatibility, compatibility],
  ];
  return [
    [rows.description, oneLine(skill.description, 300)],
    [rows.state, say.states[skill.state]],
    [rows.place, oneLine(skill.folder, 200)],
    [rows.origin, say.origins[skill.origin]],
    ...optional.flatMap(([label, value]) => (value === undefined ? [] : [[label, oneLine(value, 200)]])),
    [rows.asks, say.grant(inWords(skill.asks))],
    [rows.granted, say.grant(inWords(skill.granted))],
    [rows.use, say.use(offered, loaded, useful, lastAt === null ? undefined : ago(now - lastAt, language))],
    [rows.content, skill.hash.slice(0, 12)],
  ];
}

function actionsOf(
  { name, state, hash, place, asks, granted, origin, findings, problem }: SkillDetails,
  language: Language,
): readonly Action[] {
  const say = skillTexts[language];
  const asIs = origin === 'own' && state === 'new' ? whole : granted;
  const grave = findings.filter(({ severity }) => severity === 'grave');
  const enable = (
    label: string,
    grant: Grant,
    more: { readonly asRequested?: true; readonly anyway?: true },
  ): Action => ({
    label,
    operation: 'skills.enable',
    input: { name, hash, ...more },
    confirm: [
      ...grave.slice(0, mostInQuestion).map(one => findingText(one, language)),
      say.sure(name, say.grant(inWords(grant))),
    ].join('\n'),
  });
  const mayEnable = (state === 'new' || state === 'changed' || state === 'disabled') && problem === undefined;
  const wantsMore = origin === 'outside' && !isNothing(asks);
  const ways = grave.length > 0 ? [enable(say.enableAnyway, asIs, { anyway: true })] : [enable(say.enable, asIs, {})];
  return [
    ...(mayEnable ? ways : []),
    ...(mayEnable && wantsMore && grave.length === 0 ? [enable(say.enableAll, asks, { asRequested: true })] : []),
    ...(state === 'enabled' ? [{ label: say.disable, operation: 'skills.disable', input: { name } }] : []),
    { label: say.test, operation: 'skills.test', input: { name } },
    ...(place === 'home'
      ? [
          {
            label: grave.length > 0 && mayEnable ? say.refuse : say.remove,
            operation: 'skills.remove',
            input: { name },
            confirm: say.sureToRemove(name),
          },
        ]
      : []),
  ];
}

/** So many findings stand in a question. */
const mostInQuestion = 3;

const whole: Grant = { tools: ['*'], hosts: ['*'], files: 'write', secrets: ['*'] };
