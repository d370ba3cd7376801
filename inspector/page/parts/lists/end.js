/**
 * The end of a list that grows. A list stays at its end until somebody scrolls up: that what stands around it has
 * grown, so that its end is out of sight for a moment, is no wish to stay.
 */

/** @param {number} nearPx so near is at the end */
export function listEnd(nearPx) {
  let isHeld = true;
  let top = 0;
  return {
    /** Whether the list stays at its end. */
    get isHeld() {
      return isHeld;
    },
    /** @param {HTMLElement} list */
    goTo(list) {
      isHeld = true;
      list.scrollTop = list.scrollHeight;
      top = list.scrollTop;
    },
    /** It was scrolled, or has another size. @param {HTMLElement} list */
    look(list) {
      const isNear = list.scrollHeight - list.scrollTop - list.clientHeight < nearPx;
      isHeld = isNear || (isHeld && list.scrollTop >= top);
      top = list.scrollTop;
    },
    /** It stays where it is. */
    leave() {
      isHeld = false;
    },
  };
}
