/** What the owner reads while a turn waits for its model, and when the waiting is over. */

import type { Failure } from '../supervision/failure.ts';
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';
import { dateFormat, locales } from '../text/writing/locale.ts';
import type { Outage, Patience } from './outage.ts';
import { placesOf, statusOf, troubleOf } from './trouble.ts';

/** What is wrong with the provider, as a sentence without its full stop: `Anthropic is overloaded (529)`. */
export function outageReason(failure: Failure, language: Language): string {
  const say = words[language];
  const who = whoFailed(failure) ?? say.model;
  const status = statusOf(failure) ?? '';
  const trouble = troubleOf(failure);
  if (trouble === 'resting') {
    const place = placeOf(failure, say.setBy).join(', ');
    return say.resting(who, place === '' ? '' : ` (${place})`);
  }
  if (trouble !== 'unreachable') return say[trouble](who, status);
  const code = /^[A-Z][A-Z0-9_]{3,}$/.test(failure.cause ?? '') ? [failure.cause ?? ''] : [];
  const place = [...code, ...placeOf(failure, say.setBy)].join(', ');
  return say.unreachable(who, place === '' ? '' : ` (${place})`);
}

/** As its owner reads it: the address, and what sets it. */
function placeOf(failure: Failure, setBy: (setting: string) => string): readonly string[] {
  const { address, setting } = placesOf(failure);
  return [...(address === undefined ? [] : [address]), ...(setting === undefined ? [] : [setBy(setting)])];
}

/** From here on a wait is worth another model. */
const longMs = 3_600_000;

/** Told once, when the waiting begins. */
export function waitingText({ reason, next, until, since }: Outage, { timeZone }: Patience, language: Language) {
  const say = words[language];
  const waiting = say.waiting(reason, instantText(next, since, timeZone, language), durationText(until - since));
  return next - since < longMs ? waiting : `${waiting} ${say.another}`;
}

/** Told once, when the waiting is over and nothing came. */
export function gaveUpText({ reason, until, since }: Outage, language: Language): string {
  return words[language].gaveUp(reason, durationText(until - since));
}

/** What an actor's row says while it waits. */
export function outageLine(
  { reason, next, until }: Outage,
  timeZone: string,
  now: number,
  language: Language = 'en',
): string {
  const at = (instant: number) => instantText(instant, now, timeZone, language);
  return words[language].line(reason, at(next), at(until));
}

const words = catalog('domain/models/outage-texts', {
  en: {
    model: 'The model',
    overloaded: (who: string, status: string) => `${who} is overloaded (${status})`,
    limited: (who: string, status: string) => `${who} limits how often it may be asked (${status})`,
    broken: (who: string, status: string) => `${who} has an error on its side (${status})`,
    brokenOff: (who: string) => `${who} broke off in the middle of its answer`,
    silent: (who: string) => `${who} does not answer`,
    unreachable: (who: string, why: string) => `${who} cannot be reached${why}`,
    on: 'on',
    when: 'at',
    line: (reason: string, next: string, until: string) =>
      `${reason}; the next try is ${next}, and it gives up ${until}`,
    setBy: (setting: string) => `set by ${setting}`,
    resting: (who: string, where: string) => `${who} has failed several times in a row${where}`,
    waiting: (reason: string, next: string, keep: string) =>
      `${reason}. I will try again ${next} and keep trying for ${keep}; /stop ends it.`,
    another:
      'To go on sooner, choose another model with /model, or name one under "fallbacks" in [models] of config.toml.',
    gaveUp: (reason: string, keep: string) =>
      `${reason}. I have tried for ${keep} and stop here. Your message is kept: write again when the model works, or name another model under "fallbacks" in [models] of config.toml.`,
  },
  de: {
    model: 'Das Modell',
    overloaded: (who: string, status: string) => `${who} ist überlastet (${status})`,
    limited: (who: string, status: string) => `${who} begrenzt, wie oft es gefragt werden darf (${status})`,
    broken: (who: string, status: string) => `${who} hat einen Fehler auf seiner Seite (${status})`,
    brokenOff: (who: string) => `${who} hat mitten in der Antwort abgebrochen`,
    silent: (who: string) => `${who} antwortet nicht`,
    unreachable: (who: string, why: string) => `${who} ist nicht erreichbar${why}`,
    on: 'am',
    when: 'um',
    line: (reason: string, next: string, until: string) =>
      `${reason}; neuer Versuch ${next}, bis ${until.replace(/^(?:um|am) /, '')}`,
    setBy: (setting: string) => `gesetzt durch ${setting}`,
    resting: (who: string, where: string) => `${who} ist mehrmals hintereinander fehlgeschlagen${where}`,
    waiting: (reason: string, next: string, keep: string) =>
      `${reason}. Ich versuche es ${next} wieder und bleibe ${keep} lang dabei; /stop beendet es.`,
    another:
      'Früher geht es mit einem anderen Modell: wähl eins mit /model, oder nenne eins unter "fallbacks" in [models] von config.toml.',
    gaveUp: (reason: string, keep: string) =>
      `${reason}. Ich habe es ${keep} lang versucht und höre hier auf. Deine Nachricht ist gespeichert: Schreib wieder, wenn das Modell geht, oder nenne unter "fallbacks" in [models] von config.toml ein anderes.`,
  },
});

const providers: Readonly<Record<string, string>> = { anthropic: 'Anthropic', ollama: 'Ollama' };

/** The provider a failure names: a model call's message begins with its model. */
function whoFailed({ message }: Failure): string | undefined {
  const [, provider, model] = /^(?:model:)?([a-z]+)\/([^\s:]\S*?):?(?=\s|$)/.exec(message) ?? [];
  if (provider === undefined) return undefined;
  return providers[provider] ?? `${provider}/${model}`;
}

/** `at 14:05`, with seconds where it is soon, with the day where it is another one. */
function instantText(at: number, from: number, timeZone: string, language: Language): string {
  const part = (options: Intl.DateTimeFormatOptions) => dateFormat(locales[language].name, { timeZone, ...options });
  const day = part({ day: 'numeric', month: 'short' });
  const isSoon = at - from < 120_000;
  const time = part({ hour: '2-digit', minute: '2-digit', second: isSoon ? '2-digit' : undefined }).format(at);
  const { on, when } = words[language];
  return day.format(at) === day.format(from) ? `${when} ${time}` : `${on} ${day.format(at)} ${when} ${time}`;
}

/** `6 h`, `90 min`, `45 s`. */
function durationText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}
