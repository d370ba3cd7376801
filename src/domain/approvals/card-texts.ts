/**
 * What is said of an approval, on every channel alike: the lines of its card, its buttons, how it ended, and what comes
 * back for an answer. `{name}` stands for a value (../text/fill.ts), so that the page gets the table as it is.
 */
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';
import type { CardEnd, Risk } from './card.ts';

export interface CardTexts {
  readonly card: {
    readonly question: string;
    readonly replaces: string;
    readonly risk: string;
    readonly risks: Readonly<Record<Risk, string>>;
    /** In place of `risks.irreversible` where undo restores what it changes in the workspace. */
    readonly exceptFiles: string;
    readonly why: string;
    readonly more: string;
    readonly tool: string;
    readonly session: string;
    /** In the middle of a call that is too long to be shown whole. */
    readonly cut: string;
    readonly until: string;
    /** How long it has been waiting; `requestedAt` names the instant. */
    readonly requested: string;
    readonly requestedAt: string;
    readonly noDeadline: string;
    /** The word a yes has to name is this one; `typeWord` where it is typed and not tapped. */
    readonly word: string;
    readonly typeWord: string;
    readonly approve: string;
    readonly deny: string;
    readonly denyWhy: string;
    readonly info: string;
    /** The second yes; what will be done stands beside it. */
    readonly yes: string;
    readonly back: string;
    readonly undo: string;
    readonly outcomes: Readonly<Record<CardEnd, string>>;
    /** After an outcome: where it was decided, by the first part of `Decision.by`; `other` names it. */
    readonly by: { readonly web: string; readonly cli: string; readonly terminal: string; readonly other: string };
  };
  readonly answers: {
    readonly granted: string;
    /** Granted, and to be undone for so many seconds. */
    readonly grantedFor: string;
    readonly undone: string;
    readonly denied: string;
    readonly edited: string;
    readonly over: string;
    readonly changed: string;
    readonly tooOld: string;
    /** A second yes is asked for. */
    readonly sure: string;
    /** The word is asked for. */
    readonly words: string;
    readonly wrongWord: string;
  };
  /** "Deny with a reason": a question that is answered by a reply to it. */
  readonly reason: {
    readonly question: string;
    readonly how: string;
    readonly placeholder: string;
    readonly taken: string;
    readonly onlyWords: string;
    readonly edited: string;
    /** Stands after an answer that took no decision. */
    readonly nowhere: string;
  };
  /** What is pending, and what was approved ahead. */
  readonly waiting: {
    readonly none: string;
    readonly one: string;
    readonly some: string;
    readonly show: string;
    readonly more: string;
    readonly together: string;
    readonly standing: string;
    readonly used: string;
    readonly revoke: string;
    readonly revoked: string;
    readonly notRevoked: string;
  };
  /** Several low-risk calls that are alike, on one card. */
  readonly batch: {
    readonly question: string;
    readonly approve: string;
    readonly deny: string;
    readonly done: string;
    /** For each that ended otherwise. */
    readonly other: string;
    readonly changed: string;
  };
}

const en: CardTexts = {
  card: {
    question: 'May I?',
    replaces: 'This card replaces an earlier one.',
    risk: 'Risk',
    risks: { low: 'low', medium: 'medium', high: 'high', irreversible: 'very high: cannot be undone' },
    exceptFiles: 'very high: cannot be undone, except for files of the workspace, which undo restores',
    why: 'Reason',
    more: '… and {count} more',
    tool: 'Tool',
    session: 'Conversation',
    cut: '… {characters} characters left out; Info shows everything …',
    until: 'Until',
    requested: 'requested {ago}',
    requestedAt: 'Requested',
    noDeadline: 'No deadline.',
    word: 'To approve, choose this word',
    typeWord: 'To approve, type this word',
    approve: 'Approve',
    deny: 'Deny',
    denyWhy: 'Deny with a reason',
    info: 'Info',
    yes: 'Yes',
    back: 'Back',
    undo: 'Undo',
    outcomes: {
      granted: 'Approved',
      denied: 'Denied',
      undone: 'Undone before it started',
      expired: 'Expired without an answer. Not run',
      undelivered: 'Could not be delivered. Not run',
      cancelled: 'No longer needed',
      edited: 'Replaced by a changed call',
      replaced: 'Replaced by a newer card',
    },
    by: { web: ' in the browser', cli: ' on the command line', terminal: ' in the terminal', other: ' on {place}' },
  },
  answers: {
    granted: 'Approved.',
    grantedFor: 'Approved. It starts in {seconds} s. Until then you can undo it.',
    undone: 'Undone. Not run.',
    denied: 'Denied.',
    edited: 'Not run. The changed call is judged again.',
    over: 'This approval is no longer pending.',
    changed: 'Not decided. The call has changed since this card was shown. Use the newest card.',
    tooOld: 'Not decided. This card is too old. Use the newest card.',
    sure: 'Not decided yet. To confirm, answer once more.',
    words: 'Not decided yet. To confirm, name the word “{word}”.',
    wrongWord: 'Wrong word. Not approved.',
  },
  reason: {
    question: 'Why not? {intent}',
    how: 'Reply to this message to deny with a reason. Until then the approval stays pending.',
    placeholder: 'Why not?',
    taken: 'Denied with your reason.',
    onlyWords: 'Not decided. A reason has to be text. Reply again, or choose Deny.',
    edited: 'An edited reason has no effect.',
    nowhere: 'I did not read your reply. Send it as a message if it is for me.',
  },
  waiting: {
    none: 'No pending approvals.',
    one: 'One pending approval:',
    some: '{count} pending approvals:',
    show: 'Show {key}',
    more: '… and {count} more',
    together: 'Answer {count} × {tool} together',
    standing: 'Standing approvals:',
    used: 'used {used} of {most} times',
    revoke: 'Revoke {id}',
    revoked: 'Revoked. I will ask again.',
    notRevoked: 'Already revoked or expired.',
  },
  batch: {
    question: 'Approve {count} calls of {tool}? All are low risk.',
    approve: 'Approve all {count}',
    deny: 'Deny all {count}',
    done: '{granted} approved, {denied} denied.',
    other: '{key}: {why}',
    changed: 'Not decided. One of these has changed or is already answered. /approvals lists what is pending.',
  },
};

