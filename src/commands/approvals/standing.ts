/** `straylight approvals standing`, and `/approvals` in every chat: the owner's yes to calls yet to come. */

import type { Client } from '../../api/client/client.ts';
import { patternText, type StandingApproval } from '../../domain/approvals/standing.ts';
import { duration } from '../../domain/text/ago.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Io, jsonText } from '../io.ts';
import { noSuch } from '../missing.ts';
import { type StandingOptions, wishOf } from './standing-wish.ts';

export interface StandingCall {
  readonly agent: Pick<Client, 'standing'>;
  readonly io: Io;
  readonly json: boolean;
  readonly now: () => number;
}

/** Allows calls in advance. */
export async function addStanding({ agent, io, json, now }: StandingCall, options: StandingOptions): Promise<number> {
  const given = await agent.standing.add(wished(options));
  io.out(json ? jsonText(given) : line(given, now(), io.language));
  return 0;
}

const noStanding = 'there is no standing approval "{id}"; "straylight approvals standing list" lists them';

/** Exit code 1 where there was nothing to revoke. */
export async function revokeStanding({ agent, io, json }: StandingCall, id: string): Promise<number> {
  const texts = standingTexts[io.language ?? 'en'];
  const { revoked: done } = await agent.standing.revoke({ id });
  if (json) io.out(jsonText({ id, revoked: done }));
  else if (done) io.out(texts.revoked(id));
  else io.err(`straylight: ${noSuch({ io }, noStanding, { id: oneLine(id, 40) }).message}`);
  return done ? 0 : 1;
}

/** Those that may still be used. */
export async function listStanding({ agent, io, json, now }: StandingCall): Promise<number> {
  const { standing: all } = await agent.standing.list();
  if (json) io.out(jsonText(all));
  else
    for (const text of all.length === 0
      ? [standingTexts[io.language ?? 'en'].none]
      : all.map(one => line(one, now(), io.language)))
      io.out(text);
  return 0;
}

/** What `/approvals` and `/approvals revoke ID` answer. */
export async function standingText(
  agent: Pick<Client, 'standing'>,
  words: string,
  now: number,
  language: Language = 'en',
): Promise<readonly string[]> {
  const texts = standingTexts[language];
  const [verb = '', id = ''] = words.split(/\s+/);
  if (verb === 'revoke' && id !== '') {
    const { revoked } = await agent.standing.revoke({ id });
    return [revoked ? texts.revoked(id) : texts.missing(oneLine(id, 40))];
  }
  const { standing: all } = await agent.standing.list();
  if (all.length === 0) return [texts.none];
  return [...all.map(one => line(one, now, language)), texts.how];
}

/** By a pattern, or like a call that waits. */
function wished(options: StandingOptions) {
  const { pattern, ...term } = wishOf(options);
  return 'approval' in pattern ? { approval: pattern.approval, ...term } : { pattern, ...term };
}

function line(one: StandingApproval, now: number, language: Language = 'en'): string {
  const { id, used, most, until } = one;
  const texts = standingTexts[language];
  return `${id}  ${oneLine(patternText(one), 200)}  ${texts.used(used, most, duration(until - now, language))}`;
}

const standingTexts = catalog('commands/approvals/standing', {
  en: {
    none: 'No standing approvals. Every call that needs approval asks you.',
    revoked: (id: string) => `Revoked ${id}.`,
    missing: (id: string) => `There is no standing approval "${id}".`,
    how: '/approvals revoke ID revokes one',
    used: (used: number, most: number, left: string) => `used ${used} of ${most}, ends in ${left}`,
  },
  de: {
    none: 'Keine dauerhaften Freigaben. Jeder Aufruf, der eine Freigabe braucht, fragt dich.',
    revoked: (id: string) => `${id} ist widerrufen.`,
    missing: (id: string) => `Es gibt keine dauerhafte Freigabe „${id}“.`,
    how: '/approvals revoke ID widerruft eine',
    used: (used: number, most: number, left: string) => `${used} von ${most} Mal benutzt, endet in ${left}`,
  },
});
