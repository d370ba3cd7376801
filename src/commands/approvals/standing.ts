/** `straylight approvals standing`, and `/approvals` in every chat: the owner's yes to calls yet to come. */
import type { Client } from '../../api/client/client.ts';
import { patternText, type StandingApproval } from '../../domain/approvals/standing.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { duration, type Io, jsonText } from '../io.ts';
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
  io.out(json ? jsonText(given) : line(given, now()));
  return 0;
}

/** Exit code 1 where there was nothing to revoke. */
export async function revokeStanding({ agent, io, json }: StandingCall, id: string): Promise<number> {
  const { revoked: done } = await agent.standing.revoke({ id });
  if (json) io.out(jsonText({ id, revoked: done }));
  else if (done) io.out(`Revoked ${id}.`);
  else
    io.err(
      `straylight: there is no standing approval "${oneLine(id, 40)}"; "straylight approvals standing list" lists them`,
    );
  return done ? 0 : 1;
}

/** Those that may still be used. */
export async function listStanding({ agent, io, json, now }: StandingCall): Promise<number> {
  const { standing: all } = await agent.standing.list();
  if (json) io.out(jsonText(all));
  else for (const text of all.length === 0 ? [none] : all.map(one => line(one, now()))) io.out(text);
  return 0;
}

/** What `/approvals` and `/approvals revoke ID` answer. */
export async function standingText(
  agent: Pick<Client, 'standing'>,
  words: string,
  now: number,
): Promise<readonly string[]> {
  const [verb = '', id = ''] = words.split(/\s+/);
  if (verb === 'revoke' && id !== '')
    return [
      (await agent.standing.revoke({ id })).revoked
        ? `Revoked ${id}.`
        : `There is no standing approval "${oneLine(id, 40)}".`,
    ];
  const { standing: all } = await agent.standing.list();
  if (all.length === 0) return [none];
  return [...all.map(one => line(one, now)), '/approvals revoke ID revokes one'];
}

/** By a pattern, or like a call that waits. */
function wished(options: StandingOptions) {
  const { pattern, ...term } = wishOf(options);
  return 'approval' in pattern ? { approval: pattern.approval, ...term } : { pattern, ...term };
}

const none = 'No standing approvals. Every call that needs approval asks you.';

function line(one: StandingApproval, now: number): string {
  const { id, used, most, until } = one;
  return `${id}  ${oneLine(patternText(one), 200)}  used ${used} of ${most}, ends in ${duration(until - now)}`;
}
