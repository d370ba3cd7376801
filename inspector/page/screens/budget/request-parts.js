/** What the newest model call of each conversation was made of: instructions, tools, memories, history. */

import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { conversationLink } from '../../parts/conversation-link.js';
import { a, component, div, h2, li, section, span, ul } from '../../parts/tags.js';
import { age } from '../../parts/values/age.js';
import { formatTokens } from '../../parts/values/amount.js';
import { href } from '../../view/router.js';
import { agoText } from '../../words/ages.js';
import { say } from '../../words/say.js';

/** So many conversations are looked into. */
const most = 8;

/** @type {readonly (readonly ['system' | 'tools' | 'memories' | 'history', string])[]} */
const names = [
  ['system', say('Instructions')],
  ['tools', say('Tools')],
  ['memories', say('Memories')],
  ['history', say('History')],
];

/** @param {{ sessions: readonly string[] }} props */
export function requestParts({ sessions }) {
  if (sessions.length === 0) return null;
  return section(
    { class: 'list-section', 'aria-labelledby': 'parts-title' },
    div(
      { class: 'section-head' },
      h2({ id: 'parts-title', class: 'title' }, say('Latest request, by part')),
      span({ class: 'section-note' }, say('The parts are estimates. The total is the provider’s count.')),
    ),
    ul({ class: 'parts-list' }, ...sessions.slice(0, most).map(session => li({ key: session }, partsOf({ session })))),
  );
}

const partsOf = component(PartsOf);

/** @param {{ session: string }} props */
function PartsOf({ session }) {
  const ask = () => client.context.show({ id: session });
  const { value: request, trouble, status } = useReading(ask, { of: session, after: ['turn'] });
  const sum = request ? names.reduce((all, [part]) => all + request.parts[part], 0) : 0;
  return div(
    { class: 'parts' },
    conversationLink({ session, class: 'table-link' }),
    request && sum > 0
      ? div(
          { class: 'parts-bar', 'aria-hidden': 'true' },
          ...names.map(([part]) =>
            request.parts[part] > 0
              ? span({ class: `part-${part}`, style: { flexGrow: String(request.parts[part]) } })
              : null,
          ),
        )
      : span({ class: 'section-note' }, status === 404 ? say('No recent model call.') : (trouble ?? '…')),
    request &&
      div(
        { class: 'facts-line parts-legend' },
        ...names.map(([part, title]) =>
          span(
            { key: part, class: 'part-key' },
            span({ class: `part-dot part-${part}`, 'aria-hidden': 'true' }),
            `${title} ${formatTokens(request.parts[part])}`,
          ),
        ),
        span(
          {},
          say('counted {request} of {request2}', {
            request: formatTokens(request.inputTokens),
            request2: formatTokens(request.parts.window),
          }),
        ),
        age({ since: request.at, format: agoText }),
        a({ class: 'text-link', href: href('context', session) }, say('What the model sees')),
      ),
  );
}
