/** The name of an event as it is read: XState's own have a mark and what they are about. */
import { say } from '../../words/say.js';
import { span } from '../tags.js';

/**
 * `xstate.done.actor.model` is `✓ model`, `xstate.error.actor.model` is `✕ model`, a passed delay is `after backoff`.
 * @param {string} type
 * @returns {{ readonly mark?: '✓' | '✕' | '◷', readonly said?: string, readonly text: string }} `said`: the mark in a word, for screen readers
 */
export function readEventName(type) {
  const [, kind, name = ''] = /^xstate\.(done|error|after)\.(?:(?:actor|state)\.)?(.*)$/s.exec(type) ?? [];
  if (kind === 'done') return { mark: '✓', said: say('done:'), text: name };
  if (kind === 'error') return { mark: '✕', said: say('failed:'), text: name };
  // `after.backoff.session.thinking.backingOff`: the delay, then the state that waited
  if (kind === 'after') return { mark: '◷', said: say('after'), text: name.split('.', 1)[0] ?? name };
  return { text: type === 'xstate.init' ? 'start' : type };
}

/** @param {string} type */
export function eventName(type) {
  const { mark, said, text } = readEventName(type);
  return span(
    { class: `event${mark === '✕' ? ' event-failed' : ''}`, title: type },
    mark && span({ class: 'event-mark', 'aria-hidden': 'true' }, `${mark} `),
    said && span({ class: 'unseen' }, `${said} `),
    text,
  );
}
