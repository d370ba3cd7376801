/** Everything that is on the screen: the rail, the screen, and what lies over them. */
import { signal } from '@preact/signals';
import { h } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isLoaded, needs } from '../live/agent.js';
import { isLive } from '../live/link.js';
import { token } from '../live/token.js';
import { component, div } from '../parts/tags.js';
import { announce } from '../view/announce.js';
import { view, viewed } from '../view/store.js';
import { say } from '../words/say.js';
import { linkBar } from './link-bar.js';
import { rail } from './rail.js';
import { stage } from './stage.js';
import { tokenForm } from './token-form.js';

/** @import { ComponentType } from 'preact' */

/** What lies over the screen; each is loaded when it is first opened. */
const isPaletteOpen = viewed(view => view.isPaletteOpen);
const palette = signal(/** @type {ComponentType<{}> | undefined} */ (undefined));
const areKeysShown = viewed(view => view.areKeysShown);
const keysList = signal(/** @type {typeof import('./keys-list.js').keysList | undefined} */ (undefined));

export function App() {
  const isWanted = isPaletteOpen.value;
  useEffect(() => {
    if (isWanted && !palette.value)
      void import('./palette.js').then(
        ({ Palette }) => {
          palette.value = Palette;
        },
        () => view.trigger.paletteClosed(),
      );
  }, [isWanted]);
  useEffect(() => {
    if (areKeysShown.value && !keysList.value)
      void import('./keys-list.js').then(loaded => {
        keysList.value = loaded.keysList;
      });
  }, [areKeysShown.value]);
  if (token.value === undefined) return tokenForm({});
  return div(
    { class: 'frame', 'data-link': isLive.value ? 'live' : isLoaded.value ? 'lost' : 'starting' },
    rail({}),
    div({ class: 'beside' }, linkBar({}), stage({})),
    needsTeller({}),
    isWanted && palette.value && h(palette.value, {}),
    areKeysShown.value && keysList.value?.({}),
  );
}

const needsTeller = component(NeedsTeller);

/** Announces to screen readers how much waits for the owner, whenever that changes. */
function NeedsTeller() {
  const count = needs.value.length;
  const before = useRef(0);
  useEffect(() => {
    if (count === 0 && before.current > 0) announce(say('Nothing is waiting for you.'));
    before.current = count;
    if (count > 0)
      announce(
        count === 1 ? say('One item is waiting for you.') : say('{count} items are waiting for you.', { count }),
      );
  }, [count]);
  return null;
}
