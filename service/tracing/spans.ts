import { context, INVALID_SPAN_CONTEXT, propagation, trace } from '@opentelemetry/api';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Attributes, Context, Span, SpanOptions, Tracer } from '@opentelemetry/api';

let tracer: Tracer | undefined;

/** What work gets while nobody wants spans. */
const noSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Makes spans from now on, by the provider that is registered. Until then a step costs nothing. */
export function makeSpans(): void {
  tracer = trace.getTracer('altscribe');
}

/** Whether anybody wants spans. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/**
 * Does one step of a call in a span of its own. Attributes hold no personal data and nothing that a
 * caller sent: traces go to other systems. Of an error, a span has its kind only.
 * @param attributes beside those that the work sets itself
 */
export function inSpan<T>(
  name: string,
  work: (span: Span) => Promise<T>,
  attributes: Attributes = {},
): Promise<T> {
  if (!tracer) return work(noSpan);
  return run(tracer, [name, { attributes }, context.active()], work);
}

/** Asks another service in a span of its own. */
export function inClientSpan<T>(
  name: string,
  work: (span: Span) => Promise<T>,
  attributes: Attributes,
): Promise<T> {
  if (!tracer) return work(noSpan);
  return run(tracer, [name, { attributes, kind: SpanKind.CLIENT }, context.active()], work);
}

/**
 * Handles a request in a span, which belongs to the trace of the caller where the request says so
 * (`traceparent`, W3C Trace Context).
 */
export function inServerSpan<T>(
  name: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  if (!tracer) return work(noSpan);
  const callers = propagation.extract(context.active(), headers);
  return run(tracer, [name, { kind: SpanKind.SERVER }, callers], work);
}

/** The work failed, without an error that came out of it. */
export function markFailed(span: Span, errorType: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', errorType);
}

function run<T>(
  by: Tracer,
  what: [name: string, options: SpanOptions, parent: Context],
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return by.startActiveSpan(...what, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(span, typeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'kind' in error ? String(error.kind) : error.name;
}
