import { Agent, setGlobalDispatcher } from 'undici';

/** Largest answer of a provider, in bytes; an alt text takes far less. */
const maxResponseBytes = 1024 * 1024;

/**
 * Bounds every answer that comes through the global `fetch`. Both SDKs use it, and one of them takes
 * no other; nothing else in the service does.
 */
export function limitResponses(): void {
  setGlobalDispatcher(new Agent({ maxResponseSize: maxResponseBytes }));
}
