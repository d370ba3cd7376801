/** What the newest model call of each conversation was made of: instructions, tools, memories, history. */
import { useReading } from '../../live/reading.js';
import { a, component, div, h2, li, section, span, ul } from '../../parts/tags.js';
import { age, formatAge } from '../../parts/values/age.js';
import { formatTokens } from '../../parts/values/amount.js';
import { readable } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';

/**
 * @typedef {object} Told
 * @property {number} at
 * @property {string} model
 * @property {{ system: number, tools: number, memories: number, history: number, window: number }} parts estimates
 * @property {number} inputTokens as the provider counted
 */

/** So many conversations are looked into. */
const most = 8;

/** @type {readonly (readonly ['system' | 'tools' | 'memories' | 'history', string])[]} */
const names = [
  ['system', 'Instructions'],
  ['tools', 'Tools'],
  ['memories', 'Memories'],
  ['history', 'History'],
];

/** @param {{ sessions: readonly string[] }} props */
export function requestParts({ sessions }) {
  if (sessions.length === 0) return null;
  return section(
    { class: 'list-section', 'aria-labelledby': 'parts-title' },
    div(
      { class: 'section-head' },
      h2({ id: 'parts-title', class: 'title' }, 'What the newest request held'),
      span(
        { class: 'section-note' },
        'The parts are estimates, at three characters a token; the whole is what the provider counted.',
      ),
    ),
    ul({ class: 'parts-list' }, ...sessions.slice(0, most).map(session => li({ key: session }, partsOf({ session })))),
  );
}

const partsOf = component(PartsOf);

/** @param {{ session: string }} props */
function PartsOf({ session }) {
  /** @type {import('../../live/reading.js').Reading<Told>} */
  const { value: told, trouble, status } = useReading(`/api/sessions/${encodeURIComponent(session)}/context`, ['turn']);
  const sum = told ? names.reduce((all, [part]) => all + told.parts[part], 0) : 0;
  return div(
    { class: 'parts' },
    a({ class: 'table-link', href: href('chat', session) }, ...readable(session.replace(/^session:/, ''))),
    told && sum > 0
      ? div(
          { class: 'parts-bar', 'aria-hidden': 'true' },
          ...names.map(([part]) =>
            told.parts[part] > 0
              ? span({ class: `part-${part}`, style: { flexGrow: String(told.parts[part]) } })
              : null,
          ),
        )
      : span({ class: 'section-note' }, status === 404 ? 'Its newest steps have no model call.' : (trouble ?? '…')),
    told &&
      div(
        { class: 'facts-line parts-legend' },
        ...names.map(([part, title]) =>
          span(
            { key: part, class: 'part-key' },
            span({ class: `part-dot part-${part}`, 'aria-hidden': 'true' }),
            `${title} ${formatTokens(told.parts[part])}`,
          ),
        ),
        span({}, `counted ${formatTokens(told.inputTokens)} of ${formatTokens(told.parts.window)}`),
        age({ since: told.at, format: ago }),
      ),
  );
}

/** @param {number} ms */
const ago = ms => `${formatAge(ms, true)} ago`;
