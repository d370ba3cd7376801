/** Several calls, harmless and alike, answered together; each is still listed, granted and used up by itself. */
import { useSignal } from '@preact/signals';
import { cardTexts, filled } from '../../live/card-texts.js';
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { riskMark } from '../../parts/risk.js';
import { button, component, div, h2, li, ol, p, pre, section, span } from '../../parts/tags.js';
import { exactly, readable, readableUnpadded, unpadded } from '../../parts/values/visible.js';
import { say } from '../../words/say.js';

/** @import { BatchItem } from './queue.js' */

export const batchCard = component(BatchCard);

/** @param {{ item: BatchItem, onSplit: () => void }} props */
function BatchCard({ item: { rows }, onSplit }) {
  const trouble = useSignal('');
  const tool = rows[0]?.card.tool ?? '';
  const answer = async (/** @type {'approve' | 'deny'} */ decision) => {
    const decisions = rows.map(({ card: { key: approval, digest, nonce } }) => ({ approval, decision, digest, nonce }));
    const { answers } = await client.approvals.decideAll({ decisions });
    const count = (/** @type {string} */ state) => answers.filter(one => one.ok && one.state === state).length;
    const refused = answers.flatMap((one, at) =>
      one.ok ? [] : [filled(cardTexts.batch.other, { key: rows[at]?.card.key ?? '', why: one.message })],
    );
    const done = filled(cardTexts.batch.done, { granted: count('granted'), denied: count('denied') });
    trouble.value = refused.length === 0 ? '' : [done, ...refused].join(' ');
  };
  return section(
    { class: 'card card-low', 'aria-labelledby': 'card-batch' },
    div(
      { class: 'card-head' },
      riskMark({ risk: 'low' }),
      span({ class: 'card-left' }, say('{length} together', { length: rows.length })),
    ),
    div(
      { class: 'card-body', tabIndex: 0, role: 'region', 'aria-label': say('What is asked') },
      trouble.value !== '' && div({ class: 'card-notice', role: 'alert' }, p({}, trouble.value)),
      h2(
        { class: 'card-intent', id: 'card-batch' },
        ...exactly(filled(cardTexts.batch.question, { count: rows.length, tool })),
      ),
      ...[...new Set(rows.flatMap(({ card }) => card.reasons))].map(reason =>
        p({ class: 'card-reason', dir: 'auto' }, ...readable(reason)),
      ),
      ol(
        { class: 'card-batch' },
        ...rows.map(({ id, card }) =>
          li(
            { key: id },
            span({ dir: 'auto' }, ...readableUnpadded(card.intent)),
            pre({ class: 'card-exact', dir: 'ltr' }, ...unpadded(card.exact)),
          ),
        ),
      ),
    ),
    div(
      { class: 'answers' },
      actButton({
        label: filled(cardTexts.batch.approve, { count: rows.length }),
        consequence: say('Each runs once, exactly as shown.'),
        tone: 'strong',
        onAct: () => answer('approve'),
      }),
      actButton({
        label: filled(cardTexts.batch.deny, { count: rows.length }),
        consequence: say('None of them runs.'),
        onAct: () => answer('deny'),
      }),
      button(
        { type: 'button', class: 'button', onClick: onSplit },
        span({ class: 'act-label' }, say('One by one')),
        span({ class: 'act-consequence' }, say('Each gets a card of its own.')),
      ),
    ),
  );
}
