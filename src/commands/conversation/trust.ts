/** `straylight sessions trust`, and `/trust` in every chat: why a conversation is not trusted, and trusting it again. */
import type { Client } from '../../api/client/client.ts';
import { type TrustView, trustRisk } from '../../domain/policy/trust.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { duration, type Io, jsonText } from '../io.ts';

export interface TrustOptions {
  readonly agent: Pick<Client, 'sessions'>;
  readonly io: Io;
  readonly json: boolean;
  readonly now: () => number;
}

/** Exit code 1: it is not trusted, and `yes` is missing. */
export async function trustConversation(
  { agent, io, json, now }: TrustOptions,
  id: string,
  yes: boolean,
): Promise<number> {
  const view = await agent.sessions.trust({ id });
  if (yes) {
    const done = await agent.sessions.restoreTrust({ id, through: view.through });
    io.out(json ? jsonText(done) : restored(done.restored));
    return 0;
  }
  if (json) io.out(jsonText(view));
  else {
    for (const line of trustLines(view, now())) io.out(line);
    if (view.level !== 'owner') io.out('Nothing was done. To trust it again, add --yes.');
  }
  return view.level === 'owner' ? 0 : 1;
}

/** What `/trust` and `/trust yes` answer, for the conversation that is spoken in. */
export async function trustText(
  agent: Pick<Client, 'sessions'>,
  args: string,
  session: string,
  now: number,
): Promise<readonly string[]> {
  if (args !== '' && args !== 'yes')
    throw fault('invalid', `expected "/trust" or "/trust yes", got "${oneLine(args, 40)}"`);
  const view = await agent.sessions.trust({ id: session });
  if (args === 'yes')
    return [restored((await agent.sessions.restoreTrust({ id: session, through: view.through })).restored)];
  return [...trustLines(view, now), ...(view.level === 'owner' ? [] : ['/trust yes trusts it again.'])];
}

function restored(isNew: boolean): string {
  return isNew
    ? 'This conversation is trusted again, until more text comes from outside.'
    : 'This conversation is trusted already.';
}

function trustLines({ level, source, texts, count, trustedUntil }: TrustView, now: number): readonly string[] {
  const before = trustedUntil === undefined ? [] : [`You trusted what it held ${duration(now - trustedUntil)} ago.`];
  if (level === 'owner') return ['This conversation is trusted: no text from outside counts in it.', ...before];
  return [
    `This conversation contains untrusted content${source === undefined ? '' : `, first from: ${oneLine(source, 200)}`}`,
    ...before,
    ...(count > texts.length ? [`The newest ${texts.length} of ${count} texts from outside:`] : []),
    ...texts.map(
      ({ at, from, excerpt }) => `- ${duration(now - at)} ago, ${oneLine(from, 60)}: ${oneLine(excerpt, 160)}`,
    ),
    ...(texts.length === 0 ? ['It came with a memory or the description of a tool, and comes back with that.'] : []),
    trustRisk,
  ];
}
