/**
 * What the stream brings, for the parts of the page that listen: the events of the protocol by name (`batch`,
 * `journal`,
 * `chat`, `approval`, `turn`, `command`, `needs`, `budget`, `health`), and `fresh`: everything was read again, so what a
 * screen has fetched may be old.
 */

/** @typedef {{ readonly name: string, readonly id?: string | undefined, readonly data: any }} AgentEvent */

/** @type {Map<string, Set<(data: any) => void>>} */
const listeners = new Map();

/**
 * Calls back for each event of that name until the answer is called.
 * @param {string} name
 * @param {(data: any) => void} listener
 * @returns {() => void}
 */
export function listen(name, listener) {
  const known = listeners.get(name) ?? new Set();
  listeners.set(name, known.add(listener));
  return () => void known.delete(listener);
}

/**
 * @param {string} name
 * @param {any} data
 */
export function emit(name, data) {
  for (const listener of listeners.get(name) ?? []) listener(data);
}
