/** The palette: jumps to any screen, conversation, actor or command by a few letters of its name. */

import { useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { roster } from '../live/actors.js';
import { canAct, isLoaded } from '../live/agent.js';
import { Refused } from '../live/api.js';
import { client } from '../live/client.js';
import {
  beginConversation,
  conversationName,
  currentSession,
  knownConversations,
  readConversationNames,
} from '../live/conversations.js';
import { chip, wayTo } from '../parts/chip.js';
import { icon } from '../parts/icon.js';
import { lookOf } from '../parts/look.js';
import { dialog, div, input, li, span, ul } from '../parts/tags.js';
import { age } from '../parts/values/age.js';
import { announce } from '../view/announce.js';
import { go } from '../view/router.js';
import { screens } from '../view/screens.js';
import { view } from '../view/store.js';
import { otherTheme } from '../view/theme.js';
import { agoText } from '../words/ages.js';
import { say } from '../words/say.js';
import { earlyKeys } from './keyboard.js';
import { switchNotifications } from './notifier.js';

/** @import { ComponentChildren } from 'preact' */
/** @import { ActorRow } from '../../../src/domain/supervision/view.ts' */

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
    void readConversationNames();
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
      'aria-label': say('Go to'),
      onClose: close,
      onClick: event => event.target === frame.current && close(),
    },
    div(
      { class: 'palette-field' },
      icon('search'),
      input({
        type: 'text',
        role: 'combobox',
        placeholder: say('Screen, chat, actor or command'),
        'aria-label': say('Screen, chat, actor or command'),
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
      { class: 'palette-choices', id: 'palette-choices', role: 'listbox', 'aria-label': say('Matches') },
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
    shown.length === 0 &&
      div({ class: 'palette-none' }, isLoaded.value ? say('No matches.') : say('Loading the actors…')),
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
  return all(words.length > 0)
    .filter(choice => words.every(word => choice.words.includes(word)))
    .map((choice, index) => ({ choice, rank: choice.words.startsWith(first) ? index : index + 100_000 }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, words.length > 0 ? most : undefined)
    .map(({ choice }) => choice);
}

/** @param {boolean} isNamed something was typed: actors are many, and are looked for by name @returns {readonly Choice[]} */
function all(isNamed) {
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
    ...commands.flatMap(({ title, also = '', icon: iconName, isOffered = () => true, run }) =>
      isOffered()
        ? [
            {
              key: title,
              words: `${title} ${also}`.toLowerCase(),
              icon: iconName,
              show: span({ class: 'palette-name' }, title),
              run,
            },
          ]
        : [],
    ),
    ...(isNamed ? [...conversationChoices(), ...roster.value.map(actorChoice)] : []),
  ];
}

/** @returns {readonly Choice[]} */
function conversationChoices() {
  return knownConversations().map(({ session, at }) => ({
    key: `chat ${session}`,
    words: `${conversationName(session)} ${session}`.toLowerCase(),
    icon: 'chat',
    show: [
      span({ class: 'palette-name' }, conversationName(session), span({ class: 'palette-kind' }, ' conversation')),
      span({ class: 'palette-more' }, at > 0 && age({ since: at, format: agoText })),
    ],
    run: () => go('chat', session),
  }));
}

/** @param {ActorRow} row @returns {Choice} */
function actorChoice(row) {
  return {
    key: row.id,
    words: `${row.label} ${row.id}`.toLowerCase(),
    icon: 'actor',
    show: [
      span({ class: 'palette-name' }, row.label, span({ class: 'palette-kind' }, ` ${row.kind}`)),
      span({ class: 'palette-more' }, chip(lookOf(row), row.status === 'active' ? wayTo(row.leaf) : [row.status])),
    ],
    run: () => go('actor', row.id),
  };
}

/** The conversation on the screen, or else the one the page speaks in. */
function shownSession() {
  const { name, params } = view.getSnapshot().context.route;
  return (name === 'chat' ? params[0] : undefined) ?? currentSession.value;
}

/** A turn of it runs. */
function isTurnRunning() {
  const row = roster.value.find(({ id }) => id === shownSession());
  return canAct.value && row?.status === 'active' && row.leaf !== 'idle';
}

/** @param {() => Promise<unknown>} act what was refused is said: nothing of the palette is left to show it */
function tried(act) {
  return () =>
    void act().catch(thrown => {
      if (!(thrown instanceof Refused)) throw thrown;
      announce(thrown.message);
    });
}

/** @typedef {{ readonly title: string, readonly also?: string, readonly icon: string, readonly isOffered?: () => boolean, readonly run: () => void }} Command `also`: more words it is found by */

/** @type {readonly Command[]} */
const commands = [
  {
    title: say('New conversation'),
    icon: 'chat',
    isOffered: () => canAct.value,
    run: tried(async () => go('chat', await beginConversation())),
  },
  {
    title: say('Stop the running turn'),
    icon: 'pause',
    isOffered: isTurnRunning,
    run: tried(async () => client.sessions.abort({ id: shownSession() ?? '' })),
  },
  {
    title: say('Switch between light and dark'),
    also: 'theme',
    icon: 'dark',
    run: () => view.trigger.themeChosen({ theme: otherTheme() }),
  },
  { title: say('Use the system theme'), icon: 'light', run: () => view.trigger.themeChosen({ theme: 'system' }) },
  { title: say('Notifications of this computer on or off'), icon: 'notify', run: () => void switchNotifications() },
  {
    title: say('Switch between tree and groups'),
    icon: 'supervisor',
    run: () => {
      view.trigger.treeToggled();
      go('overview');
    },
  },
  { title: say('Show the keys'), also: 'shortcuts help', icon: 'more', run: () => view.trigger.keysShown() },
  { title: say('Pause or resume the event stream'), icon: 'pause', run: () => view.trigger.feedPauseToggled() },
];
