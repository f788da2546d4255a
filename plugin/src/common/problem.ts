/**
 * Everything that can go wrong between a click and an alt text, told apart by what the editor does
 * about it. `message` is a translated sentence from the server.
 */
export type Problem =
  | { kind: 'not_connected' }
  | { kind: 'insufficient_credits'; userId: string | null; planType: string | null }
  | { kind: 'rate_limited'; retryAfterSeconds: number }
  | { kind: 'key_refused' }
  | { kind: 'unknown_account'; userId: string | null }
  | { kind: 'unreachable' }
  | { kind: 'not_the_service' }
  | { kind: 'image_unreadable'; message: string }
  | { kind: 'invalid_request'; message: string }
  | { kind: 'invalid_fields'; fields: Record<string, string> }
  | { kind: 'session_expired' }
  | { kind: 'site_unreachable' }
  | { kind: 'other'; message: string };

const defaultRetrySeconds = 30;

/** Reads what `apiFetch` throws: the JSON of a WP_Error, or its own error for a failed request. */
export function toProblem(error: unknown): Problem {
  // WordPress 6.8 throws the bare answer when it got no new nonce: nobody is logged in any more.
  if (error instanceof Response) {
    return { kind: 'session_expired' };
  }
  const { code, message, details } = readError(error);
  switch (code) {
    case 'altscribe_not_connected':
      return { kind: 'not_connected' };
    case 'altscribe_insufficient_credits':
      return {
        kind: 'insufficient_credits',
        userId: asText(details.user_id),
        planType: asText(details.plan_type),
      };
    case 'altscribe_rate_limited':
      return { kind: 'rate_limited', retryAfterSeconds: retryAfter(details.retry_after) };
    case 'altscribe_key_refused':
      return { kind: 'key_refused' };
    case 'altscribe_unknown_account':
      return { kind: 'unknown_account', userId: asText(details.user_id) };
    case 'altscribe_unreachable':
      return { kind: 'unreachable' };
    case 'altscribe_not_the_service':
      return { kind: 'not_the_service' };
    case 'altscribe_image_unreadable':
      return { kind: 'image_unreadable', message };
    case 'altscribe_invalid_request':
      return { kind: 'invalid_request', message };
    case 'rest_invalid_param':
      return toInvalidFields(details.params, message);
    case 'rest_cookie_invalid_nonce':
    case 'rest_not_logged_in':
    case 'invalid_nonce':
      return { kind: 'session_expired' };
    case 'fetch_error':
    case 'offline_error':
      return { kind: 'site_unreachable' };
    default:
      return { kind: 'other', message };
  }
}

function readError(error: unknown) {
  const { code, message, data } = asRecord(error);
  return { code, message: asText(message) ?? '', details: asRecord(data) };
}

function toInvalidFields(params: unknown, message: string): Problem {
  const fields: Record<string, string> = {};
  for (const [name, sentence] of Object.entries(asRecord(params))) {
    fields[name] = asText(sentence) ?? message;
  }
  return { kind: 'invalid_fields', fields };
}

function retryAfter(seconds: unknown): number {
  return typeof seconds === 'number' && seconds >= 1 ? Math.ceil(seconds) : defaultRetrySeconds;
}

function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
