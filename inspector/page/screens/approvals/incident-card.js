/** A trouble that needs the owner: what was found, and what the owner may choose, the mildest first. */
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { glyph } from '../../parts/glyph.js';
import { troubleHead } from '../../parts/lists/trouble.js';
import { a, component, dd, div, dl, dt, h2, section, span } from '../../parts/tags.js';
import { age, formatAge } from '../../parts/values/age.js';
import { withCode } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';
import { say } from '../../words/say.js';

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
      span({ class: 'card-left' }, say('waiting '), age({ since, format: formatAge })),
    ),
    div(
      { class: 'card-body', tabIndex: 0, role: 'region', 'aria-label': say('What was found') },
      h2({ class: 'card-intent', id: 'card-incident', dir: 'auto' }, ...withCode(text)),
      dl(
        { class: 'card-facts' },
        // safe mode is about Straylight, not about the supervisor
        about !== undefined &&
          trouble !== 'unclean' && [
            dt({}, say('Actor')),
            dd({}, a({ class: 'link mono', href: href('actor', about) }, about)),
          ],
        dt({}, say('Incident')),
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
          confirm,
          onAct: () => answer(choice),
        });
      }),
    ),
  );
}

/** In the words of the other channels. @type {Readonly<Record<Choice, { label: string, consequence: string, confirm?: string }>>} */
const words = {
  retry: { label: say('Try again'), consequence: say('Repeats the same step.') },
  restart: { label: say('Restart where it stands'), consequence: say('Continues from its last checkpoint.') },
  fresh: {
    label: say('Start afresh'),
    consequence: say('Discards its state.'),
    confirm: say('Forget and start'),
  },
  cancel: { label: say('Cancel what runs'), consequence: say('Ends what is running now. Everything else stays.') },
  stop: {
    label: say('Stop it'),
    consequence: say('Ends it. It does not restart by itself.'),
    confirm: say('End it for good'),
  },
  release: { label: say('Release it'), consequence: say('Lets it continue as it is.') },
  leave: { label: say('Leave it as it is'), consequence: say('Does nothing. You are not asked about this again.') },
  go: { label: say('Go on'), consequence: say('Ends safe mode. Unfinished work resumes.') },
};
