import type { ApiError } from './api-error.ts';

/** What can be done about an error, chosen by the error's code. */

export type ErrorAction = 'open-settings' | 'retry' | 'check-credits' | null;

/** What is wrong with an image now, and may not be the next time. */
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
      return null;
    default:
      return 'retry';
  }
}
