/** Says that what is on the screen is no longer what is: since when, and when it is tried again. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isLoaded, isReadOnly } from '../live/agent.js';
import { link, retryNow } from '../live/link.js';
import { icon } from '../parts/icon.js';
import { button, component, section, span } from '../parts/tags.js';
import { clockTime, formatAge } from '../parts/values/age.js';
import { announce } from '../view/announce.js';
import { say } from '../words/say.js';

/** Its name as a landmark. */
const bar = say('Connection to Straylight');

export const linkBar = component(LinkBar);

function LinkBar() {
  const { state, since, retryAt } = link.value;
  const isLost = state === 'lost' && isLoaded.value;
  const now = useSignal(Date.now());
  useEffect(() => {
    if (!isLost) return undefined;
    announce(say('Connection lost. What you see may be out of date.'));
    const timer = setInterval(() => {
      now.value = Date.now();
    }, 500);
    return () => {
      clearInterval(timer);
      announce(say('Connected again.'));
    };
  }, [isLost]);
  if (!isLost)
    return isReadOnly.value
      ? section({ class: 'bar-line bar-quiet', 'aria-label': bar }, say('This page is read-only.'))
      : null;
  const waitMs = retryAt === undefined ? 0 : retryAt - now.value;
  return section(
    { class: 'bar-line bar-lost', 'aria-label': bar },
    icon('incident', 16),
    span(
      {},
      say('Disconnected since {since}, {value}', {
        since: clockTime(since),
        value:
          waitMs > 0 ? say('retrying in {waitMs}', { waitMs: formatAge(waitMs + 999, true) }) : say('retrying now'),
      }),
    ),
    button({ type: 'button', class: 'button small', onClick: retryNow }, say('Try now')),
  );
}
