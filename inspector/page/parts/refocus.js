/**
 * Where the focus goes when what had it is gone: a button that was pressed and is no longer there would leave it
 * nowhere, and the keyboard would begin again at the top of the page.
 */

/**
 * The places around something that goes: the first control of the nearest part of the page that stays.
 * @param {Element} gone
 * @returns {readonly (() => Element | null)[]}
 */
export function around(gone) {
  /** @type {Element[]} */
  const parts = [];
  for (let part = gone.parentElement; part && part !== document.body; part = part.parentElement) parts.push(part);
  return parts.map(part => () => part.querySelector('button:enabled, a[href], [tabindex="0"]'));
}

/**
 * To the first of these that is there and takes it, once the screen has been drawn; nowhere else has it by then.
 * @param {readonly (() => Element | null | undefined)[]} places
 */
export function refocus(places) {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement && document.activeElement !== document.body) return;
      for (const place of places) {
        const found = place();
        if (!(found instanceof HTMLElement) || !found.isConnected) continue;
        found.focus();
        if (document.activeElement === found) return;
      }
    }),
  );
}
