/** A trouble that needs the owner: what was found, and what the owner may choose, the mildest first. */
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { glyph } from '../../parts/glyph.js';
import { troubleHead } from '../../parts/lists/trouble.js';
import { a, component, dd, div, dl, dt, h2, section, span } from '../../parts/tags.js';
import { age, formatAge } from '../../parts/values/age.js';
import { withCode } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';

/** @import { Choice } from '../../../../src/domain/supervision/remediation.ts' */
/** @import { IncidentItem } from './queue.js' */

export const incidentCard = component(IncidentCard);

/** @param {{ item: IncidentItem }} props */
function IncidentCard({ item: { need } }) {
  const { id, text, since, about, trouble, choices = [] } = need;
  const answer = (/** @type {Choice} */ choice) => client.actors.answer({ id, choice });
  return section(
    { class: 'card card-incident', 'aria-labelledby': 'card-incident' },
    div(
      { class: 'card-head' },
      span({ class: 'risk ink-failed' }, glyph('failed'), span({ class: 'risk-word' }, troubleHead(need))),
      span({ class: 'card-left' }, 'waiting ', age({ since, format: formatAge })),
    ),
    div(
      { class: 'card-body', tabIndex: 0, role: 'region', 'aria-label': 'What was found' },
      h2({ class: 'card-intent', id: 'card-incident', dir: 'auto' }, ...withCode(text)),
      dl(
        { class: 'card-facts' },
        // safe mode is about Straylight, not about the supervisor
        about !== undefined &&
          trouble !== 'unclean' && [
            dt({}, 'Actor'),
            dd({}, a({ class: 'link mono', href: href('actor', about) }, about)),
          ],
        dt({}, 'Incident'),
        dd({}, a({ class: 'link mono', href: href('actor', id) }, id)),
      ),
    ),
    div(
      { class: 'answers' },
      ...choices.map((choice, index) => {
        const { label, consequence, confirm } = words[choice];
        return actButton({
          key: choice,
          label,
          consequence,
          tone: index === 0 ? 'strong' : 'plain',
          ...(confirm === undefined ? {} : { confirm }),
          onAct: () => answer(choice),
        });
      }),
    ),
  );
}

/** In the words of the other channels. @type {Readonly<Record<Choice, { label: string, consequence: string, confirm?: string }>>} */
const words = {
  retry: { label: 'Try again', consequence: 'Repeats the same step.' },
  restart: { label: 'Restart where it stands', consequence: 'Continues from its last checkpoint.' },
  fresh: {
    label: 'Start afresh',
    consequence: 'Discards its state.',
    confirm: 'Forget and start',
  },
  cancel: { label: 'Cancel what runs', consequence: 'Ends what is running now. Everything else stays.' },
  stop: { label: 'Stop it', consequence: 'Ends it. It does not restart by itself.', confirm: 'End it for good' },
  release: { label: 'Release it', consequence: 'Lets it continue as it is.' },
  leave: { label: 'Leave it as it is', consequence: 'Does nothing. You are not asked about this again.' },
  go: { label: 'Go on', consequence: 'Ends safe mode. Unfinished work resumes.' },
};
