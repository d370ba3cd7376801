/**
 * A step of an answer that takes words: the word of a card, or a reason. What is typed was typed after the step came
 * up, so Enter counts at once. Its button is never `disabled` for want of words: a browser would drop Enter in silence.
 */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { cardTexts } from '../../live/card-texts.js';
import { button, component, div, form, input, label, p, span } from '../../parts/tags.js';

/** @import { ComponentChildren } from 'preact' */

/**
 * @typedef {object} TextStepProps
 * @property {ComponentChildren} question
 * @property {string} verb
 * @property {string} [consequence]
 * @property {string} tone
 * @property {string | undefined} unavailable
 * @property {(text: string) => boolean} isGood
 * @property {string} missing what is said where it is not good yet
 * @property {(text: string) => void} onText
 * @property {() => void} onBack
 */

export const textStep = component(TextStep);

/** @param {TextStepProps} props */
function TextStep({ question, verb, consequence, tone, unavailable, isGood, missing, onText, onBack }) {
  const typed = useSignal('');
  const trouble = useSignal('');
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useLayoutEffect(() => field.current?.focus(), []);
  const why = unavailable ?? (isGood(typed.value.trim()) ? undefined : missing);
  return form(
    {
      class: 'answers answers-text',
      onSubmit: event => {
        event.preventDefault();
        const text = field.current?.value.trim() ?? '';
        if (unavailable === undefined && isGood(text)) return onText(text);
        trouble.value = unavailable ?? missing;
        field.current?.focus();
      },
    },
    label(
      { class: 'answer-field' },
      span({}, question),
      input({
        type: 'text',
        dir: 'auto',
        autocomplete: 'off',
        autocapitalize: 'off',
        spellcheck: false,
        maxLength: 2_000,
        ref: field,
        value: typed.value,
        'aria-describedby': trouble.value === '' ? undefined : 'text-step-trouble',
        onInput: event => {
          typed.value = event.currentTarget.value;
          trouble.value = '';
        },
        onKeyDown: event => {
          if (event.key === 'Escape') onBack();
        },
      }),
    ),
    trouble.value !== '' && p({ class: 'ink-failed', id: 'text-step-trouble', role: 'alert' }, trouble.value),
    div(
      { class: 'answer-row' },
      button(
        {
          type: 'submit',
          class: `button ${tone}`,
          'aria-disabled': why !== undefined ? 'true' : undefined,
          title: why,
        },
        span({ class: 'act-label' }, verb),
        consequence && span({ class: 'act-consequence' }, consequence),
      ),
      button({ type: 'button', class: 'button', onClick: onBack }, cardTexts.card.back),
    ),
  );
}
