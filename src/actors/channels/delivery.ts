/**
 * One part of a reply sent. Which part is next stands in the delivery's row, so a half-sent reply goes on where it
 * stopped.
 *
 * What has waited for long says since when, and several such notices become one. What is too old is not sent any more.
 */

import type { Reply } from '../../domain/conversation/delivery-line.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { type Language, texts } from '../../domain/text/texts.ts';
import { locales } from '../../domain/text/writing/locale.ts';
import { noPaths, type OwnersPaths } from '../../domain/tools/owners-paths.ts';
import type { DeliveryOutput } from '../../machines/channel/types.ts';
import type { Channel, Part } from '../../ports/channel.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DeliveryRecord, DeliveryStore, MessageStore } from '../../ports/conversation-store.ts';
import { work } from '../work.ts';
import { type Channels, channelNamed } from './channels.ts';

export interface DeliveryInput {
  readonly channel: string;
  readonly outgoing: Reply;
  /** Other notices that wait for the same chat. */
  readonly also?: readonly string[];
}

export interface DeliverySettings {
  readonly clock: Pick<Clock, 'now'>;
  readonly language: Language;
  /** IANA name. */
  readonly timeZone: string;
  /** Where the agent's folders lie for its owner; as commands see them if left out. */
  readonly paths?: OwnersPaths;
  /** What is older is given up. */
  readonly keepForMs: number;
}

/** What has waited for so long says since when. */
const staleMs = 600_000;

/** So many characters of notices are told together; the others follow. */
const mostTogether = 3000;

export function delivery(channels: Channels, conversation: MessageStore & DeliveryStore, settings: DeliverySettings) {
  const { clock, keepForMs, paths = noPaths } = settings;
  return work<DeliveryOutput, DeliveryInput>(async ({ channel: name, outgoing, also = [], signal }) => {
    const channel = channelNamed(channels, name);
    const row = conversation.delivery(outgoing.delivery);
    if (!row) throw fault('invalid', `there is no delivery ${outgoing.delivery}`);
    const waitedMs = clock.now() - row.at;
    if (waitedMs > keepForMs && outgoing.part === 0)
      throw fault(
        'exhausted',
        `it has waited since ${instantText(row.at, settings.language, settings.timeZone)}, longer than channels.deliver_for_hours`,
      );
    const since = waitedMs >= staleMs && outgoing.part === 0 ? { since: row.at } : {};
    const { repeat } = outgoing;
    const others = row.asks || since.since === undefined ? [] : also.flatMap(id => conversation.delivery(id) ?? []);
    const notices = together([row, ...others.filter(isPlain)], channel, conversation, settings);
    if (notices !== undefined) {
      const { ref } = await channel.send(outgoing.chat, notices.part, { repeat, signal });
      return { ref, of: 1, also: notices.covered.slice(1) };
    }
    const parts = channel.parts(paths.reply(conversation.read(row.body)));
    const part = parts[outgoing.part];
    if (!part)
      throw fault(
        'defect',
        `${outgoing.delivery} has ${parts.length} parts, and part ${outgoing.part + 1} was asked for`,
      );
    // what may be answered stands under the last of it
    const asks = row.asks && outgoing.part === parts.length - 1 ? { asks: row.asks } : {};
    const { ref } = await channel.send(outgoing.chat, part, { repeat, ...since, ...asks, signal });
    return { ref, of: parts.length };
  });
}

/** It waits still, and nothing is to be answered to it. */
function isPlain({ status, asks }: DeliveryRecord): boolean {
  return status === 'queued' && asks === null;
}

/** Fewer notices go out one by one. */
const fewestTogether = 3;

/**
 * Notices as one message, and which of them it holds: the first ones, as far as it has room. Undefined where it holds
 * fewer than three.
 */
function together(
  rows: readonly DeliveryRecord[],
  channel: Channel,
  { read }: Pick<MessageStore, 'read'>,
  { language, timeZone }: DeliverySettings,
): { readonly part: Part; readonly covered: readonly string[] } | undefined {
  if (rows.length < fewestTogether) return undefined;
  const lines: string[] = [];
  let part: Part | undefined;
  for (const { body, at } of rows) {
    const line = `- ${instantText(at, language, timeZone)}: ${read(body).replace(/\s+/g, ' ').trim()}`;
    const text = [texts(language).missedNotices(lines.length + 1), ...lines, line].join('\n');
    const parts = channel.parts(text);
    if (parts.length > 1 || parts[0]?.kind !== 'text' || text.length > mostTogether) break;
    [part] = parts;
    lines.push(line);
  }
  return part === undefined || lines.length < fewestTogether
    ? undefined
    : { part, covered: rows.slice(0, lines.length).map(({ id }) => id) };
}

/** Day and time as the owner reads them. */
function instantText(at: number, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(locales[language].name, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(at);
}
