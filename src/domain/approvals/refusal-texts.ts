/** Why an answer did not count, for its sender. `{name}` stands for a value; `{by}` is empty or begins with a blank. */
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';

export interface RefusalTexts {
  readonly unknown: string;
  /** A program could have given this yes. */
  readonly forbidden: string;
  readonly or: string;
  readonly changed: string;
  readonly unconfirmed: string;
  readonly withoutWord: string;
  readonly notAlike: string;
  /** It is being shown, or was set aside. */
  readonly notNow: string;
  readonly safeMode: string;
  readonly nothingToUndo: string;
  readonly started: string;
  readonly granted: string;
  readonly denied: string;
  readonly undone: string;
  readonly expired: string;
  readonly undelivered: string;
  readonly cancelled: string;
  /** Of a change of the call. */
  readonly notEditable: string;
  readonly withoutArguments: string;
  readonly notRunnable: string;
  readonly notAllowed: string;
  readonly unchanged: string;
}

export const refusalTexts: Readonly<Record<Language, RefusalTexts>> = catalog('domain/approvals/refusal-texts', {
  en: {
    unknown: 'There is no approval {key}.',
    forbidden:
      'Not decided. Commands run with your own rights here, so one of them could approve this by itself. Approve it on {channels}.',
    or: ' or ',
    changed: 'Not decided. The call has changed since this card was shown. Use the newest card.',
    unconfirmed: 'Not decided yet. At this risk a yes has to be confirmed.',
    withoutWord: 'Not decided yet. This cannot be undone: to approve, name the word on the card.',
    notAlike:
      'Not decided. Only calls of one tool with low risk can be answered together, each as it was shown. Answer them one by one.',
    notNow: 'This approval takes no answer now: it is being shown, or was set aside. Try again in a moment.',
    safeMode: 'Safe mode is on. Your answer is kept, and counts when safe mode ends.',
    nothingToUndo: 'Nothing was approved here yet, so there is nothing to undo.',
    started: 'It has started and can no longer be undone.',
    granted: 'Already approved{by}.',
    denied: 'Already denied{by}.',
    undone: 'Approved and then undone{by}. Not run.',
    expired: 'This approval has expired. Not run.',
    undelivered: 'This approval could not be delivered. Not run.',
    cancelled: 'This approval was no longer needed. Not run.',
    notEditable: 'This call cannot be changed.',
    withoutArguments: 'The new arguments are missing.',
    notRunnable: 'This cannot be run: {problem}',
    notAllowed: 'Not allowed: {reasons} The call waits as it was.',
    unchanged: 'Nothing is changed. Approve it, or change something.',
  },
  de: {
    unknown: 'Es gibt keine Freigabe {key}.',
    forbidden:
      'Nicht entschieden. Befehle laufen hier mit deinen eigenen Rechten, einer davon könnte das selbst erlauben. Erlaube es über {channels}.',
    or: ' oder ',
    changed: 'Nicht entschieden. Der Aufruf hat sich seit dieser Karte geändert. Bitte nimm die neueste Karte.',
    unconfirmed: 'Noch nicht entschieden. Bei diesem Risiko muss ein Ja bestätigt werden.',
    withoutWord:
      'Noch nicht entschieden. Das lässt sich nicht rückgängig machen: Nenne zum Erlauben das Wort auf der Karte.',
    notAlike:
      'Nicht entschieden. Zusammen beantworten lassen sich nur Aufrufe eines Werkzeugs mit niedrigem Risiko, jeder wie gezeigt. Bitte einzeln antworten.',
    notNow:
      'Diese Freigabe nimmt gerade keine Antwort an: Sie wird gezeigt oder ist zurückgestellt. Bitte gleich noch einmal.',
    safeMode: 'Der sichere Modus ist an. Deine Antwort ist gespeichert und zählt, wenn er endet.',
    nothingToUndo: 'Hier ist noch nichts erlaubt, also ist nichts zurückzunehmen.',
    started: 'Es hat angefangen und lässt sich nicht mehr zurücknehmen.',
    granted: 'Schon erlaubt{by}.',
    denied: 'Schon abgelehnt{by}.',
    undone: 'Erlaubt und dann zurückgenommen{by}. Nicht ausgeführt.',
    expired: 'Diese Freigabe ist abgelaufen. Nicht ausgeführt.',
    undelivered: 'Diese Freigabe konnte nicht zugestellt werden. Nicht ausgeführt.',
    cancelled: 'Diese Freigabe war nicht mehr nötig. Nicht ausgeführt.',
    notEditable: 'Dieser Aufruf lässt sich nicht ändern.',
    withoutArguments: 'Die neuen Argumente fehlen.',
    notRunnable: 'Das lässt sich nicht ausführen: {problem}',
    notAllowed: 'Nicht erlaubt: {reasons} Der Aufruf wartet wie zuvor.',
    unchanged: 'Nichts ist geändert. Erlaube es, oder ändere etwas.',
  },
});
