/** A Telegram account that wrote while a pairing code is waited for: let it in, or forget that it wrote. */
import { client } from '../../live/client.js';
import { actButton } from '../../parts/act-button.js';
import { glyph } from '../../parts/glyph.js';
import { component, dd, div, dl, dt, h2, section, span } from '../../parts/tags.js';
import { age, formatAge } from '../../parts/values/age.js';

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
      span({ class: 'risk ink-needs' }, glyph('needs'), span({ class: 'risk-word' }, 'Telegram account')),
      span({ class: 'card-left' }, 'waiting ', age({ since, format: formatAge })),
    ),
    div(
      { class: 'card-body', tabIndex: 0, role: 'region', 'aria-label': 'Who wrote' },
      h2({ class: 'card-intent', id: 'card-account', dir: 'auto' }, text),
      dl(
        { class: 'card-facts' },
        dt({}, 'Account'),
        dd({ class: 'mono' }, account),
        dt({}, 'If you allow it'),
        dd({}, 'It gives orders and answers requests as you do. Its name is its own choice, so compare the number.'),
      ),
    ),
    div(
      { class: 'answers' },
      actButton({
        ...{ label: 'Allow', consequence: 'This account may talk to the agent.', confirm: 'Allow this account' },
        tone: 'strong',
        onAct: () => client.accounts.allow({ account }).then(onAnswered),
      }),
      actButton({
        ...{ label: 'Not mine', consequence: 'Forgets that it wrote. It gets no answer.' },
        onAct: () => client.accounts.remove({ account }).then(onAnswered),
      }),
    ),
  );
}
