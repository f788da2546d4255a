import { __ } from '@wordpress/i18n';

/** Why a request to the plugin's REST routes failed. */
export interface ApiError {
  /** Code of the WP_Error (`altscribe_…`, `rest_…`), of `apiFetch`, or of the editor itself. */
  code: string;
  /** A translated sentence for the user. */
  message: string;
  /** Seconds until the service accepts requests again; only with `altscribe_rate_limited`. */
  retryAfterSeconds?: number;
  /** Plan of the account; only with `altscribe_insufficient_credits`. */
  planType?: string;
  /** A code from PHP for the problem with the image; only with `altscribe_image_unreadable`. */
  problem?: string;
  /** A sentence for each invalid parameter or setting, by name. */
  params?: Record<string, string>;
  /** The JSON of the suggestion or item as it is now; only if that could not be changed. */
  item?: unknown;
}

const defaultRetrySeconds = 30;

/**
 * Reads what `apiFetch` throws: the JSON of a WP_Error, or its own error for a failed request. The
 * message comes from PHP, except for errors that PHP never sees.
 */
export function readApiError(error: unknown): ApiError {
  // WordPress 6.8 throws the response itself if it gets no new nonce because the user is logged
  // out.
  if (error instanceof Response) {
    return sessionExpired();
  }
  const { code, message, data } = asRecord(error);
  // The browser's message is for developers.
  if (asText(code) === '') {
    return siteFailed();
  }
  const details = asRecord(data);
  const read = {
    code: asText(code),
    message: plainMessage(asText(code), asText(message)) || unexpectedMessage(),
    ...(details.item !== undefined && { item: details.item }),
  };
  switch (code) {
    case 'altscribe_insufficient_credits':
      return { ...read, planType: asText(details.plan_type) };
    case 'altscribe_image_unreadable':
      return {
        ...read,
        ...(asText(details.problem) !== '' && { problem: asText(details.problem) }),
      };
    case 'altscribe_rate_limited':
      return { ...read, retryAfterSeconds: retryAfter(details.retry_after) };
    case 'rest_invalid_param':
      return withParams(read, details.params);
    case 'rest_cookie_invalid_nonce':
    case 'rest_not_logged_in':
    case 'invalid_nonce':
      return sessionExpired();
    case 'invalid_json':
    case 'internal_server_error':
    case 'wp_die':
      return siteFailed();
    case 'fetch_error':
    case 'offline_error':
      return {
        code: 'site_unreachable',
        message: __(
          'Your site could not be reached. Check your internet connection. Nothing was changed.',
          'altscribe',
        ),
      };
    default:
      return read.code.startsWith('altscribe_') && details.params !== undefined
        ? { ...withParams(read, details.params), message: read.message }
        : read;
  }
}

function unexpectedMessage(): string {
  return __('Something went wrong. Nothing was changed.', 'altscribe');
}

/** An exception on the screen: with one image (`image_failed`), or with the run itself. */
export function unexpectedError(code: 'image_failed' | 'batch_failed'): ApiError {
  return { code, message: unexpectedMessage() };
}

/** The page of a proxy, a firewall or a PHP error, or JSON of another shape. */
function siteFailed(): ApiError {
  return {
    code: 'site_failed',
    message: __(
      'Your site sent an unexpected response. Try again in a moment. If this keeps happening, tell an administrator.',
      'altscribe',
    ),
  };
}

/** WordPress and other plugins may send HTML. */
function plainMessage(code: string, message: string): string {
  return code.startsWith('altscribe_')
    ? message
    : (new DOMParser().parseFromString(message, 'text/html').body.textContent ?? '').trim();
}

function sessionExpired(): ApiError {
  return {
    code: 'session_expired',
    message: __(
      'Your session has ended. Log in again in another tab, then try again.',
      'altscribe',
    ),
  };
}

function withParams({ code, message }: ApiError, sentences: unknown): ApiError {
  const params: Record<string, string> = {};
  for (const [name, sentence] of Object.entries(asRecord(sentences))) {
    params[name] = asText(sentence) || message;
  }
  return { code, message: Object.values(params).join(' ') || message, params };
}

function retryAfter(seconds: unknown): number {
  return typeof seconds === 'number' && seconds >= 1 ? Math.ceil(seconds) : defaultRetrySeconds;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The possible ways to resolve an error, chosen by its code. */

type ErrorAction = 'open-settings' | 'retry' | 'check-credits' | null;

/** Temporary problems with an image, which may be gone on the next try. */
const passingProblems = ['image_timeout', 'image_unavailable', 'image_rejected'];

/** The action offered beside the message. `canManage`: the user may open the settings. */
export function errorAction(
  { code, problem }: Pick<ApiError, 'code' | 'problem'>,
  canManage: boolean,
): ErrorAction {
  switch (code) {
    case 'altscribe_image_unreadable':
      return problem === undefined || passingProblems.includes(problem) ? 'retry' : null;
    case 'altscribe_not_connected':
    case 'altscribe_key_refused':
    case 'altscribe_unknown_account':
    case 'altscribe_not_the_service':
    case 'altscribe_unsafe_url':
      return canManage ? 'open-settings' : null;
    case 'altscribe_insufficient_credits':
      return 'check-credits';
    case 'altscribe_daily_limit':
    case 'altscribe_role_excluded':
    case 'altscribe_invalid_request':
    case 'rest_invalid_param':
    case 'image_replaced':
    case 'image_locked':
    case 'image_decorative':
    case 'same_text':
      return null;
    default:
      return 'retry';
  }
}

/** Errors after which the next image may still succeed. */
const imageErrors = ['altscribe_image_unreadable', 'altscribe_invalid_request', 'image_failed'];

/** True if every other image would fail in the same way, so a batch must stop. */
export function affectsEveryImage({ code }: ApiError): boolean {
  return !imageErrors.includes(code);
}

/** True if nothing failed, but an administrator has not set it up for this user. */
export function isCalm({ code }: ApiError): boolean {
  return code === 'altscribe_not_connected' || code === 'altscribe_role_excluded';
}
