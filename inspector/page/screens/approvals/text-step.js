/** A step of an answer that takes words: the word of a card, or a reason. */
import { useSignal } from '@preact/signals';
import { cardTexts } from '../../live/card-texts.js';
import { button, component, div, form, input, label, span } from '../../parts/tags.js';

/** @import { ComponentChildren } from 'preact' */

/**
 * @typedef {object} TextStepProps
 * @property {ComponentChildren} question
 * @property {string} verb
 * @property {string} [consequence]
 * @property {string} tone
 * @property {string | undefined} unavailable
 * @property {(text: string) => boolean} isGood
 * @property {(text: string) => void} onText
 * @property {() => void} onBack
 */

export const textStep = component(TextStep);

/** @param {TextStepProps} props */
function TextStep({ question, verb, consequence, tone, unavailable, isGood, onText, onBack }) {
  const typed = useSignal('');
  const text = typed.value.trim();
  const isReady = unavailable === undefined && isGood(text);
  return form(
    {
      class: 'answers answers-text',
      onSubmit: event => {
        event.preventDefault();
        if (isReady) onText(text);
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
        ref: focus,
        value: typed.value,
        onInput: event => {
          typed.value = event.currentTarget.value;
        },
        onKeyDown: event => {
          if (event.key === 'Escape') onBack();
        },
      }),
    ),
    div(
      { class: 'answer-row' },
      button(
        { type: 'submit', class: `button ${tone}`, disabled: !isReady, title: unavailable },
        span({ class: 'act-label' }, verb),
        consequence && span({ class: 'act-consequence' }, consequence),
      ),
      button({ type: 'button', class: 'button', onClick: onBack }, cardTexts.card.back),
    ),
  );
}

/** @param {HTMLInputElement | null} field */
function focus(field) {
  field?.focus();
}
