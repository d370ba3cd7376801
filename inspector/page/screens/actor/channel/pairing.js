/** Who may talk on Telegram: the accounts that were paired, and a code for another one. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { health } from '../../../live/agent.js';
import { client } from '../../../live/client.js';
import { listen } from '../../../live/events.js';
import { useReading } from '../../../live/reading.js';
import { actButton } from '../../../parts/act-button.js';
import { copyButton } from '../../../parts/copy-button.js';
import { a, b, code, component, div, li, p, section, span, ul } from '../../../parts/tags.js';
import { age, formatLeft } from '../../../parts/values/age.js';
import { readable } from '../../../parts/values/visible.js';
import { href } from '../../../view/router.js';
import { agoText } from '../../../words/ages.js';
import { say } from '../../../words/say.js';

/** @import { ActorRow } from '../../../../../src/domain/supervision/view.ts' */

/** The channel that accounts are paired with. */
export const pairedChannel = 'channel:telegram';

export const pairing = component(Pairing);

function Pairing() {
  /** The code is nowhere but here, until the page is left. */
  const made = useSignal(/** @type {{ code: string, expiresAt: number } | undefined} */ (undefined));
  const { value, trouble, again } = useReading(() => client.accounts.list(), { after: ['needs'] });
  useEffect(
    () =>
      // the supervisor is told of each account that comes and goes
      listen('batch', ({ rows }) => {
        if (rows.some((/** @type {ActorRow} */ { id }) => id === 'supervisor')) void again();
      }),
    [],
  );
  if (trouble !== undefined) return p({ class: 'actor-trouble', role: 'alert' }, trouble);
  if (!value) return null;
  const { accounts, requests, hasOwner, closed } = value;
  const isWaiting = value.pairing !== undefined && made.value !== undefined;
  return section(
    { class: 'pairing', 'aria-label': say('Accounts') },
    div(
      { class: 'pairing-words' },
      !hasOwner && p({}, b({}, say('No account may talk to the agent yet.')), say(' Pair yours with a code.')),
      accounts.length > 0 &&
        ul(
          { class: 'pairing-accounts' },
          ...accounts.map(({ account, name, at }) =>
            li(
              { key: account },
              span({ dir: 'auto' }, ...readable(name), span({ class: 'mono pairing-number' }, ` ${account}`)),
              span({ class: 'pairing-since' }, say('paired '), age({ since: at, format: agoText })),
              actButton({
                label: say('Remove'),
                confirm: say('Remove it'),
                tone: 'link',
                onAct: () => client.accounts.remove({ account }).then(again),
              }),
            ),
          ),
        ),
      isWaiting && made.value && waiting(made.value),
      made.value && !value.pairing && hasOwner && p({}, say('The code was used, or its time is over.')),
      requests.length > 0 &&
        p(
          {},
          requests.length === 1
            ? say('An account wrote meanwhile: ')
            : say('{length} accounts wrote meanwhile: ', { length: requests.length }),
          a({ class: 'link', href: href('approvals') }, 'answer'),
        ),
      closed !== undefined && hasOwner && p({ class: 'section-note' }, `${closed}.`),
    ),
    closed === undefined &&
      actButton({
        label: isWaiting ? say('Make another code') : say('Make a pairing code'),
        consequence: isWaiting ? say('The one before no longer counts.') : say('It holds for 15 min, and once.'),
        tone: hasOwner || isWaiting ? 'plain' : 'strong',
        onAct: async () => {
          const { code: text, expiresAt } = await client.accounts.pair({});
          made.value = { code: text, expiresAt };
          await again();
        },
      }),
  );
}

/** @param {{ code: string, expiresAt: number }} made */
function waiting({ code: text, expiresAt }) {
  const bot = health.value?.channels.find(({ name }) => name === 'telegram');
  const order = `/start ${text}`;
  return div(
    { class: 'pairing-code', role: 'status' },
    p(
      {},
      say('Send this to '),
      bot?.state === 'online' && bot.detail ? b({}, bot.detail) : say('your bot'),
      say(' on Telegram:'),
    ),
    p(
      { class: 'pairing-order' },
      code({}, order),
      copyButton(() => order, { what: say('the message') }),
    ),
    p(
      { class: 'section-note' },
      say('It counts once, for another '),
      age({ since: expiresAt, format: formatLeft }),
      '.',
    ),
  );
}
