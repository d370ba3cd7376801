/** Port: where ended spans go. */
import type { TracerProvider } from '@opentelemetry/api';
import type { Span, Spanned, SpanPlace } from '../domain/supervision/span.ts';

export interface Telemetry {
  /** For libraries that make spans of their own. */
  readonly provider: TracerProvider;
  readonly spanned: Spanned;
  /** A span that has ended. */
  emit(span: Span): void;
  /**
   * Runs `work` so that what libraries and `spanned` make within it stands beneath `place`; without one it begins a
   * trace.
   */
  within<Result>(place: SpanPlace | undefined, work: () => Result): Result;
  /** Sends what is left, for at most `graceMs`. */
  close(graceMs: number): Promise<void>;
}
