/**
 * Signs of life of agents at work: what each does now, and since when, is the last line that the call writes which gave
 * the work, so every channel shows it as it shows what a command writes. Nothing is stored, and no chart takes a step.
 *
 * Loaded with the first piece of work.
 */
import { type ChildRecord, isChild } from '../../domain/agents/agent.ts';
import { signTexts } from '../../domain/agents/sign-texts.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { storedState } from '../../machines/stored.ts';
import { toolCallView } from '../../machines/tool-call/view.ts';
import type { Feed } from '../../ports/host.ts';
import type { ActorRecord } from '../../ports/store.ts';

const longest = 100;

/** Follows the feed for as long as it lives. `childOf`: by its conversation; undefined: it is of no agent. */
export function showSigns({
  feed,
  childOf,
  language,
  timeZone,
}: {
  readonly feed: Feed;
  readonly childOf: (
    session: string,
  ) => (Pick<ChildRecord, 'agent' | 'parent' | 'call'> & Partial<Pick<ChildRecord, 'takenFrom'>>) | undefined;
  readonly language: Language;
  readonly timeZone: string;
}): void {
  const say = signTexts[language];
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone });
  /** What each conversation was seen doing last; gone with its end. */
  const seen = new Map<string, string>();

  /** To the call that gave the work, and from there on up to the conversation at the top. */
  function show(session: string, line: string): void {
    const child = childOf(session);
    if (!child) return;
    const { agent, parent, call, takenFrom } = child;
    // a step of a plan has an address below that of its call, and several of them run at once
    const [act = call] = call.split('/');
    const isNested = isChild(parent);
    const whose = takenFrom ? `${say.insteadOf(agent, takenFrom)}: ${line}` : line;
    const text = call === act ? whose : `${agent}: ${line}`;
    const event = { type: 'tool.progress', session: parent, call: act, text: `${text}\n` };
    feed.publish({ kind: 'progress', owner: act, effect: act, src: 'signs', event });
    if (isNested) show(parent, `↳ ${agent}: ${line}`);
  }

  function see(session: string, what: string, since: number): void {
    if (seen.get(session) === what) return;
    seen.set(session, what);
    show(session, say.since(oneLine(what, longest), clock.format(since)));
  }

  function seeCall({ status, leaf, since, state }: ActorRecord, session: string): void {
    if (status !== 'active') return;
    const isWaiting = leaf.startsWith('waitingForInput');
    if (!isWaiting && !leaf.startsWith('acting')) return;
    const doing = toolCallView(storedState(state)).call?.intent ?? '';
    if (doing !== '') see(session, isWaiting ? say.waits(doing) : doing, since);
  }

  function seeSession({ address, status, leaf, since }: ActorRecord): void {
    if (status !== 'active' || leaf === 'idle') seen.delete(address);
    else if (leaf === 'thinking.completing') see(address, say.thinks, since);
    else if (leaf === 'waitingForModel') see(address, say.waitsForModel, since);
  }

  feed.subscribe(frame => {
    if (frame.kind !== 'step' && frame.kind !== 'row') return;
    const { row } = frame;
    if (row.machine === 'session' && isChild(row.address)) seeSession(row);
    else if (row.machine === 'tool-call' && row.parent !== null && isChild(row.parent)) seeCall(row, row.parent);
  });
}
