/** `straylight sessions trust`, and `/trust` in every chat: which texts make calls ask first, and trusting them. */
import type { Client } from '../../api/client/client.ts';
import type { TrustView } from '../../domain/policy/trust.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { ago } from '../../domain/text/ago.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Io, jsonText } from '../io.ts';
import { type ChatTexts, chatTexts } from './texts.ts';

/** Exit code 1: text from outside counts in it, and `yes` is missing. */
export async function trustConversation(
  {
    agent,
    io,
    json,
    now,
  }: {
    readonly agent: Pick<Client, 'sessions'>;
    readonly io: Io;
    readonly json: boolean;
    readonly now: () => number;
  },
  id: string,
  yes: boolean,
): Promise<number> {
  const texts = chatTexts(io.language ?? 'en');
  const view = await agent.sessions.trust({ id });
  if (yes) {
    const done = await agent.sessions.restoreTrust({ id, through: view.through });
    io.out(json ? jsonText(done) : restored(done, texts));
    return 0;
  }
  if (json) io.out(jsonText(view));
  else {
    for (const line of trustLines(view, now(), io.language ?? 'en')) io.out(line);
    if (isAsking(view)) io.out(texts.addYes);
  }
  return isAsking(view) ? 1 : 0;
}

/** What a yes is called, in either language. */
const yes = ['yes', 'ja'];

/** What `/trust` and `/trust yes` answer, for the conversation that is spoken in. */
export async function trustText(
  agent: Pick<Client, 'sessions'>,
  args: string,
  session: string,
  now: number,
  language: Language = 'en',
): Promise<readonly string[]> {
  const texts = chatTexts(language);
  const isYes = yes.includes(args.toLowerCase());
  if (args !== '' && !isYes) throw fault('invalid', texts.trustTakes(oneLine(args, 40)));
  const view = await agent.sessions.trust({ id: session });
  if (isYes) return [restored(await agent.sessions.restoreTrust({ id: session, through: view.through }), texts)];
  return [...trustLines(view, now, language), ...(isAsking(view) ? [texts.howToTrust] : [])];
}

/** Does anything ask first because of a text? */
function isAsking({ level, count }: TrustView): boolean {
  return level === 'external' || count > 0;
}

function restored({ restored }: { readonly restored: boolean }, texts: ChatTexts): string {
  return restored ? texts.trustedAgain : texts.trustedAlready;
}

function trustLines(view: TrustView, now: number, language: Language): readonly string[] {
  const { level, texts: outside, count, trustedUntil } = view;
  const texts = chatTexts(language);
  const named = (name: string, most: number) => texts.trustSources[name] ?? oneLine(name, most);
  const before = trustedUntil === undefined ? [] : [texts.trustedBefore(ago(now - trustedUntil, language))];
  if (!isAsking(view)) return [texts.trusted, ...before];
  return [
    level === 'external' ? texts.untrusted : texts.repeated,
    ...before,
    ...(count > outside.length ? [texts.newestTexts(outside.length, count)] : []),
    ...outside.map(
      ({ at, from, excerpt }) => `- ${ago(now - at, language)}, ${named(from, 60)}: ${oneLine(excerpt, 160)}`,
    ),
    ...(outside.length === 0 ? [texts.fromMemory] : []),
    texts.trustRisk,
  ];
}
