import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** How a request ended. */
export interface EndedRequest {
  /** One of a few names, never text from the caller. */
  readonly operation: string;
  readonly status: number;
  /** Why it failed; empty if it succeeded. */
  readonly reason: string;
}

export interface RequestMetrics {
  /**
   * Call it when a request arrives; call the returned function once, when the request has ended.
   */
  begin(): (ended: EndedRequest) => void;
}

/** How calls end, apart from mistakes of their callers (400, 404, 405). */
const outcomes: readonly Omit<EndedRequest, 'operation'>[] = [
  { status: 200, reason: '' },
  ...['api_key_missing', 'api_key_invalid'].map((reason) => ({ status: 401, reason })),
  { status: 403, reason: 'insufficient_credits' },
  ...['too_many_requests', 'too_many_failed_authentications', 'busy'].map((reason) => ({
    status: 429,
    reason,
  })),
  ...[
    'providers_failed',
    'store_unavailable',
    'store_failed',
    'reservation_lost',
    'internal_error',
  ].map((reason) => ({ status: 500, reason })),
];

/**
 * Measures requests in a Prometheus registry.
 * @param operations names of the operations, whose series start at 0
 */
export function createRequestMetrics(
  registry: Registry,
  operations: readonly string[] = [],
): RequestMetrics {
  const registers = [registry];
  let inFlight = 0;
  const requests = new Counter({
    name: 'altscribe_requests_total',
    help: 'Completed requests, by operation, status and reason. Successful ones have no reason.',
    labelNames: ['operation', 'status', 'reason'],
    registers,
  });
  const duration = new Histogram({
    name: 'altscribe_request_duration_seconds',
    help: 'Time from receiving the headers of a request to its response.',
    labelNames: ['operation'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 20, 30],
    registers,
  });
  // From 0 on, so an alert sees the first failure as an increase.
  for (const operation of operations) {
    for (const { status, reason } of outcomes) requests.inc({ operation, status, reason }, 0);
  }
  new Gauge({
    name: 'altscribe_requests_in_flight',
    help: 'Requests being handled.',
    aggregator: 'sum',
    registers,
    collect() {
      this.set(inFlight);
    },
  });

  return {
    begin() {
      const start = performance.now();
      inFlight += 1;
      return ({ operation, status, reason }) => {
        inFlight -= 1;
        requests.inc({ operation, status, reason });
        duration.observe({ operation }, (performance.now() - start) / 1_000);
      };
    },
  };
}
