import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  ExportResultCode,
  W3CTraceContextPropagator,
  type ExportResult,
} from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { runWithTimeout } from '../concurrency/pending-tasks.ts';
import { makeSpans } from './spans.ts';

/** How long the process waits at its end for the last spans, in milliseconds. */
const stopMs = 3_000;

/** Logs once that spans are lost, and once that they arrive again. */
class LoudExporter extends OTLPTraceExporter {
  readonly #log: Logger;
  #areLost = false;

  constructor(log: Logger) {
    super();
    this.#log = log;
  }

  override export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    super.export(spans, (result) => {
      this.#note(result.code !== ExportResultCode.SUCCESS);
      done(result);
    });
  }

  #note(areLost: boolean): void {
    if (areLost === this.#areLost) return;
    this.#areLost = areLost;
    if (areLost) this.#log.warn('spans not sent to OTEL_EXPORTER_OTLP_ENDPOINT');
    else this.#log.info('spans sent to OTEL_EXPORTER_OTLP_ENDPOINT again');
  }
}

/**
 * Sends spans to `OTEL_EXPORTER_OTLP_ENDPOINT` by OTLP over HTTP from now on. The SDK reads its
 * other variables itself: `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES` and so on. Load this file only if tracing is on: it takes a tenth of a
 * second and some megabytes. While the endpoint accepts none, 2,048 spans are queued and others are
 * dropped.
 * @returns a function that sends the last spans and waits a few seconds for that
 */
export function startTracing(version: string, log: Logger): () => Promise<void> {
  const own = resourceFromAttributes({ 'service.name': 'altscribe', 'service.version': version });
  const provider = new TracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new LoudExporter(log) })],
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
