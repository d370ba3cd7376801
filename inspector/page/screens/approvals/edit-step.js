/**
 * A step of an answer that changes the call: a field for each argument, as it would run. What is no text is written as
 * JSON. Enter is a new line; Ctrl or ⌘ with Enter submits.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Refused } from '../../live/api.js';
import { cardTexts } from '../../live/card-texts.js';
import { button, component, div, form, label, p, span, textarea } from '../../parts/tags.js';
import { exactly } from '../../parts/values/visible.js';
import { say } from '../../words/say.js';
import { argumentsOf } from './decide.js';

/** @import { ApprovalRow } from '../../../../src/domain/supervision/view.ts' */
/** @import { JsonObject } from '../../../../src/domain/text/json.ts' */

/**
 * @typedef {object} EditStepProps
 * @property {ApprovalRow} row
 * @property {string | undefined} unavailable
 * @property {(args: JsonObject) => void} onChanged
 * @property {() => void} onBack
 */

/** @typedef {{ readonly name: string, readonly isText: boolean, readonly was: string, readonly text: string }} Field */

export const editStep = component(EditStep);

/** @param {EditStepProps} props */
function EditStep({ row, unavailable, onChanged, onBack }) {
  const fields = useSignal(/** @type {readonly Field[] | undefined} */ (undefined));
  const trouble = useSignal('');
  const first = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useEffect(() => {
    argumentsOf(row).then(
      args => {
        fields.value = Object.entries(args).map(([name, value]) => fieldOf(name, value));
      },
      thrown => {
        if (!(thrown instanceof Refused)) throw thrown;
        trouble.value = thrown.message;
      },
    );
  }, []);
  useEffect(() => first.current?.focus(), [fields.value === undefined]);

  const all = fields.value ?? [];
  const broken = all.find(field => !field.isText && readField(field) === undefined);
  const isChanged = all.some(({ was, text }) => was !== text);
  const missing = broken
    ? say('{name} is not valid JSON.', { name: broken.name })
    : isChanged
      ? undefined
      : say('Nothing has changed yet.');
  const why = unavailable ?? missing;
  const write = (/** @type {number} */ at, /** @type {string} */ text) => {
    trouble.value = '';
    fields.value = all.map((field, index) => (index === at ? { ...field, text } : field));
  };
  return form(
    {
      class: 'answers answers-text',
      onSubmit: event => {
        event.preventDefault();
        if (why !== undefined) trouble.value = why;
        else onChanged(Object.fromEntries(all.map(field => [field.name, readField(field)])));
      },
    },
    trouble.value !== '' && p({ class: 'ink-failed', role: 'alert' }, trouble.value),
    div(
      { class: 'edit-fields' },
      ...all.map((field, index) =>
        label(
          { class: 'answer-field', key: field.name },
          span(
            { class: 'mono' },
            ...exactly(field.name),
            !field.isText && span({ class: 'edit-kind' }, say('as JSON')),
          ),
          textarea({
            ref: index === 0 ? first : null,
            rows: 1,
            dir: 'ltr',
            spellcheck: false,
            value: field.text,
            'aria-invalid': field === broken ? 'true' : undefined,
            onInput: event => write(index, event.currentTarget.value),
            onKeyDown: event => {
              if (event.key === 'Escape') onBack();
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
            },
          }),
        ),
      ),
    ),
    div(
      { class: 'answer-row' },
      button(
        { type: 'submit', class: 'button strong', 'aria-disabled': why !== undefined ? 'true' : undefined, title: why },
        span({ class: 'act-label' }, say('Submit the change')),
        span(
          { class: 'act-consequence' },
          broken
            ? missing
            : say('The original call is denied. The changed one is evaluated and sent for approval if needed.'),
        ),
      ),
      button({ type: 'button', class: 'button', onClick: onBack }, cardTexts.card.back),
    ),
  );
}

/** @param {string} name @param {unknown} value @returns {Field} */
function fieldOf(name, value) {
  const isText = typeof value === 'string';
  const text = isText ? value : JSON.stringify(value, null, 2);
  return { name, isText, was: text, text };
}

/** Undefined: it is none. @param {Field} field */
function readField({ isText, text }) {
  if (isText) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
