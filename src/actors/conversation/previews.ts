/**
 * What a turn is at, on its way to the channels that can show a reply while it is written: the text so far, and the
 * tools that run. Nothing depends on it.
 */
import { placeOf } from '../../domain/conversation/chat-session.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { storedState } from '../../machines/stored.ts';
import { toolCallView } from '../../machines/tool-call/view.ts';
import type { RunningCall } from '../../ports/channel.ts';
import type { Feed } from '../../ports/host.ts';
import type { ActorRecord } from '../../ports/store.ts';
import type { Channels } from '../channels/channels.ts';

interface Shown {
  readonly turn: string;
  text: string;
  /** The next piece begins the text again. */
  isOver: boolean;
  /** By address, in the order in which they began. */
  readonly calls: Map<string, RunningCall>;
}

/** Follows the feed for as long as it lives. */
export function showPreviews(feed: Feed, channels: Channels): void {
  const turns = new Map<string, Shown>();

  function put(session: string, shown: Shown): void {
    turns.set(session, shown);
    const { channel, chat } = placeOf(session);
    channels.get(channel)?.preview(chat, shown.turn, shown.text, [...shown.calls.values()]);
  }

  function seeSession({ address, leaf }: ActorRecord): void {
    const shown = turns.get(address);
    if (!shown) return;
    shown.isOver = true;
    // it goes on: what the model wrote stands until it writes again
    if (leaf === 'thinking.completing' || leaf.startsWith('acting')) return;
    turns.delete(address);
    const { channel, chat } = placeOf(address);
    channels.get(channel)?.preview(chat, shown.turn, undefined);
  }

  function seeCall({ address, parent, status, leaf, since, state }: ActorRecord): void {
    if (parent === null) return;
    const known = turns.get(parent);
    const isRunning = status === 'active' && leaf.startsWith('acting');
    if (!isRunning) {
      if (known?.calls.delete(address)) put(parent, known);
      return;
    }
    const { turn, call } = toolCallView(storedState(state));
    if (turn === undefined || call === undefined) return;
    const shown = known ?? { turn, text: '', isOver: true, calls: new Map<string, RunningCall>() };
    shown.calls.set(address, { what: oneLine(call.intent, 120), since });
    put(parent, shown);
  }

  feed.subscribe(frame => {
    if (frame.kind === 'step' || frame.kind === 'row') {
      if (frame.row.machine === 'tool-call') seeCall(frame.row);
      else seeSession(frame.row);
    } else if (frame.kind === 'progress') {
      const { owner, event } = frame;
      if (event.type === 'text.delta') {
        const known = turns.get(owner);
        const shown = known ?? { turn: String(event['turn']), text: '', isOver: false, calls: new Map() };
        shown.text = (shown.isOver ? '' : shown.text) + String(event['delta']);
        shown.isOver = false;
        put(owner, shown);
      } else if (event.type === 'tool.progress') seeOutput(event as unknown as ToolProgress);
    }
  });

  function seeOutput({ session, call, text }: ToolProgress): void {
    const shown = turns.get(session);
    const running = shown?.calls.get(call);
    const line = text.split(/[\r\n]+/).findLast(one => one.trim() !== '');
    if (!shown || !running || line === undefined) return;
    shown.calls.set(call, { ...running, output: oneLine(line, 120) });
    put(session, shown);
  }
}

interface ToolProgress {
  readonly session: string;
  readonly call: string;
  readonly text: string;
}
