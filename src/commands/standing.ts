/** `straylight approvals standing`, and `/approvals` in every chat: the owner's yes to calls yet to come. */
import { patternText, type StandingApproval, type StandingDesk } from '../domain/approvals/standing.ts';
import { oneLine } from '../domain/text/visible.ts';
import { duration, type Io, jsonText } from './io.ts';
import { type StandingOptions, wishOf } from './standing-wish.ts';

export interface StandingCall {
  readonly desk: StandingDesk;
  readonly io: Io;
  readonly json: boolean;
  /** After `standing`: `list`, `add`, or `revoke ID`. */
  readonly words: readonly string[];
  readonly options: StandingOptions;
  readonly now: () => number;
}

/** Exit code 1 where there was nothing to revoke. */
export async function standing({ desk, io, json, words, options, now }: StandingCall): Promise<number> {
  const [verb = 'list', id = ''] = words;
  if (verb === 'add') {
    const given = await desk.add({ ...wishOf(options), by: 'cli' });
    io.out(json ? jsonText(given) : line(given, now()));
    return 0;
  }
  if (verb === 'revoke') {
    const done = await desk.revoke(id);
    if (json) io.out(jsonText({ id, revoked: done }));
    else if (done) io.out(`${id} is revoked.`);
    else io.err(`straylight: there is no standing approval "${oneLine(id, 40)}" that could be revoked`);
    return done ? 0 : 1;
  }
  const all = await desk.list();
  if (json) io.out(jsonText(all));
  else for (const text of all.length === 0 ? [none] : all.map(one => line(one, now()))) io.out(text);
  return 0;
}

/** What `/approvals` and `/approvals revoke ID` answer. */
export async function standingText(desk: StandingDesk, words: string, now: number): Promise<readonly string[]> {
  const [verb = '', id = ''] = words.split(/\s+/);
  if (verb === 'revoke' && id !== '')
    return [(await desk.revoke(id)) ? `${id} is revoked.` : `There is no standing approval "${oneLine(id, 40)}".`];
  const all = await desk.list();
  if (all.length === 0) return [none];
  return [...all.map(one => line(one, now)), '/approvals revoke ID takes one back'];
}

const none = 'No standing approvals: each call that needs a yes is put before you.';

function line(one: StandingApproval, now: number): string {
  const { id, used, most, until } = one;
  return `${id}  ${oneLine(patternText(one), 200)}  used ${used} of ${most}, ends in ${duration(until - now)}`;
}
