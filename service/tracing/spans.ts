import { context, INVALID_SPAN_CONTEXT, propagation, trace } from '@opentelemetry/api';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Attributes, Context, Span, SpanOptions, Tracer } from '@opentelemetry/api';

let tracer: Tracer | undefined;

/** The span used while tracing is off. */
const noSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Turns on tracing with the registered provider. Until then, a step costs nothing. */
export function makeSpans(): void {
  tracer = trace.getTracer('altscribe');
}

/** Whether tracing is on. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/**
 * Runs one step of a call in its own span. Attributes contain no personal data and nothing that a
 * caller sent, because traces go to other systems. Of an error, only its kind is recorded.
 * @param attributes in addition to those that the work sets itself
 */
export function inSpan<T>(
  name: string,
  work: (span: Span) => Promise<T>,
  attributes: Attributes = {},
): Promise<T> {
  if (!tracer) return work(noSpan);
  return run(tracer, [name, { attributes }, context.active()], work);
}

/** Calls another service in its own span. */
export function inClientSpan<T>(
  name: string,
  work: (span: Span) => Promise<T>,
  attributes: Attributes,
): Promise<T> {
  if (!tracer) return work(noSpan);
  return run(tracer, [name, { attributes, kind: SpanKind.CLIENT }, context.active()], work);
}

/**
 * Handles a request in a span, which continues the caller's trace if the request has one
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

/** The work failed without throwing an error. */
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
