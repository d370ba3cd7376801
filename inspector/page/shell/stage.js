/**
 * The screen that the address names: loaded when first opened, announced by the window's title and by where the focus
 * goes.
 */
import { useSignal } from '@preact/signals';
import { h } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isLoaded, loadTrouble, needs } from '../live/agent.js';
import { emptyState, skeleton } from '../parts/lists/empty.js';
import { a, button, component, h1, main } from '../parts/tags.js';
import { href } from '../view/router.js';
import { loadScreen, screens } from '../view/screens.js';
import { viewed } from '../view/store.js';
import { say } from '../words/say.js';

/** @import { ScreenModule } from '../view/screens.js' */

const route = viewed(view => view.route);
const slowMs = 3_000;

export const stage = component(Stage);

function Stage() {
  const { name, params } = route.value;
  const entry = screens.find(screen => screen.name === name);
  const loaded = useSignal(/** @type {{ name: string, module?: ScreenModule } | undefined} */ (undefined));
  const attempt = useSignal(0);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const isFirst = useRef(true);
  const address = [name, ...params].join('/');

  useEffect(() => {
    if (!entry) return undefined;
    let isWanted = true;
    loadScreen(entry).then(
      module => {
        if (isWanted) loaded.value = { name, module };
      },
      thrown => {
        if (isWanted) loaded.value = { name };
        reportError(thrown);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [name, attempt.value]);

  useEffect(() => {
    if (!isFirst.current) place.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [address]);

  const module = entry?.module ?? (loaded.value?.name === name ? loaded.value.module : undefined);
  const title = module?.titleOf?.(params) ?? entry?.title ?? say('Not found');
  const waiting = needs.value.length;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Straylight`;
  }, [title, waiting]);

  return main(
    { class: `stage stage-${entry?.name ?? 'none'}`, tabIndex: -1, ref: place, 'aria-label': title },
    content(),
  );

  function content() {
    if (!entry)
      return emptyState(say('There is no such screen.'), a({ href: href('overview') }, say('Go to the Overview')));
    if (!isLoaded.value) return starting({});
    if (module) return h(module.Screen, { params, key: name });
    if (loaded.value?.name !== name) return skeleton();
    return [
      h1({ class: 'unseen' }, entry.title),
      emptyState(
        say('{title} could not be loaded.', { title: entry.title }),
        button({ type: 'button', class: 'button', onClick: () => (attempt.value += 1) }, say('Try again')),
      ),
    ];
  }
}

const starting = component(Starting);

/** Nothing has been read yet. */
function Starting() {
  const isSlow = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      isSlow.value = true;
    }, slowMs);
    return () => clearTimeout(timer);
  }, []);
  const trouble = loadTrouble.value;
  return [
    h1({ class: 'unseen' }, say('Starting')),
    skeleton(),
    (trouble || isSlow.value) &&
      emptyState(say('Still waiting for Straylight to answer.'), trouble ?? say('It may still be starting.')),
  ];
}
