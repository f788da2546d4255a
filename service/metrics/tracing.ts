import type * as OpenTelemetry from '@opentelemetry/api';
import type {
  Attributes,
  AttributeValue,
  Context,
  SpanOptions,
  SpanStatus,
} from '@opentelemetry/api';
import type { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { runWithTimeout } from '../concurrency/pending-tasks.ts';

/*
 * Spans of calls. Only types are imported: the packages are loaded when tracing is turned on,
 * because they take a tenth of a second and some megabytes.
 */

type Api = typeof OpenTelemetry;

/** OpenTelemetry's API, while tracing is on. */
let api: Api | undefined;

/** The span of a step of a call. It ignores everything while tracing is off. */
export interface StepSpan {
  isRecording(): boolean;
  setAttribute(name: string, value: AttributeValue): unknown;
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: SpanStatus): unknown;
  spanContext(): { readonly traceId: string };
}

const ignore = () => undefined;
const noSpan: StepSpan = {
  isRecording: () => false,
  setAttribute: ignore,
  setAttributes: ignore,
  setStatus: ignore,
  spanContext: () => ({ traceId: '' }),
};

/** How long the process waits at its end for the last spans, in milliseconds. */
const stopMs = 3_000;

/**
 * From now on, sends spans to `OTEL_EXPORTER_OTLP_ENDPOINT` by OTLP over HTTP. The SDK reads its
 * other variables itself: `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES` and so on. While the endpoint accepts no spans, 2,048 are queued and
 * others are dropped.
 * @returns a function that sends the last spans and waits up to three seconds for that
 */
export async function startTracing(version: string, log: Logger): Promise<() => Promise<void>> {
  const [loaded, { AsyncLocalStorageContextManager }, core, otlp, resources, sdk] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ]);
  const exporter = withLog(new otlp.OTLPTraceExporter(), core.ExportResultCode.SUCCESS, log);
  const provider = new sdk.TracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'altscribe', 'service.version': version })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  loaded.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  loaded.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  loaded.trace.setGlobalTracerProvider(provider);
  api = loaded;
  return () =>
    runWithTimeout(() => provider.shutdown().catch(() => undefined), {
      ms: stopMs,
      onStop: () => undefined,
    });
}

/** Logs once that spans are lost, and once that they arrive again. */
function withLog(exporter: SpanExporter, success: ExportResultCode, log: Logger): SpanExporter {
  let areLost = false;
  function note(areLostNow: boolean): void {
    if (areLostNow === areLost) return;
    areLost = areLostNow;
    if (areLost) log.warn('spans not sent to OTEL_EXPORTER_OTLP_ENDPOINT');
    else log.info('spans sent to OTEL_EXPORTER_OTLP_ENDPOINT again');
  }
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        note(result.code !== success);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}

/** Whether tracing is on. */
export function isTracing(): boolean {
  return api !== undefined;
}

/**
 * Runs one step of a call in its own span. Attributes contain no personal data and nothing that a
 * caller sent, because traces go to other systems. Of an error, only its kind is recorded.
 * @param attributes in addition to those that the work sets itself
 */
export function inSpan<T>(
  name: string,
  work: (span: StepSpan) => Promise<T>,
  attributes: Attributes = {},
): Promise<T> {
  return api ? run(api, [name, { attributes }, api.context.active()], work) : work(noSpan);
}

/** Calls another service in its own span. */
export function inClientSpan<T>(
  name: string,
  work: (span: StepSpan) => Promise<T>,
  attributes: Attributes,
): Promise<T> {
  if (!api) return work(noSpan);
  return run(api, [name, { attributes, kind: api.SpanKind.CLIENT }, api.context.active()], work);
}

/**
 * Handles a request in its own span, which continues the caller's trace if the request has one
 * (`traceparent`, W3C Trace Context). The caller's `tracestate` may be any text, so it is dropped.
 */
export function inServerSpan<T>(
  name: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  work: (span: StepSpan) => Promise<T>,
): Promise<T> {
  if (!api) return work(noSpan);
  const { traceparent } = headers;
  const callers = api.propagation.extract(api.context.active(), { traceparent });
  return run(api, [name, { kind: api.SpanKind.SERVER }, callers], work);
}

/** Marks a span whose work failed without throwing an error. */
export function markFailed(span: StepSpan, errorType: string): void {
  if (!api) return;
  span.setStatus({ code: api.SpanStatusCode.ERROR });
  span.setAttribute('error.type', errorType);
}

function run<T>(
  { trace }: Api,
  what: [name: string, options: SpanOptions, parent: Context],
  work: (span: StepSpan) => Promise<T>,
): Promise<T> {
  return trace.getTracer('altscribe').startActiveSpan(...what, async (span) => {
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
