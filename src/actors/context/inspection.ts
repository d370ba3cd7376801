/** What the newest request of a conversation held, in words for its model. */
import { zoneNames } from '../../domain/context/zones.ts';
import type { WorkspaceLedger } from '../../ports/context/workspace.ts';
import { requestService, type WholeRequestSources } from '../observation/whole-request.ts';

/** `session`: its address. Tokens are estimates, but for what the provider counted. */
export function contextInWords(
  sources: WholeRequestSources & { readonly ledger: Pick<WorkspaceLedger, 'subscriptions'> },
  session: string,
): string {
  const [newest] = requestService(sources).list(session, { limit: 1 }).requests;
  if (newest === undefined) return 'There was no request in this conversation before this one.';
  const { model, parts, inputTokens } = newest;
  const { zones, left, room = 0, window, history } = parts;
  const counted = inputTokens > 0 ? `, counted ${inputTokens}` : '';
  const total = parts.system + parts.tools + parts.memories + history;
  const { older = 0, brief = 0, shortened = 0, tools = 0 } = left ?? {};
  const ways = [
    brief > 0
      ? `${brief} earlier results are one line each: earlier_result reads one again by the id in its line.`
      : '',
    older > 0 ? `${older} older messages are left out: memory_search finds what was said.` : '',
    shortened > 0 ? `${shortened} messages of the turn have lost their middle: read less at once.` : '',
    tools > 0 ? `${tools} tools are only named: call one with {} to be told what it takes.` : '',
  ];
  const watched = sources.ledger
    .subscriptions(session)
    .map(({ id, target, turns, tokens }) => `${id}. ${target}, ${turns} more turns, at most ${tokens} tokens`);
  return [
    `The newest request, to ${model}: about ${total} of ${window} tokens${counted}; its messages took ${history} of ${room}.`,
    ...(zones ? zoneNames.map(name => `- ${name}: ${zones[name].tokens} tokens, ${zones[name].items} items`) : []),
    ...ways.filter(line => line !== ''),
    watched.length === 0 ? 'Nothing is watched.' : `Watched:\n${watched.join('\n')}`,
  ].join('\n');
}
