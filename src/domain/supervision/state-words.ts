/** The states of the charts, as their owner reads them. */
import { type Language, phrases } from '../text/catalog.ts';

/** In German, for the page too. */
export const germanStates: Readonly<Record<string, string>> = {
  'acting [state]': 'arbeitet',
  'allowing [state]': 'erlaubt',
  'answer [state]': 'Antwort',
  'approval [state]': 'Freigabe',
  'backingOff [state]': 'wartet bis zum nächsten Versuch',
  'cancelled [state]': 'abgebrochen',
  'cancelling [state]': 'bricht ab',
  'choosing [state]': 'wählt',
  'closing [state]': 'schließt ab',
  'concluding [state]': 'fasst zusammen',
  'measuring [state]': 'misst vorher',
  'opening [state]': 'vergleicht den Plan',
  'planning [state]': 'führt den Plan aus',
  'preparing [state]': 'bereitet den Schritt vor',
  'closed [state]': 'geschlossen',
  'collecting [state]': 'sammelt',
  'compacting [state]': 'fasst zusammen',
  'completing [state]': 'fragt das Modell',
  'conflict [state]': 'Konflikt',
  'connecting [state]': 'verbindet',
  'delegating [state]': 'gibt die Arbeit ab',
  'denied [state]': 'abgelehnt',
  'done [state]': 'fertig',
  'early [state]': 'wartet auf dich',
  'evaluating [state]': 'prüft',
  'executing [state]': 'führt aus',
  'expired [state]': 'abgelaufen',
  'extracting [state]': 'sucht Merkenswertes',
  'failed [state]': 'fehlgeschlagen',
  'full [state]': 'voll',
  'gating [state]': 'fragt die Prüfungen',
  'granted [state]': 'erlaubt',
  'granting [state]': 'hält das Ja fest',
  'halfOpen [state]': 'halb offen',
  'holding [state]': 'hält die Freigabe',
  'idle [state]': 'ruht',
  'judging [state]': 'beurteilt',
  'looking [state]': 'sieht nach',
  'online [state]': 'verbunden',
  'open [state]': 'offen',
  'parking [state]': 'legt still',
  'pausing [state]': 'pausiert',
  'queued [state]': 'in der Schlange',
  'reading [state]': 'liest',
  'recalling [state]': 'erinnert sich',
  'recording [state]': 'schreibt auf',
  'redeeming [state]': 'löst die Freigabe ein',
  'refused [state]': 'abgelehnt',
  'reporting [state]': 'meldet',
  'revising [state]': 'wird geändert',
  'running [state]': 'läuft',
  'showing [state]': 'legt die Karte vor',
  'stopped [state]': 'angehalten',
  'summarising [state]': 'fasst zusammen',
  'thinking [state]': 'überlegt',
  'timed [state]': 'wartet auf dich',
  'undelivered [state]': 'nicht zugestellt',
  'unknown [state]': 'Ausgang unbekannt',
  'verifying [state]': 'prüft die Antwort',
  'waiting [state]': 'wartet',
  'waitingForInput [state]': 'wartet auf dich',
  'waitingForModel [state]': 'wartet auf ein Modell',
  'weighing [state]': 'wägt ab',
};

const words = phrases('domain/supervision/state-words', germanStates);

/** `a.b, c` with the word for each; one that is not known stays as it is. */
export function leafWords({ leaf, machine }: { readonly leaf: string; readonly machine: string }, language: Language) {
  // a job waits for its time, and for nobody
  const read = machine === 'job' ? leaf.replace('waitingForInput', 'waiting') : leaf;
  return language === 'en' ? leaf : read.replaceAll(/\w+/g, name => words[language][`${name} [state]`] ?? name);
}
