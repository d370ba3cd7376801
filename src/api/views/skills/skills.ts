/** How skills are shown: the list, one of them, what was found in it, and what an enabling would allow. */
import type { Finding, FindingRule } from '../../../domain/skills/finding.ts';
import type { Grant, SkillDetails, SkillRow, SkillState } from '../../../domain/skills/skill.ts';
import { ago } from '../../../domain/text/ago.ts';
import { catalog, type Language } from '../../../domain/text/catalog.ts';
import { exactlyWithTabs, oneLine } from '../../../domain/text/visible.ts';
import type { Ask } from '../../contract.ts';
import { type Action, type Block, type Look, lines, type Row, type View } from '../../view.ts';

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

interface GrantWords {
  readonly tools: string;
  readonly hosts: string;
  readonly files: string;
  readonly secrets: string;
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
  { name, state, hash, place, asks, granted, origin, grave, problem }: SkillDetails,
  language: Language,
): readonly Action[] {
  const say = skillTexts[language];
  const enable = (label: string, asRequested: boolean): Action => ({
    label,
    operation: 'skills.enable',
    input: { name, hash, asRequested },
    confirm: say.sure(
      name,
      say.grant(
        inWords(
          asRequested
            ? asks
            : origin === 'own' && state === 'new'
              ? { ...granted, tools: ['*'], hosts: ['*'], files: 'write', secrets: ['*'] }
              : granted,
        ),
      ),
    ),
  });
  const isOff = state === 'new' || state === 'changed' || state === 'disabled';
  const mayEnable = isOff && grave === 0 && problem === undefined;
  return [
    ...(mayEnable ? [enable(say.enable, false)] : []),
    ...(mayEnable && origin === 'outside' && !isNothing(asks) ? [enable(say.enableAll, true)] : []),
    ...(state === 'enabled' ? [{ label: say.disable, operation: 'skills.disable', input: { name } }] : []),
    ...(place === 'home'
      ? [{ label: say.remove, operation: 'skills.remove', input: { name }, confirm: say.sureToRemove(name) }]
      : []),
  ];
}

const en = {
  none: (make: string) => `There are no skills. “${make}” makes one.`,
  columns: ['SKILL', 'STATE', 'PLACE', 'OFFERED', 'LOADED', 'USEFUL', 'LAST USED', 'DESCRIPTION'] as readonly string[],
  states: {
    enabled: 'enabled',
    disabled: 'disabled',
    new: 'new, not enabled',
    changed: 'changed since it was enabled',
    broken: 'cannot be read',
    shadowed: 'hidden by one of the home',
  } as Readonly<Record<SkillState, string>>,
  places: { home: 'home', workspace: 'workspace' },
  origins: { own: 'made here', outside: 'from outside' },
  graves: (count: number) => `${count} grave ${count === 1 ? 'finding' : 'findings'}`,
  show: 'Show',
  enable: 'Enable',
  enableAll: 'Enable with all it asks for',
  disable: 'Disable',
  remove: 'Remove',
  removed: (name: string) => `The skill ${name} is removed; its files are in skills/.earlier.`,
  absent: (name: string, list: string) => `there is no skill “${name}”; “${list}” lists all`,
  sure: (name: string, grant: string) => `Enable ${name} as it is now? It may use: ${grant}.`,
  sureToRemove: (name: string) => `Remove the skill ${name}?`,
  willEnable: (name: string, hash: string) => `The skill ${name} would be enabled as it is now (content ${hash}).`,
  willTell: (description: string) => `The model would be told: ${description}`,
  willGrant: (grant: string) => `It may use: ${grant}. Everything else waits for your approval while it is in use.`,
  asksFor: (grant: string) => `It asks for: ${grant}; --as-requested grants that.`,
  grant: ({ tools, hosts, files, secrets }: GrantWords) =>
    [
      tools === '' ? 'no tools' : `tools ${tools}`,
      hosts === '' ? 'no hosts' : `hosts ${hosts}`,
      files === 'none' ? 'no files' : files === 'read' ? 'files to read' : 'files to read and write',
      secrets === '' ? 'no secrets' : `secrets ${secrets}`,
    ].join(', '),
  use: (offered: number, loaded: number, useful: number, last: string | undefined) =>
    `offered in ${offered} requests, loaded in ${loaded} turns, ${useful} of them ended with a reply${last === undefined ? '' : `; last ${last}`}`,
  rows: {
    description: 'Description',
    state: 'State',
    place: 'Folder',
    origin: 'Origin',
    problem: 'Problem',
    source: 'Source',
    version: 'Version',
    license: 'License',
    compatibility: 'Needs',
    asks: 'Asks for',
    granted: 'Granted',
    use: 'Use',
    content: 'Content',
  },
  files: 'Files',
  script: 'script',
  bytes: (count: number) => `${count} bytes`,
  moreFiles: (count: number) => `and ${count} more files`,
  text: 'Text',
  changedFiles: (paths: string) => `Changed since it was enabled: ${paths}`,
  found: (count: number) => (count === 1 ? 'One finding' : `${count} findings`),
  clean: 'Nothing was found.',
  rules: {
    invisible: 'a character that is not seen',
    lookalike: 'letters that look like others',
    hidden: 'words that are not shown',
    override: 'tells the agent to drop its instructions',
    secrecy: 'tells the agent to keep something from you',
    approval: 'works around your approval',
    download: 'runs what it loads from the network',
    remote: 'takes instructions from the network',
    secrets: 'reads or sends secrets',
    phishing: 'asks you for a password',
    destructive: 'destroys files',
    persistence: 'wants to stay beyond its use',
    shell: 'opens a shell to another machine',
    obfuscated: 'hides what it runs',
    program: 'a program that cannot be read',
    payment: 'sends money',
    greedy: 'wants to be used for everything',
    network: 'uses the network',
    install: 'installs packages',
    privilege: 'wants more rights',
    name: 'its name',
    fields: 'its fields',
  } as Readonly<Record<FindingRule, string>>,
};

