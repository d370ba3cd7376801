/** Says that what is on the screen is no longer what is: since when, and when it is tried again. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isLoaded, isReadOnly } from '../live/agent.js';
import { link, retryNow } from '../live/link.js';
import { icon } from '../parts/icon.js';
import { button, component, section, span } from '../parts/tags.js';
import { clockTime, formatAge } from '../parts/values/age.js';
import { announce } from '../view/announce.js';

/** Its name as a landmark. */
const bar = 'Connection to Straylight';

export const linkBar = component(LinkBar);

function LinkBar() {
  const { state, since, retryAt } = link.value;
  const isLost = state === 'lost' && isLoaded.value;
  const now = useSignal(Date.now());
  useEffect(() => {
    if (!isLost) return undefined;
    announce('Connection lost. What you see may be out of date.');
    const timer = setInterval(() => {
      now.value = Date.now();
    }, 500);
    return () => {
      clearInterval(timer);
      announce('Connected again.');
    };
  }, [isLost]);
  if (!isLost)
    return isReadOnly.value
      ? section({ class: 'bar-line bar-quiet', 'aria-label': bar }, 'This page is read-only.')
      : null;
  const waitMs = retryAt === undefined ? 0 : retryAt - now.value;
  return section(
    { class: 'bar-line bar-lost', 'aria-label': bar },
    icon('incident', 16),
    span(
      {},
      `Disconnected since ${clockTime(since)}, ${waitMs > 0 ? `retrying in ${formatAge(waitMs + 999, true)}` : 'retrying now'}`,
    ),
    button({ type: 'button', class: 'button small', onClick: retryNow }, 'Try now'),
  );
}
