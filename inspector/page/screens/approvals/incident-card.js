/** A trouble that nothing helped: what was found, and what the owner may choose, the mildest first. */
import { act } from '../../live/api.js';
import { actButton } from '../../parts/act-button.js';
import { age, formatAge } from '../../parts/age.js';
import { glyph } from '../../parts/glyph.js';
import { a, component, dd, div, dl, dt, h2, section, span } from '../../parts/tags.js';
import { readable } from '../../parts/visible.js';
import { href } from '../../view/router.js';

/** @import { Choice } from '../../../../src/machines/domain/remediation.ts' */
/** @import { IncidentItem } from './queue.js' */

export const incidentCard = component(IncidentCard);

/** @param {{ item: IncidentItem }} props */
function IncidentCard({ item: { need } }) {
  const { id, text, since, choices = [] } = need;
  const answer = (/** @type {Choice} */ choice) => act(`/api/incidents/${encodeURIComponent(id)}/answer`, { choice });
  return section(
    { class: 'card card-incident', 'aria-labelledby': 'card-incident' },
    div(
      { class: 'card-head' },
      span({ class: 'risk ink-failed' }, glyph('failed'), span({ class: 'risk-word' }, 'Nothing helped')),
      span({ class: 'card-left' }, 'waiting ', age({ since, format: formatAge })),
    ),
    div(
      { class: 'card-body', tabIndex: 0, role: 'region', 'aria-label': 'What was found' },
      h2({ class: 'card-intent', id: 'card-incident', dir: 'auto' }, ...readable(text)),
      dl({ class: 'card-facts' }, dt({}, 'Incident'), dd({}, a({ class: 'link mono', href: href('actor', id) }, id))),
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

/** @type {Readonly<Record<Choice, { label: string, consequence: string, confirm?: string }>>} */
const words = {
  retry: { label: 'Try once more', consequence: 'The same is done again.' },
  restart: { label: 'Restart', consequence: 'It goes on from its last checkpoint.' },
  fresh: {
    label: 'Start from the beginning',
    consequence: 'It forgets where it stood.',
    confirm: 'Forget and start',
  },
  cancel: { label: 'Cancel what runs', consequence: 'What is under way ends now; all else stays as it is.' },
  stop: { label: 'Stop it', consequence: 'It ends here and does not come back by itself.', confirm: 'End it for good' },
  release: { label: 'Release', consequence: 'It is let go on as it is.' },
  leave: { label: 'Leave it', consequence: 'Nothing is done, and you are not asked again about this.' },
  go: { label: 'Go on', consequence: 'Safe mode ends: what was half done when the house died goes on.' },
};
