/** The children of an actor, and the messages it sent and received: read from what its steps asked of the host. Pure. */
/** @import { JournalEntry } from '../../../../../src/domain/supervision/view.ts' */

/**
 * @typedef {{ readonly childId: string, readonly src: string, readonly address: string, readonly at: number, readonly end?: { readonly at: number, readonly how: 'done' | 'failed' | 'stopped' } }} Child
 * @typedef {{ readonly seq: number, readonly at: number, readonly type: string, readonly other: string, readonly isSent: boolean }} Letter
 */

/**
 * Newest last. A child whose beginning lies before the first entry is not known.
 * @param {readonly JournalEntry[]} entries
 * @returns {readonly Child[]}
 */
export function childrenIn(entries) {
  /** @type {Child[]} */
  const children = [];
  for (const { at, event, requests = [] } of entries) {
    const [, how, ended] = /^xstate\.(done|error)\.actor\.(.+)$/s.exec(event.type) ?? [];
    if (ended !== undefined) close(ended, event['from'], at, how === 'done' ? 'done' : 'failed');
    for (const request of requests) {
      if ('start' in request) children.push({ childId: request.start, src: request.src, address: request.address, at });
      if ('stop' in request) close(request.stop, undefined, at, 'stopped');
    }
    if (event.type === 'host.stopped') for (const child of children) close(child.childId, child.address, at, 'stopped');
  }
  return children;

  /** @param {string} childId @param {unknown} address @param {number} at @param {'done' | 'failed' | 'stopped'} how */
  function close(childId, address, at, how) {
    const index = children.findLastIndex(
      child =>
        child.childId === childId &&
        child.end === undefined &&
        (typeof address !== 'string' || child.address === address),
    );
    const child = children[index];
    if (child) children[index] = { ...child, end: { at, how } };
  }
}

/**
 * Oldest first.
 * @param {readonly JournalEntry[]} entries
 * @returns {readonly Letter[]}
 */
export function messagesIn(entries) {
  return entries.flatMap(({ seq, at, event, source, requests = [] }) => {
    const received = source === undefined ? [] : [{ seq, at, type: event.type, other: source, isSent: false }];
    const sent = requests.flatMap(request =>
      'send' in request ? [{ seq, at, type: request.event, other: request.send, isSent: true }] : [],
    );
    return [...received, ...sent];
  });
}
