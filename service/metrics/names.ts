/** Measurements that the dashboard reads, by the names that Prometheus sees, too. */
export const metricNames = {
  breakerState: 'altscribe_provider_breaker_state',
  calls: 'altscribe_provider_calls_last_hour',
  latency: 'altscribe_provider_latency_last_hour',
  tokens: 'altscribe_provider_tokens_last_hour',
  storeLatency: 'altscribe_store_latency_last_hour',
  waiting: 'altscribe_images_waiting',
  decoding: 'altscribe_images_decoding',
  memory: 'process_resident_memory_bytes',
  processes: 'altscribe_workers_measured',
} as const;

/** Values of `breakerState`. */
export const breakerValues = { closed: 0, open: 1, 'half-open': 2 } as const;