const de: typeof en = {
  none: make => `Es gibt keine Skills. „${make}“ legt einen an.`,
  columns: ['SKILL', 'STAND', 'ORT', 'ANGEBOTEN', 'GELADEN', 'NÜTZLICH', 'ZULETZT', 'BESCHREIBUNG'],
  states: {
    enabled: 'eingeschaltet',
    disabled: 'ausgeschaltet',
    new: 'neu, nicht eingeschaltet',
    changed: 'geändert, seit er eingeschaltet wurde',
    broken: 'nicht lesbar',
    shadowed: 'verdeckt von einem des Home-Ordners',
  },
  places: { home: 'Home', workspace: 'Arbeitsordner' },
  origins: { own: 'hier gemacht', outside: 'von außen' },
  graves: count => `${count} ${count === 1 ? 'ernster Fund' : 'ernste Funde'}`,
  show: 'Ansehen',
  enable: 'Einschalten',
  enableAll: 'Mit allem einschalten, worum er bittet',
  disable: 'Ausschalten',
  remove: 'Entfernen',
  removed: name => `Der Skill ${name} ist entfernt; seine Dateien liegen in skills/.earlier.`,
  absent: (name, list) => `es gibt keinen Skill „${name}“; „${list}“ zeigt alle`,
  sure: (name, grant) => `${name} einschalten, wie er jetzt ist? Er darf benutzen: ${grant}.`,
  sureToRemove: name => `Den Skill ${name} entfernen?`,
  willEnable: (name, hash) => `Der Skill ${name} würde eingeschaltet, wie er jetzt ist (Inhalt ${hash}).`,
  willTell: description => `Dem Modell würde gesagt: ${description}`,
  willGrant: grant => `Er darf benutzen: ${grant}. Alles andere wartet auf deine Freigabe, solange er benutzt wird.`,
  asksFor: grant => `Er bittet um: ${grant}; --as-requested gewährt das.`,
  grant: ({ tools, hosts, files, secrets }) =>
    [
      tools === '' ? 'keine Werkzeuge' : `Werkzeuge ${tools}`,
      hosts === '' ? 'keine Rechner' : `Rechner ${hosts}`,
      files === 'none' ? 'keine Dateien' : files === 'read' ? 'Dateien zum Lesen' : 'Dateien zum Lesen und Schreiben',
      secrets === '' ? 'keine Geheimnisse' : `Geheimnisse ${secrets}`,
    ].join(', '),
  use: (offered, loaded, useful, last) =>
    `in ${offered} Anfragen angeboten, in ${loaded} Runden geladen, ${useful} davon endeten mit einer Antwort${last === undefined ? '' : `; zuletzt ${last}`}`,
  rows: {
    description: 'Beschreibung',
    state: 'Stand',
    place: 'Ordner',
    origin: 'Herkunft',
    problem: 'Problem',
    source: 'Quelle',
    version: 'Fassung',
    license: 'Lizenz',
    compatibility: 'Braucht',
    asks: 'Bittet um',
    granted: 'Gewährt',
    use: 'Nutzung',
    content: 'Inhalt',
  },
  files: 'Dateien',
  script: 'Skript',
  bytes: count => `${count} Bytes`,
  moreFiles: count => `und ${count} weitere Dateien`,
  text: 'Text',
  changedFiles: paths => `Geändert, seit er eingeschaltet wurde: ${paths}`,
  found: count => (count === 1 ? 'Ein Fund' : `${count} Funde`),
  clean: 'Nichts gefunden.',
  rules: {
    invisible: 'ein Zeichen, das man nicht sieht',
    lookalike: 'Buchstaben, die wie andere aussehen',
    hidden: 'Worte, die nicht gezeigt werden',
    override: 'sagt dem Agenten, seine Anweisungen fallen zu lassen',
    secrecy: 'sagt dem Agenten, dir etwas zu verschweigen',
    approval: 'umgeht deine Freigabe',
    download: 'führt aus, was er aus dem Netz lädt',
    remote: 'nimmt Anweisungen aus dem Netz',
    secrets: 'liest oder sendet Geheimnisse',
    phishing: 'fragt dich nach einem Passwort',
    destructive: 'zerstört Dateien',
    persistence: 'will über seine Nutzung hinaus bleiben',
    shell: 'öffnet eine Shell zu einem anderen Rechner',
    obfuscated: 'verbirgt, was er ausführt',
    program: 'ein Programm, das sich nicht lesen lässt',
    payment: 'sendet Geld',
    greedy: 'will für alles benutzt werden',
    network: 'benutzt das Netz',
    install: 'installiert Pakete',
    privilege: 'will mehr Rechte',
    name: 'sein Name',
    fields: 'seine Felder',
  },
};

const skillTexts: Readonly<Record<Language, typeof en>> = catalog('api/views/skills/skills', { en, de });
