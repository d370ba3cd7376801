/**
 * Notifications of this computer when something begins to wait for the owner while the page is not looked at. They say
 * how much waits, and never what: they stand on a locked screen too.
 */
import { needs } from '../live/agent.js';
import { announce } from '../view/announce.js';
import { view, viewed } from '../view/store.js';
import { say } from '../words/say.js';

const isWanted = viewed(context => context.notifies);

/** Those that were there before: a reload is no news. @type {ReadonlySet<string> | undefined} */
let known;

/** Watches from now on. */
export function openNotifier() {
  needs.subscribe(waiting => {
    const before = known;
    known = new Set(waiting.map(({ id }) => id));
    const isNews = before !== undefined && waiting.some(({ id }) => !before.has(id));
    if (!isNews || !isWanted.peek() || !document.hidden || Notification.permission !== 'granted') return;
    const words =
      waiting.length === 1
        ? say('One item is waiting for you.')
        : say('{length} items are waiting for you.', { length: waiting.length });
    // the tabs of a browser show the same one
    const shown = new Notification('Straylight', { body: words, tag: 'straylight-needs' });
    shown.addEventListener('click', () => {
      focus();
      shown.close();
    });
  });
}

/** Asks the browser first where it has not been asked. */
export async function switchNotifications() {
  if (isWanted.peek()) {
    view.trigger.notificationsChosen({ on: false });
    announce(say('Notifications are off.'));
    return;
  }
  const isAllowed = (await Notification.requestPermission()) === 'granted';
  view.trigger.notificationsChosen({ on: isAllowed });
  announce(isAllowed ? say('Notifications are on.') : say('The browser does not allow notifications of this page.'));
}
