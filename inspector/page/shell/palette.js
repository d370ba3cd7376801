/** The palette: jumps to any screen, actor or command by a few letters of its name. */
import { useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { roster } from '../live/actors.js';
import { isLoaded } from '../live/agent.js';
import { chip, wayTo } from '../parts/chip.js';
import { icon } from '../parts/icon.js';
import { lookOf } from '../parts/look.js';
import { dialog, div, input, li, span, ul } from '../parts/tags.js';
import { go } from '../view/router.js';
import { screens } from '../view/screens.js';
import { view } from '../view/store.js';
import { otherTheme } from '../view/theme.js';
import { earlyKeys } from './keyboard.js';

/** @import { ComponentChildren } from 'preact' */

/** @typedef {{ readonly key: string, readonly words: string, readonly icon: string, readonly show: ComponentChildren, readonly run: () => void }} Choice */

const most = 12;

export function Palette() {
  const frame = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const typed = useSignal('');
  const at = useSignal(0);
  const choices = useComputed(() => matching(typed.value));
  const close = () => view.trigger.paletteClosed();
  const take = (/** @type {Choice | undefined} */ choice) => {
    if (!choice) return;
    close();
    choice.run();
  };
  // before the next key can come: until it is shown, keyboard.js keeps them
  useLayoutEffect(() => {
    frame.current?.showModal();
    const keys = earlyKeys();
    for (const key of keys) {
      if (key.length === 1) typed.value += key;
      if (key === 'Backspace') typed.value = typed.value.slice(0, -1);
    }
    if (keys.at(-1) === 'Enter') take(choices.value[0]);
  }, []);
  const shown = choices.value;
  const current = Math.min(at.value, shown.length - 1);

  return dialog(
    {
      class: 'palette',
      ref: frame,
      'aria-label': 'Go to',
      onClose: close,
      onClick: event => event.target === frame.current && close(),
    },
    div(
      { class: 'palette-field' },
      icon('search'),
      input({
        type: 'text',
        role: 'combobox',
        placeholder: 'Screen, actor or command',
        'aria-label': 'Screen, actor or command',
        'aria-expanded': 'true',
        'aria-controls': 'palette-choices',
        'aria-activedescendant': shown[current] ? `choice-${current}` : undefined,
        autocomplete: 'off',
        spellcheck: false,
        value: typed.value,
        onInput: event => {
          typed.value = event.currentTarget.value;
          at.value = 0;
        },
        onKeyDown: event => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step) at.value = (current + step + shown.length) % Math.max(1, shown.length);
          if (event.key === 'Enter') take(shown[current]);
          if (step || event.key === 'Enter') event.preventDefault();
        },
      }),
    ),
    ul(
      { class: 'palette-choices', id: 'palette-choices', role: 'listbox', 'aria-label': 'Matches' },
      ...shown.map((choice, index) =>
        li(
          {
            key: choice.key,
            id: `choice-${index}`,
            role: 'option',
            'aria-selected': index === current ? 'true' : 'false',
            onPointerMove: () => {
              at.value = index;
            },
            onClick: () => take(choice),
          },
          icon(choice.icon),
          choice.show,
        ),
      ),
    ),
    shown.length === 0 && div({ class: 'palette-none' }, isLoaded.value ? 'No matches.' : 'Loading the actors…'),
  );
}

/**
 * Every word typed has to be in it; what begins with the first stands before what only holds it.
 * @param {string} typed
 * @returns {readonly Choice[]}
 */
function matching(typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const [first = ''] = words;
  return all()
    .filter(choice => words.every(word => choice.words.includes(word)))
    .map((choice, index) => ({ choice, rank: choice.words.startsWith(first) ? index : index + 100_000 }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ choice }) => choice);
}

/** @returns {readonly Choice[]} */
function all() {
  return [
    ...screens
      .filter(({ isOnRail }) => isOnRail)
      .map(({ name, title, key }) => ({
        key: name,
        words: title.toLowerCase(),
        icon: name,
        show: [
          span({ class: 'palette-name' }, title),
          key && span({ class: 'palette-more keys' }, `G ${key.toUpperCase()}`),
        ],
        run: () => go(name),
      })),
    ...roster.value.map(row => ({
      key: row.id,
      words: `${row.label} ${row.id}`.toLowerCase(),
      icon: 'actor',
      show: [
        span({ class: 'palette-name' }, row.label, span({ class: 'palette-kind' }, ` ${row.kind}`)),
        span({ class: 'palette-more' }, chip(lookOf(row), row.status === 'active' ? wayTo(row.leaf) : [row.status])),
      ],
      run: () => go('actor', row.id),
    })),
    ...commands.map(({ title, icon: iconName, run }) => ({
      key: title,
      words: title.toLowerCase(),
      icon: iconName,
      show: span({ class: 'palette-name' }, title),
      run,
    })),
  ];
}

const commands = [
  {
    title: 'Switch between light and dark',
    icon: 'dark',
    run: () => view.trigger.themeChosen({ theme: otherTheme() }),
  },
  { title: 'Use the system theme', icon: 'light', run: () => view.trigger.themeChosen({ theme: 'system' }) },
  {
    title: 'Switch between tree and groups',
    icon: 'supervisor',
    run: () => {
      view.trigger.treeToggled();
      go('overview');
    },
  },
  { title: 'Show the keys', icon: 'more', run: () => view.trigger.keysShown() },
  { title: 'Pause or resume the event stream', icon: 'pause', run: () => view.trigger.feedPauseToggled() },
];
