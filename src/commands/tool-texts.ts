/** What is said of tools, in each language the agent speaks. */
import type { Language } from '../domain/text/texts.ts';
import type { ToolState } from '../domain/tools/health.ts';

const en = {
  none: 'There are no tools yet. Ask the agent to write one.',
  sick: (name: string, state: string, why: string) => `${name} is ${state}: ${why}`,
  columns: ['TOOL', 'STATE', 'CALLS', 'SUCCESS', 'MEDIAN', 'LAST USED', 'DESCRIPTION'] as readonly string[],
  missing: (name: string) => `There is no tool "${name}"; /tools lists them.`,
  states: {
    ok: 'ok',
    untested: 'untested',
    quarantined: 'quarantined',
    broken: 'broken',
    disabled: 'disabled',
  } as Readonly<Record<ToolState, string>>,
  needsApproval: 'needs approval',
  neverUsed: 'never used',
  calls: (calls: number, share: string) => `${calls} calls, ${share} succeeded`,
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
  withCode: (name: string) => `"straylight tools show ${name} --json" includes its code.`,
  ok: 'ok',
  failed: 'failed',
  or: ' or ',
  optional: ' (optional)',
  noParameters: 'none',
};

/** What is said of tools. */
export type ToolTexts = typeof en;

const de: ToolTexts = {
  none: 'Es gibt noch keine Werkzeuge. Bitte den Agenten, eines zu schreiben.',
  sick: (name, state, why) => `${name} ist ${state}: ${why}`,
  columns: ['WERKZEUG', 'STAND', 'AUFRUFE', 'ERFOLG', 'DAUER', 'ZULETZT', 'BESCHREIBUNG'],
  missing: name => `Es gibt kein Werkzeug „${name}“; /tools zeigt alle.`,
  states: {
    ok: 'in Ordnung',
    untested: 'unerprobt',
    quarantined: 'in Quarantäne',
    broken: 'defekt',
    disabled: 'ausgeschaltet',
  },
  needsApproval: 'braucht eine Freigabe',
  neverUsed: 'nie benutzt',
  calls: (calls, share) => `${calls === 1 ? '1 Aufruf' : `${calls} Aufrufe`}, ${share} gelungen`,
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
  withCode: name => `„straylight tools show ${name} --json“ enthält auch den Code.`,
  ok: 'gelungen',
  failed: 'fehlgeschlagen',
  or: ' oder ',
  optional: ' (freiwillig)',
  noParameters: 'keine',
};

const byLanguage: Readonly<Record<Language, ToolTexts>> = { en, de };

/** In the language in which the agent speaks to its owner. */
export function toolTexts(language: Language): ToolTexts {
  return byLanguage[language];
}
