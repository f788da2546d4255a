import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { runWithTimeout } from '../concurrency/time-out.ts';
import { makeSpans } from './spans.ts';

/** How often the log says that spans are lost, in milliseconds. */
const loudEveryMs = 60_000;

/** How long the end of the process waits for the last spans, in milliseconds. */
const stopMs = 3_000;

/**
 * Sends spans to where `OTEL_EXPORTER_OTLP_ENDPOINT` says, by OTLP over HTTP, from now on. The SDK
 * reads its other variables itself: `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES` and the like. Load this file only where it is wanted: it takes a tenth
 * of a second and some megabytes.
 * @returns what sends the last spans, and waits some seconds for that
 */
export function startTracing(version: string, log: Logger): () => Promise<void> {
  let lastLoud = -Infinity;
  setGlobalErrorHandler(() => {
    if (performance.now() - lastLoud < loudEveryMs) return;
    lastLoud = performance.now();
    log.warn('spans not sent to OTEL_EXPORTER_OTLP_ENDPOINT');
  });
  const own = resourceFromAttributes({ 'service.name': 'altscribe', 'service.version': version });
  const provider = new TracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  makeSpans();
  return () =>
    runWithTimeout(() => provider.shutdown().catch(() => undefined), {
      ms: stopMs,
      onStop: () => undefined,
    });
}
