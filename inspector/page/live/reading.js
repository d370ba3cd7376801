/**
 * What a screen reads for itself: asked when it is first shown, and anew whenever Straylight tells that it may have
 * changed.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ask, Refused } from './api.js';
import { listen } from './events.js';

/** Between two readings of the same thing. */
const restMs = 1_000;

/**
 * @template T
 * @typedef {object} Reading
 * @property {T | undefined} value what was read last, perhaps for another path; it stays while the next one is under way
 * @property {string | undefined} trouble why the last reading failed, as a sentence
 * @property {number} status of that failure; 0: there was no answer
 * @property {boolean} isStale the value is not (yet) that of this path
 * @property {() => Promise<void>} again reads it now
 */

/**
 * @template T
 * @param {string} path
 * @param {readonly string[]} [events] of the stream, after which it is read again; `fresh` is always among them
 * @returns {Reading<T>}
 */
export function useReading(path, events = []) {
  const answer = useSignal(
    /** @type {{ path: string, value?: T, trouble?: string, status: number }} */ ({ path: '', status: 0 }),
  );
  const again = useRef(async () => {});
  useEffect(() => {
    let isWanted = true;
    /** @type {Promise<void> | undefined} */
    let asking;
    let isDue = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const read = async () => {
      try {
        const value = await ask(path);
        if (isWanted) answer.value = { path, value, status: 200 };
      } catch (thrown) {
        if (!(thrown instanceof Refused)) throw thrown;
        const { message: trouble, status } = thrown;
        if (isWanted) answer.value = { ...answer.peek(), path, trouble, status };
      }
    };
    const now = () => {
      isDue = asking !== undefined;
      asking ??= read().finally(() => {
        asking = undefined;
        if (isDue) later();
      });
      return asking;
    };
    const later = () => {
      if (!isWanted) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void now();
      }, restMs);
    };
    again.current = now;
    void now();
    const ends = ['fresh', ...events].map(name => listen(name, later));
    return () => {
      isWanted = false;
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [path]);
  const { path: of, value, trouble, status } = answer.value;
  return { value, trouble, status, isStale: of !== path, again: () => again.current() };
}
