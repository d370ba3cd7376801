/**
 * Spans to an OpenTelemetry collector, over OTLP/HTTP.
 *
 * Loaded only where an endpoint is set: the libraries behind it cost more than a start should. A span is queued when it
 * ends and sent in batches; what cannot be sent is dropped and said in the log, and nothing ever waits for it.
 */
import { type Context, context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  type ReadableSpan,
  TracerProvider as SdkTracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { toFailure } from '../../domain/supervision/failure.ts';
import { failureOf, type SpanPlace, type SpanTopic } from '../../domain/supervision/span.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Telemetry } from '../../ports/telemetry.ts';

export interface TelemetryOptions {
  /** Where traces go, whole: `http://127.0.0.1:4318/v1/traces`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
  /** Names this process. */
  readonly instance: string;
  readonly clock: Clock;
  /** The redactor: the last look at every text before it leaves. */
  readonly redact: (text: string) => string;
  /** Spans could not be sent; told once until they can again. */
  readonly onTrouble: (text: string) => void;
  /** How long a span waits for others, in milliseconds. */
  readonly delayMs?: number;
}

/** More spans than this wait for the collector at once; further ones are dropped. */
const mostWaiting = 8_192;

export function openTelemetry(options: TelemetryOptions): Telemetry {
  const ids = chosenIds();
  const provider = new SdkTracerProvider({
    // what the environment says of the resource wins (OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES)
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': 'straylight',
          'service.version': options.version,
          'service.instance.id': options.instance,
        }),
      )
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    idGenerator: ids,
    spanLimits: { attributeValueLengthLimit: 400 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: cleanExporter(
          new OTLPTraceExporter({ url: options.url, headers: { ...options.headers } }),
          options.redact,
          options.onTrouble,
        ),
        maxQueueSize: mostWaiting,
        scheduledDelayMillis: options.delayMs ?? 2_000,
        exportTimeoutMillis: 10_000,
      }),
    ],
  });
  const tracer = provider.getTracer('straylight', options.version);
  const manager = new AsyncLocalStorageContextManager().enable();
  const isOurs = context.setGlobalContextManager(manager);

  return {
    provider,
    spanned: ({ topic, name, attributes }, work) =>
      tracer.startActiveSpan(name, { kind: kindOf(topic), attributes }, async span => {
        try {
          return await work(more => void span.setAttributes(more));
        } catch (error) {
          span.setAttribute('error.type', toFailure(error).kind);
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      }),
    emit({ traceId, spanId, parentSpanId, topic, name, startedAt, endedAt, attributes }) {
      ids.next = { traceId, spanId };
      const span = tracer.startSpan(
        name,
        { kind: kindOf(topic), startTime: startedAt, attributes },
        parentSpanId === undefined ? ROOT_CONTEXT : beneath({ traceId, spanId: parentSpanId }),
      );
      ids.next = undefined;
      if (failureOf({ attributes }) !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endedAt);
    },
    within: (place, work) => context.with(place ? beneath(place) : ROOT_CONTEXT, work),
    async close(graceMs) {
      await new Promise<void>(resolve => {
        const cancel = options.clock.after(graceMs, resolve);
        provider
          .shutdown()
          .catch(() => {})
          .finally(() => {
            cancel();
            resolve();
          });
      });
      if (isOurs) context.disable();
    },
  };
}

function kindOf(topic: SpanTopic): SpanKind {
  return topic === 'model' ? SpanKind.CLIENT : SpanKind.INTERNAL;
}

function beneath(place: SpanPlace): Context {
  return trace.setSpanContext(ROOT_CONTEXT, { ...place, traceFlags: TraceFlags.SAMPLED });
}

/** Ids of our own for the spans that have some, random ones for all others. */
function chosenIds(): IdGenerator & { next?: SpanPlace | undefined } {
  const random = new RandomIdGenerator();
  return {
    next: undefined,
    generateSpanId() {
      return this.next?.spanId ?? random.generateSpanId();
    },
    generateTraceId() {
      return this.next?.traceId ?? random.generateTraceId();
    },
  };
}

/**
 * What leaves: texts without secrets, no words about an error and no events, since libraries put what was said into
 * both.
 */
function cleanExporter(
  exporter: SpanExporter,
  redact: (text: string) => string,
  onTrouble: (text: string) => void,
): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(
        spans.map(span => cleaned(span, redact)),
        result => {
          const { error } = result;
          if (error && !isFailing) onTrouble(redact(error.message));
          isFailing = error !== undefined;
          done(result);
        },
      );
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function cleaned(span: ReadableSpan, redact: (text: string) => string): ReadableSpan {
  const attributes = Object.fromEntries(
    Object.entries(span.attributes).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  );
  return Object.create(span, {
    name: { value: redact(span.name), enumerable: true },
    attributes: { value: attributes, enumerable: true },
    status: { value: { code: span.status.code }, enumerable: true },
    events: { value: [], enumerable: true },
  }) as ReadableSpan;
}
