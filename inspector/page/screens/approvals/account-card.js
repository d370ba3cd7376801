/** A Telegram account that wrote while a pairing code is waited for: let it in, or forget that it wrote. */
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { glyph } from '../../parts/glyph.js';
import { component, dd, div, dl, dt, h2, section, span } from '../../parts/tags.js';
import { age, formatAge } from '../../parts/values/age.js';
import { say } from '../../words/say.js';

/** @import { AccountItem } from './queue.js' */

export const accountCard = component(AccountCard);

/** @param {{ item: AccountItem, onAnswered: () => void }} props */
function AccountCard({ item: { need }, onAnswered }) {
  const { id, text, since } = need;
  const account = id.slice('telegram:'.length);
  return section(
    { class: 'card', 'aria-labelledby': 'card-account' },
    div(
      { class: 'card-head' },
      span({ class: 'risk ink-needs' }, glyph('needs'), span({ class: 'risk-word' }, say('Telegram account'))),
      span({ class: 'card-left' }, say('waiting '), age({ since, format: formatAge })),
    ),
    div(
      { class: 'card-body', tabIndex: 0, role: 'region', 'aria-label': say('Who wrote') },
      h2({ class: 'card-intent', id: 'card-account', dir: 'auto' }, text),
      dl(
        { class: 'card-facts' },
        dt({}, say('Account')),
        dd({ class: 'mono' }, account),
        dt({}, say('If you allow it')),
        dd(
          {},
          say('It gives orders and answers requests as you do. Its name is its own choice, so compare the number.'),
        ),
      ),
    ),
    div(
      { class: 'answers' },
      actButton({
        label: say('Allow'),
        consequence: say('This account may talk to the agent.'),
        confirm: say('Allow this account'),
        tone: 'strong',
        onAct: () => client.accounts.allow({ account }).then(onAnswered),
      }),
      actButton({
        label: say('Not mine'),
        consequence: say('Forgets that it wrote. It gets no answer.'),
        onAct: () => client.accounts.remove({ account }).then(onAnswered),
      }),
    ),
  );
}
