/**
 * The HTTP interface of a running agent, as a page or a program uses it: requests with the token, and the stream of
 * events.
 */

import assert from 'node:assert/strict';
import { defined } from '../../../src/domain/text/json.ts';

/** One server-sent event. */
export interface WireEvent {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into events of every shape
  readonly data: any;
}

/** An open stream; what has come is kept until it is asked for. */
export interface WireStream {
  /** The next event of that name that fits; those before it are left behind. */
  until(name: string, fits?: (data: WireEvent['data']) => boolean): Promise<WireEvent['data']>;
  close(): void;
}

export interface Wire {
  readonly url: string;
  readonly token: string;
  /** The parsed answer of one request; with a body it is a POST. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  http(path: string, body?: object): Promise<{ readonly status: number; readonly json: any }>;
  stream(): Promise<WireStream>;
  /** Says something, waits for the end of its turn, and answers the report of it. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  say(session: string, text: string): Promise<any>;
  /**
   * Answers an approval of a report, once its card was put before the owner, with what its risk asks of a yes; `status`
   * 202 where it counts.
   */
  decide(
    // biome-ignore lint/suspicious/noExplicitAny: as above
    approval: any,
    decision: 'approve' | 'deny',
    // biome-ignore lint/suspicious/noExplicitAny: as above
  ): Promise<{ readonly status: number; readonly json: any }>;
}

let ids = 0;

/** An id such as a client makes. */
export function clientId(): string {
  ids += 1;
  return `flow-${process.pid}-${ids}`;
}

/** Speaks to the server at `url`. */
export function wireTo(url: string, token: string): Wire {
  const headers = { authorization: `Bearer ${token}` };

  const wire: Wire = {
    url,
    token,
    async http(path, body) {
      const response = await fetch(`${url}${path}`, {
        headers: { ...headers, ...defined({ 'content-type': body ? 'application/json' : undefined }) },
        method: body ? 'POST' : undefined,
        body: body ? JSON.stringify(body) : undefined,
      });
      return { status: response.status, json: await response.json() };
    },
    async stream() {
      const leaving = new AbortController();
      const response = await fetch(`${url}/api/stream?actor=*&feed=true`, { headers, signal: leaving.signal });
      assert.equal(response.status, 200);
      const events = eventsOf(response);
      const stream: WireStream = {
        async until(name, fits = () => true) {
          for (let event = await events.next(); !event.done; event = await events.next())
            if (event.value.name === name && fits(event.value.data)) return event.value.data;
          throw new Error(`the stream ended before a ${name} event that fits`);
        },
        close: () => leaving.abort(),
      };
      await stream.until('hello');
      return stream;
    },
    say(session, text) {
      const report = reportOf(wire, session, text);
      // a story that fails before it waits for this fails by its own reason
      report.catch(() => {});
      return report;
    },
    async decide(approval, decision) {
      const stream = await wire.stream();
      const { approvals } = (await wire.http('/api/approvals')).json;
      let now = approvals.find(({ id }: { id: string }) => id === approval.id);
      // Its turn may be over before the card has been put anywhere.
      if (now.card.expiresAt === undefined)
        now = (await stream.until('approval', data => data.approval.id === now.id && data.approval.card.expiresAt))
          .approval;
      stream.close();
      const { key, digest } = approval.card;
      const { risk, word: confirmation = 'yes' } = now.card;
      const confirmed = decision === 'approve' && risk !== 'low' ? { confirmation } : {};
      const body = { commandId: clientId(), decision, digest, rev: now.rev, ...confirmed };
      return wire.http(`/api/approvals/${key}/decision`, body);
    },
  };
  return wire;
}

async function reportOf(wire: Wire, session: string, text: string): Promise<WireEvent['data']> {
  const stream = await wire.stream();
  const said = await wire.http(`/api/sessions/${encodeURIComponent(session)}/messages`, {
    clientId: clientId(),
    text,
  });
  assert.equal(said.status, 202, JSON.stringify(said.json));
  const { report } = await stream.until('turn', data => data.report.turn === said.json.turn);
  stream.close();
  return report;
}

async function* eventsOf(response: Response): AsyncGenerator<WireEvent, undefined> {
  let rest = '';
  try {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = `${rest}${text}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
        const data = field('data');
        if (data !== undefined) yield { name: field('event') ?? '', data: JSON.parse(data) };
      }
    }
  } catch {
    // Closed by us, or Straylight has gone: either way there are no more events.
  }
}
