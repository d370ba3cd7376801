/** How the tools the agent has written are shown, and what their owner can do about them. */

import { ago, duration } from '../../domain/text/ago.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { ToolAct, ToolDetails, ToolRow, ToolState } from '../../domain/tools/health.ts';
import { type Action, type Block, type Look, lines, type Row, type View } from '../view.ts';

interface Named {
  readonly name: string;
}

export function toolList({ tools }: { readonly tools: readonly ToolRow[] }, { language, now }: Look): View {
  const texts = toolTexts[language];
  if (tools.length === 0) return [lines(texts.none)];
  const rows = tools.map(
    (row): Row => ({
      cells: [
        row.name,
        row.trusted || row.state === 'broken'
          ? texts.states[row.state]
          : `${texts.states[row.state]}, ${texts.needsApproval}`,
        String(row.calls),
        share(row),
        row.medianMs === undefined ? '–' : duration(row.medianMs, language),
        row.lastUsedAt === undefined ? '–' : ago(now - row.lastUsedAt, language),
        oneLine(row.description, 200),
      ],
      actions: [{ label: texts.acts.show, operation: 'tools.show', input: { name: row.name } }],
    }),
  );
  const sick = tools.flatMap(({ name, state, reason }) =>
    reason === undefined ? [] : [lines(texts.sick(name, texts.states[state], oneLine(reason, 300)), 'warn')],
  );
  return [{ kind: 'table', head: texts.columns, rows }, ...sick];
}

/** One of them, its versions and runs, and what can be done about it. */
export function oneTool(tool: ToolDetails, look: Look): View {
  const { language, now, typed } = look;
  const texts = toolTexts[language];
  const since = (at: number) => ago(now - at, language);
  const versions = tool.history
    .slice(0, 10)
    .map(({ commit, at, subject }) => [commit.slice(0, 7), since(at), oneLine(subject, 100)]);
  const runs = tool.runs
    .slice(0, 10)
    .map(({ at, ok, ms, error }) => [
      since(at),
      ok ? texts.ok : texts.failed,
      duration(ms, language),
      error === undefined ? '' : oneLine(error, 160),
    ]);
  return [
    lines(oneLine(tool.name, 80), 'strong'),
    table(factsOf(tool, look)),
    ...(versions.length === 0 ? [] : [lines(texts.versions, 'strong'), table(versions)]),
    ...(runs.length === 0 ? [] : [lines(texts.runs, 'strong'), table(runs)]),
    ...(tool.source === undefined ? [] : [lines(texts.withCode(typed(`tools source ${tool.name}`)), 'quiet')]),
    { kind: 'actions', actions: actionsOf(tool, language) },
  ];
}

/** Its program, letter by letter. */
export function toolSource({ source }: { readonly source: string }): View {
  return [{ kind: 'code', lines: source.split('\n') }];
}

/** There is no tool of this name. */
export function noTool({ name }: Named, { language, typed }: Look): string {
  return toolTexts[language].missing(oneLine(name, 80), typed('tools list'));
}

function table(rows: readonly (readonly string[])[]): Block {
  return { kind: 'table', rows: rows.map(cells => ({ cells })) };
}

function actionsOf({ name, state, trusted, source, history }: ToolDetails, language: Language): readonly Action[] {
  const { acts, sure } = toolTexts[language];
  const act = (act: ToolAct) => ({ label: acts[act], operation: 'tools.change', input: { name, act } });
  const isOff = state === 'disabled' || state === 'quarantined' || !trusted;
  return [
    ...(source === undefined
      ? []
      : [{ label: acts.source, operation: 'tools.source', input: { name, commit: 'now' } }]),
    ...(isOff ? [{ ...act('enable'), confirm: sure.enable(name) }] : []),
    ...(state === 'disabled' ? [] : [act('disable')]),
    ...(history.length > 1 ? [{ ...act('revert'), confirm: sure.revert(name) }] : []),
  ];
}

function factsOf(tool: ToolDetails, { language, now }: Look): readonly (readonly string[])[] {
  const texts = toolTexts[language];
  const { rows } = texts;
  const state = texts.states[tool.state];
  const median = tool.medianMs === undefined ? '' : duration(tool.medianMs, language);
  return [
    [rows.description, oneLine(tool.description, 300)],
    [rows.state, oneLine(tool.reason === undefined ? state : `${state}: ${tool.reason}`, 400)],
    [rows.approval, tool.trusted ? texts.trusted : texts.untrusted],
    [rows.calls, texts.used(tool.calls, share(tool), median)],
    ...(tool.lastUsedAt === undefined ? [] : [[rows.lastUsed, ago(now - tool.lastUsedAt, language)]]),
    ...(tool.lastError === undefined ? [] : [[rows.lastError, oneLine(tool.lastError, 400)]]),
    [rows.version, tool.commit === undefined ? texts.notInGit : texts.version(tool.version, tool.commit.slice(0, 7))],
    [rows.content, tool.hash.slice(0, 12)],
    ...(tool.program === undefined ? [] : [[rows.program, texts.program(tool.program, tool.timeoutSeconds)]]),
    ...(tool.parameters === undefined ? [] : [[rows.parameters, parameters(tool.parameters, language)]]),
  ];
}