const de: CardTexts = {
  card: {
    question: 'Darf ich?',
    replaces: 'Diese Karte ersetzt eine frühere.',
    risk: 'Risiko',
    risks: { low: 'niedrig', medium: 'mittel', high: 'hoch', irreversible: 'sehr hoch: nicht rückgängig zu machen' },
    exceptFiles: 'sehr hoch: nicht rückgängig zu machen, außer bei Dateien im Arbeitsordner, die undo wiederherstellt',
    why: 'Grund',
    more: '… und {count} weitere',
    tool: 'Werkzeug',
    session: 'Gespräch',
    cut: '… {characters} Zeichen ausgelassen; Info zeigt alles …',
    until: 'Bis',
    requested: 'angefragt {ago}',
    requestedAt: 'Angefragt',
    noDeadline: 'Ohne Frist.',
    word: 'Zum Erlauben dieses Wort wählen',
    typeWord: 'Zum Erlauben dieses Wort eingeben',
    approve: 'Erlauben',
    deny: 'Ablehnen',
    denyWhy: 'Mit Grund ablehnen',
    info: 'Info',
    yes: 'Ja',
    back: 'Zurück',
    undo: 'Zurücknehmen',
    outcomes: {
      granted: 'Erlaubt',
      denied: 'Abgelehnt',
      undone: 'Vor dem Start zurückgenommen',
      expired: 'Ohne Antwort abgelaufen. Nicht ausgeführt',
      undelivered: 'Nicht zugestellt. Nicht ausgeführt',
      cancelled: 'Nicht mehr nötig',
      edited: 'Durch einen geänderten Aufruf ersetzt',
      replaced: 'Durch eine neuere Karte ersetzt',
    },
    by: { web: ' im Browser', cli: ' auf der Befehlszeile', terminal: ' im Terminal', other: ' über {place}' },
  },
  answers: {
    granted: 'Erlaubt.',
    grantedFor: 'Erlaubt. Es startet in {seconds} s. Bis dahin kannst du es zurücknehmen.',
    undone: 'Zurückgenommen. Nicht ausgeführt.',
    denied: 'Abgelehnt.',
    edited: 'Nicht ausgeführt. Der geänderte Aufruf wird neu beurteilt.',
    over: 'Diese Freigabe ist nicht mehr offen.',
    changed: 'Nicht entschieden. Der Aufruf hat sich seit dieser Karte geändert. Bitte nimm die neueste Karte.',
    tooOld: 'Nicht entschieden. Diese Karte ist zu alt. Bitte nimm die neueste Karte.',
    sure: 'Noch nicht entschieden. Zum Bestätigen noch einmal antworten.',
    words: 'Noch nicht entschieden. Nenne zum Bestätigen das Wort „{word}“.',
    wrongWord: 'Falsches Wort. Nicht erlaubt.',
  },
  reason: {
    question: 'Warum nicht? {intent}',
    how: 'Antworte auf diese Nachricht, um mit einem Grund abzulehnen. Bis dahin bleibt die Freigabe offen.',
    placeholder: 'Warum nicht?',
    taken: 'Mit deinem Grund abgelehnt.',
    onlyWords: 'Nicht entschieden. Ein Grund muss Text sein. Antworte noch einmal, oder wähle Ablehnen.',
    edited: 'Ein bearbeiteter Grund hat keine Wirkung.',
    nowhere: 'Ich habe deine Antwort nicht gelesen. Schick sie als Nachricht, wenn sie für mich ist.',
  },
  waiting: {
    none: 'Keine offenen Freigaben.',
    one: 'Eine offene Freigabe:',
    some: '{count} offene Freigaben:',
    show: '{key} zeigen',
    more: '… und {count} weitere',
    together: '{count} × {tool} zusammen beantworten',
    standing: 'Dauerhafte Freigaben:',
    used: '{used} von {most} Mal benutzt',
    revoke: '{id} widerrufen',
    revoked: 'Widerrufen. Ich frage wieder.',
    notRevoked: 'Schon widerrufen oder abgelaufen.',
  },
  batch: {
    question: '{count} Aufrufe von {tool} erlauben? Alle mit niedrigem Risiko.',
    approve: 'Alle {count} erlauben',
    deny: 'Alle {count} ablehnen',
    done: '{granted} erlaubt, {denied} abgelehnt.',
    other: '{key}: {why}',
    changed:
      'Nicht entschieden. Eines davon hat sich geändert oder ist schon beantwortet. /approvals zeigt, was offen ist.',
  },
};

export const cardTexts: Readonly<Record<Language, CardTexts>> = catalog('domain/approvals/card-texts', { en, de });
