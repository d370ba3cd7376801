/**
 * What a screen reads for itself: when it is first shown, and again whenever the stream says that it may have
 * changed.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Refused } from './api.js';
import { listen } from './events.js';

/** Between two readings of the same thing. */
const restMs = 1_000;

/**
 * @template T
 * @typedef {object} Reading
 * @property {T | undefined} value what was read last, perhaps of something else; it stays while the next one is under way
 * @property {string | undefined} trouble why the last reading failed, as a sentence
 * @property {number} status of that failure; 0: there was no answer
 * @property {boolean} isStale the value is not (yet) what was asked for last
 * @property {() => Promise<void>} again reads it now
 */

/**
 * `of`: what the answer depends on; it is read again when that changes. `after`: the events of the stream after which
 * it is read again; always among them are `fresh`, and `command`: an act of the owner, from wherever, may change it.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {{ of?: string, after?: readonly string[] }} [options]
 * @returns {Reading<T>}
 */
export function useReading(ask, { of = '', after = [] } = {}) {
  const answer = useSignal(/** @type {{ of?: string, value?: T, trouble?: string, status: number }} */ ({ status: 0 }));
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
        const value = await ask();
        if (isWanted) answer.value = { of, value, status: 200 };
      } catch (thrown) {
        if (!(thrown instanceof Refused)) throw thrown;
        const { message: trouble, status } = thrown;
        if (isWanted) answer.value = { ...answer.peek(), of, trouble, status };
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
    const ends = ['fresh', 'command', ...after].map(name => listen(name, later));
    return () => {
      isWanted = false;
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [of]);
  const { value, trouble, status } = answer.value;
  return { value, trouble, status, isStale: answer.value.of !== of, again: () => again.current() };
}
