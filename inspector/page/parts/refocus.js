/**
 * Where the focus goes when what had it is gone: a button that was pressed and is no longer there would leave it
 * nowhere, and the keyboard would begin again at the top of the page.
 */

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