/** `text: string, n: integer (may be left out)` */
function parameters(schema: NonNullable<ToolDetails['parameters']>, language: Language): string {
  const texts = toolTexts[language];
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>;
    readonly required?: readonly string[];
  };
  const all = Object.entries(properties).map(
    ([name, { type = 'any' }]) =>
      `${name}: ${[type].flat().join(texts.or)}${required.includes(name) ? '' : texts.optional}`,
  );
  return oneLine(all.join(', ') || texts.noParameters, 400);
}

function share({ successRate }: Pick<ToolRow, 'successRate'>): string {
  return successRate === undefined ? '–' : `${Math.round(successRate * 100)} %`;
}

const en = {
  none: 'There are no tools yet. Ask the agent to write one.',
  sick: (name: string, state: string, why: string) => `${name} is ${state}: ${why}`,
  columns: ['Tool', 'State', 'Calls', 'Success', 'Median', 'Last used', 'Description'] as readonly string[],
  missing: (name: string, list: string) => `there is no tool "${name}"; "${list}" lists all tools`,
  acts: { show: 'Show', source: 'Code', enable: 'Enable', disable: 'Disable', revert: 'Go back' },
  sure: {
    enable: (name: string) => `Enable ${name}, and trust its code as it is now?`,
    revert: (name: string) => `Go back to the last version of ${name} that worked?`,
  },
  states: {
    ok: 'ok',
    untested: 'untested',
    quarantined: 'quarantined',
    broken: 'broken',
    disabled: 'disabled',
  } as Readonly<Record<ToolState, string>>,
  needsApproval: 'needs approval',
  used: (calls: number, share: string, median: string) =>
    `${calls}${calls === 0 ? '' : `, ${share} succeeded`}${median === '' ? '' : `, median ${median}`}`,
  rows: {
    description: 'Description',
    state: 'State',
    approval: 'Approval',
    calls: 'Calls',
    lastUsed: 'Last used',
    lastError: 'Last error',
    version: 'Version',
    content: 'Content',
    program: 'Program',
    parameters: 'Parameters',
  },
  trusted: 'not needed; the code is trusted',
  untrusted: 'needed; the code is new, or was not changed by create_tool',
  notInGit: 'not in git yet',
  version: (version: number, commit: string) => `${version}, commit ${commit}`,
  program: (program: string, seconds: number | undefined) =>
    `${program}${seconds === undefined ? '' : `, timeout ${seconds} s`}`,
  versions: 'Versions',
  runs: 'Last runs',
  withCode: (source: string) => `"${source}" shows its code.`,
  ok: 'ok',
  failed: 'failed',
  or: ' or ',
  optional: ' (optional)',
  noParameters: 'none',
};

const de: typeof en = {
  none: 'Es gibt noch keine Werkzeuge. Bitte den Agenten, eines zu schreiben.',
  sick: (name, state, why) => `${name} ist ${state}: ${why}`,
  columns: ['Werkzeug', 'Stand', 'Aufrufe', 'Erfolg', 'Dauer', 'Zuletzt', 'Beschreibung'],
  missing: (name, list) => `es gibt kein Werkzeug „${name}“; „${list}“ zeigt alle`,
  acts: { show: 'Ansehen', source: 'Code', enable: 'Einschalten', disable: 'Ausschalten', revert: 'Zurückgehen' },
  sure: {
    enable: name => `${name} einschalten und dem Code, wie er jetzt ist, vertrauen?`,
    revert: name => `Zur letzten Fassung von ${name} zurückgehen, die funktioniert hat?`,
  },
  states: {
    ok: 'in Ordnung',
    untested: 'unerprobt',
    quarantined: 'in Quarantäne',
    broken: 'defekt',
    disabled: 'ausgeschaltet',
  },
  needsApproval: 'braucht eine Freigabe',
  used: (calls, share, median) =>
    `${calls}${calls === 0 ? '' : `, ${share} gelungen`}${median === '' ? '' : `, im Mittel ${median}`}`,
  rows: {
    description: 'Beschreibung',
    state: 'Stand',
    approval: 'Freigabe',
    calls: 'Aufrufe',
    lastUsed: 'Benutzt',
    lastError: 'Letzter Fehler',
    version: 'Fassung',
    content: 'Inhalt',
    program: 'Programm',
    parameters: 'Angaben',
  },
  trusted: 'nicht nötig; dem Code wird vertraut',
  untrusted: 'nötig; der Code ist neu oder wurde nicht mit create_tool geändert',
  notInGit: 'noch nicht in git',
  version: (version, commit) => `${version}, Commit ${commit}`,
  program: (program, seconds) => `${program}${seconds === undefined ? '' : `, höchstens ${seconds} s`}`,
  versions: 'Fassungen',
  runs: 'Letzte Läufe',
  withCode: source => `„${source}“ zeigt den Code.`,
  ok: 'gelungen',
  failed: 'fehlgeschlagen',
  or: ' oder ',
  optional: ' (freiwillig)',
  noParameters: 'keine',
};

const toolTexts: Readonly<Record<Language, typeof en>> = catalog('api/views/tools', { en, de });
