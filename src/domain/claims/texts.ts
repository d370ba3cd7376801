/** What is said of a reply that was compared with the records: to its model in English, to its owner in his language. */
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';
import type { Missing, Verdict } from './verdict.ts';

interface ClaimTexts {
  readonly missing: (missing: Missing) => string;
  readonly confirmed: (what: readonly string[]) => string;
  readonly line: (claim: string, expected: string) => string;
  readonly refuted: (lines: readonly string[]) => string;
  readonly unclear: (claims: readonly string[]) => string;
}

const most = 6;
const listed = (all: readonly string[], more: string) =>
  all.length > most ? `${all.slice(0, most).join(', ')} ${more}` : all.join(', ');

const en: ClaimTexts = {
  missing(missing) {
    switch (missing.kind) {
      case 'call':
        return missing.expected;
      case 'file':
        return missing.touched.length === 0
          ? `a change of ${missing.path} in this turn; no file was written`
          : `a change of ${missing.path} in this turn; written were ${listed(missing.touched, 'and more')}`;
      case 'tests':
        return missing.became === 'none'
          ? 'a command that runs the tests in this turn; there was none'
          : 'a run of the tests that ends well; the last one failed';
      case 'edited':
        return `tests that pass as they were; changed in this turn: ${listed(missing.paths, 'and more')}`;
      case 'command':
        return 'a command that ends well; the last one failed';
      case 'model':
        return missing.why;
      case 'agent':
        return `a ${missing.tool} that ends as done; it did not`;
    }
  },
  confirmed: what => `(Confirmed by the records: ${listed(what, 'and more')}.)`,
  line: (claim, expected) => `- “${claim}” (expected: ${expected})`,
  refuted: lines => `(Refuted by the records, so this does not count as done:\n${lines.join('\n')})`,
  unclear: claims => `(Not checkable, nothing shows that it was done: ${claims.join(' ')})`,
};

const outcomesDe: Readonly<Record<string, string>> = {
  'there was none': 'es gab keinen',
  'is still waiting for approval': 'wartet noch auf Freigabe',
  failed: 'ist gescheitert',
  'reported a failure': 'meldete einen Fehler',
  'was denied': 'wurde abgelehnt',
  'expired without an answer': 'lief ohne Antwort ab',
  'was cancelled': 'wurde abgebrochen',
  'has an unknown outcome': 'ging unbekannt aus',
};

/** `a successful call of A or B in this turn; A failed` in German. */
function callInGerman(expected: string): string {
  const [, tools = '', became = ''] = /^a successful call of (.*) in this turn; (.*)$/s.exec(expected) ?? [];
  if (tools === '') return expected;
  const known = Object.entries(outcomesDe).find(([english]) => became.endsWith(english));
  const end = known === undefined ? became : `${became.slice(0, -known[0].length)}${known[1]}`;
  return `ein geglückter Aufruf von ${tools.replaceAll(' or ', ' oder ')} in diesem Zug; ${end}`;
}

const de: ClaimTexts = {
  missing(missing) {
    switch (missing.kind) {
      case 'call':
        return callInGerman(missing.expected);
      case 'file':
        return missing.touched.length === 0
          ? `eine Änderung von ${missing.path} in diesem Zug; keine Datei wurde geschrieben`
          : `eine Änderung von ${missing.path} in diesem Zug; geschrieben wurde ${listed(missing.touched, 'und mehr')}`;
      case 'tests':
        return missing.became === 'none'
          ? 'ein Befehl, der die Tests in diesem Zug laufen lässt; es gab keinen'
          : 'ein Lauf der Tests, der gut endet; der letzte ist gescheitert';
      case 'edited':
        return `Tests, die bestehen, wie sie waren; in diesem Zug geändert: ${listed(missing.paths, 'und mehr')}`;
      case 'command':
        return 'ein Befehl, der gut endet; der letzte ist gescheitert';
      case 'model':
        return missing.why;
      case 'agent':
        return `ein Aufruf von ${missing.tool}, der als erledigt endet; das tat er nicht`;
    }
  },
  confirmed: what => `(Von den Aufzeichnungen bestätigt: ${listed(what, 'und mehr')}.)`,
  line: (claim, expected) => `- „${claim}“ (erwartet: ${expected})`,
  refuted: lines => `(Von den Aufzeichnungen widerlegt, zählt also nicht als erledigt:\n${lines.join('\n')})`,
  unclear: claims => `(Nicht prüfbar, nichts zeigt, dass es getan wurde: ${claims.join(' ')})`,
};

const claimTexts: Readonly<Record<Language, ClaimTexts>> = catalog('domain/claims/texts', { en, de });

/** A line for each statement that is not true, for its model. */
export function claimLines({ refuted }: Verdict): readonly string[] {
  return refuted.map(({ claim, missing }) => claimLine(claim, missing));
}

/** One of them. */
export function claimLine(claim: string, missing: Missing): string {
  return `- "${claim}" (no record of: ${en.missing(missing)})`;
}

/** What stands beside the answer; undefined: there is nothing to say. */
export function verdictWords(
  { outcome, refuted, unclear, confirmed }: Verdict,
  language: Language,
): string | undefined {
  const say = claimTexts[language];
  switch (outcome) {
    case 'refuted':
      return refutedText(refuted, language);
    case 'unclear':
      return say.unclear(unclear);
    case 'confirmed':
      return say.confirmed(confirmed);
    case 'none':
      return undefined;
  }
}

/** What the records refute, for the owner. */
export function refutedText(refuted: Verdict['refuted'], language: Language): string {
  const say = claimTexts[language];
  return say.refuted(refuted.map(({ claim, missing }) => say.line(claim, say.missing(missing))));
}
