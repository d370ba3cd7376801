/** No token, or one that Straylight does not take: one field for the link. */
import { useSignal } from '@preact/signals';
import { isKnownHere } from '../live/proof.js';
import { keepToken, tokenIn, tokenRefused } from '../live/token.js';
import { icon } from '../parts/icon.js';
import { button, code, component, form, h1, input, label, main, p } from '../parts/tags.js';
import { say } from '../words/say.js';

export const tokenForm = component(TokenForm);

function TokenForm() {
  const pasted = useSignal('');
  const trouble = useSignal('');
  const open = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const given = tokenIn(pasted.value);
    if (given === undefined) {
      trouble.value = say('This is not a link to this address. A link ends with #t= and at least 43 characters.');
      return;
    }
    const isKnown = await isKnownHere(given).catch(() => undefined);
    if (isKnown) return keepToken(given);
    trouble.value =
      isKnown === undefined
        ? say('Straylight is not responding. Is it running?')
        : say('Straylight rejected this link. A link is valid until Straylight stops; get a new one.');
  };
  return main(
    { class: 'sign-in' },
    form(
      { class: 'sign-in-form', onSubmit: open },
      icon('logo', 34),
      h1({}, tokenRefused.value ? say('This link is no longer valid') : say('Open Straylight')),
      p(
        {},
        tokenRefused.value
          ? say('Straylight has restarted since, or another program answers at this address.')
          : say('This page shows everything your agent does. Only its owner can open it.'),
      ),
      label({ for: 'link' }, say('Paste the link from '), code({}, 'straylight ui')),
      input({
        id: 'link',
        type: 'password',
        autocomplete: 'off',
        spellcheck: false,
        autofocus: true,
        value: pasted.value,
        onInput: event => {
          pasted.value = event.currentTarget.value;
        },
        'aria-describedby': trouble.value === '' ? undefined : 'link-trouble',
        'aria-invalid': trouble.value === '' ? undefined : 'true',
      }),
      trouble.value !== '' && p({ id: 'link-trouble', class: 'act-trouble', role: 'alert' }, trouble.value),
      button({ type: 'submit', class: 'button strong' }, say('Open')),
    ),
  );
}
