import { defined } from '../text/json.ts';
/**
 * What a step asked of the host, as its journal entry names it: an object with the word for what was asked as its first
 * key.
 *
 * Entries of older versions hold a sentence for each (`start recall recall session:web:main#2.0`); both are read.
 */

export type JournalRequest =
  /** A child was started: its id in the chart, the name of what runs, the address it got. */
  | { readonly start: string; readonly src: string; readonly address: string }
  /** The child of that id was ended. */
  | { readonly stop: string }
  /** A message was sent to that address: the type of its event. */
  | { readonly send: string; readonly event: string }
  /** The effect at that address got its abort signal. */
  | { readonly abort: string }
  /** A timer of that id was set. */
  | { readonly schedule: string }
  /** The writer of that name wrote: the row it wrote, if its params name one. */
  | { readonly write: string; readonly row?: string };

/** Reads the requests of a journal entry, as they are stored. */
export function readRequests(stored: string): readonly JournalRequest[] {
  if (stored === '[]') return [];
  return (JSON.parse(stored) as readonly (JournalRequest | string)[]).map(asRequest);
}

/** A request, also if an older version wrote it as a sentence. */
export function asRequest(stored: JournalRequest | string): JournalRequest {
  if (typeof stored !== 'string') return stored;
  const [what, name = '', second = '', third = ''] = stored.split(' ');
  switch (what) {
    case 'start':
      return { start: name, src: second, address: third };
    case 'stop':
      return { stop: name };
    case 'send':
      return { send: name, event: second };
    case 'abort':
      return { abort: name };
    case 'schedule':
      return { schedule: stored.slice('schedule '.length) };
    default: {
      const row = stored.slice('write '.length + name.length + 1);
      return { write: name, ...defined({ row: row === '' ? undefined : row }) };
    }
  }
}

/** A request as a line for a reader: `start recall recall session:web:main#2.0`, `send supervisor report.raised`. */
export function requestLine(request: JournalRequest): string {
  if ('start' in request) return `start ${request.start} ${request.src} ${request.address}`;
  if ('send' in request) return `send ${request.send} ${request.event}`;
  if ('write' in request) return `write ${request.write}${request.row === undefined ? '' : ` ${request.row}`}`;
  if ('stop' in request) return `stop ${request.stop}`;
  if ('abort' in request) return `abort ${request.abort}`;
  return `schedule ${request.schedule}`;
}
