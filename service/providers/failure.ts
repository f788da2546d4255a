import { ProviderError, type FailureKind, type ProviderErrorDetails } from './provider.ts';

/** What an HTTP status of a provider means for us. */
export function kindOfStatus(status: number): FailureKind {
  if (status === 401 || status === 403) return 'authentication';
  if (status === 429) return 'rate-limit';
  if (status === 408 || status === 504) return 'timeout';
  return status >= 500 ? 'server' : 'request';
}

const words: Readonly<Record<FailureKind, string>> = {
  network: 'could not be reached',
  timeout: 'gave no answer in time',
  aborted: 'the caller has gone',
  authentication: 'refused our API key',
  'rate-limit': 'has too many requests or no quota left',
  server: 'has a fault',
  request: 'refused the request',
  picture: 'cannot read the picture',
  refusal: 'refused to describe the picture',
  answer: 'gave an unusable answer',
  skipped: 'is skipped for a moment after repeated failures',
};

export interface FailureDetails extends ProviderErrorDetails {
  /** What happened, where there is more to say than the kind does. */
  readonly reason?: string;
}

/** A ProviderError in words of our own: those of an SDK may quote keys. */
export function failure(
  provider: string,
  kind: FailureKind,
  { reason = words[kind], ...rest }: FailureDetails = {},
): ProviderError {
  const status = rest.status === undefined ? '' : ` (status ${rest.status})`;
  return new ProviderError(kind, `${provider}: ${reason}${status}`, rest);
}

/**
 * What it means that an answer of status 200 could not be read: the connection broke, for which
 * `fetch` gives a cause; else it is over the size that is read, or not what was asked for.
 */
export function kindOfBrokenAnswer(error: unknown): FailureKind {
  const cause = error instanceof Error ? error.cause : undefined;
  const isTooLarge = cause instanceof Error && cause.name === 'ResponseExceededMaxSizeError';
  return cause === undefined || isTooLarge ? 'answer' : 'network';
}
