/** A collector on a loopback port: takes OTLP/HTTP as JSON, and reads it as strictly as the protocol is written. */
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** One span as it arrived. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1 internal, 3 client. */
  readonly kind: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** 0 unset, 1 ok, 2 error. */
  readonly status: number;
  readonly scope: string;
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Every body as it came. */
  readonly bodies: readonly string[];
  readonly headers: readonly IncomingHttpHeaders[];
  /** Resolves with the first span that fits, now or later. */
  until(fits: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  close(): Promise<void>;
}

/** `answer`: the status of every answer, or never one. */
export async function collector(answer: number | 'never' = 200): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const whole = Buffer.concat(chunks);
      const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(whole) : whole).toString();
      bodies.push(body);
      headers.push(request.headers);
      if (request.url === '/v1/traces' && answer === 200) spans.push(...spansIn(body));
      for (const look of waiting) look();
      if (answer === 'never') return;
      response.writeHead(answer, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers,
    until: fits =>
      new Promise(resolve => {
        const look = () => {
          const found = spans.find(fits);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface KeyValue {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly intValue?: number | string;
    readonly doubleValue?: number;
    readonly boolValue?: boolean;
    readonly arrayValue?: unknown;
  };
}

function spansIn(body: string): readonly ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    readonly resourceSpans: readonly {
      readonly resource: { readonly attributes: readonly KeyValue[] };
      readonly scopeSpans: readonly {
        readonly scope: { readonly name: string };
        readonly spans: readonly {
          readonly traceId: string;
          readonly spanId: string;
          readonly parentSpanId?: string;
          readonly name: string;
          readonly kind: number;
          readonly startTimeUnixNano: string;
          readonly endTimeUnixNano: string;
          readonly attributes: readonly KeyValue[];
          readonly events?: readonly unknown[];
          readonly status: { readonly code?: number; readonly message?: string };
        }[];
      }[];
    }[];
  };
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) =>
      spans.map(span => {
        assert.match(span.traceId, /^[0-9a-f]{32}$/);
        assert.match(span.spanId, /^[0-9a-f]{16}$/);
        assert.match(span.parentSpanId ?? '0'.repeat(16), /^[0-9a-f]{16}$/);
        assert.deepEqual(span.events ?? [], []);
        assert.equal(span.status.message ?? '', '');
        const [startMs, endMs] = [span.startTimeUnixNano, span.endTimeUnixNano].map(nano => Number(nano) / 1e6);
        assert.ok(startMs !== undefined && endMs !== undefined && endMs >= startMs, span.name);
        return {
          traceId: span.traceId,
          spanId: span.spanId,
          name: span.name,
          kind: span.kind,
          startMs,
          endMs,
          parentSpanId: span.parentSpanId,
          attributes: plain(span.attributes),
          status: span.status.code ?? 0,
          scope: scope.name,
          resource: plain(resource.attributes),
        };
      }),
    ),
  );
}

function plain(pairs: readonly KeyValue[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    pairs.map(({ key, value: { stringValue, intValue, doubleValue, boolValue, arrayValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? (doubleValue ?? boolValue ?? arrayValue) : Number(intValue)),
    ]),
  );
}
