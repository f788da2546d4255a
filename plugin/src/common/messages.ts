import { __, sprintf } from '@wordpress/i18n';
import { formatNumber } from './format.ts';
import type { Problem } from './problem.ts';

/** What a person can do about a problem from where they are. */
export type Remedy = 'settings' | 'retry' | 'check_credits' | null;

/**
 * One sentence that says what is wrong and what to do.
 * `canManage`: the reader may open the settings; everybody else is sent to an administrator.
 */
export function problemMessage(problem: Problem, canManage: boolean): string {
  switch (problem.kind) {
    case 'not_connected':
      return canManage
        ? __('Connect Altscribe to generate alt text.', 'altscribe')
        : __('Ask an administrator to connect Altscribe.', 'altscribe');
    case 'insufficient_credits':
      return noCreditsMessage(problem.userId);
    case 'rate_limited':
      return busyMessage(problem.retryAfterSeconds);
    case 'key_refused':
      return canManage
        ? __('The service did not accept the API key.', 'altscribe')
        : __(
            'The service did not accept the API key. Ask an administrator to check the API key.',
            'altscribe',
          );
    case 'unknown_account':
      return canManage
        ? __('The service does not know the account e-mail. Check it in the settings.', 'altscribe')
        : __(
            'The service does not know the account e-mail. Ask an administrator to check it.',
            'altscribe',
          );
    case 'unreachable':
      return __('The alt text service could not be reached. Nothing was changed.', 'altscribe');
    case 'not_the_service':
      return canManage
        ? __('What answers at the service URL is not Altscribe. Check the URL.', 'altscribe')
        : __(
            'What answers at the service URL is not Altscribe. Ask an administrator to check it.',
            'altscribe',
          );
    case 'session_expired':
      return __(
        'Your session has ended. Log in again in another tab, then try again.',
        'altscribe',
      );
    case 'site_unreachable':
      return __(
        'Your site could not be reached. Check your internet connection. Nothing was changed.',
        'altscribe',
      );
    case 'invalid_fields':
      return Object.values(problem.fields).join(' ');
    case 'image_unreadable':
    case 'invalid_request':
    case 'other':
      return problem.message || __('Something went wrong. Nothing was changed.', 'altscribe');
  }
}

/** `userId` is the account whose owner can add credits; null where it is not known. */
export function noCreditsMessage(userId: string | null): string {
  return userId === null
    ? __('You have no credits left.', 'altscribe')
    : sprintf(
        /* translators: %s: e-mail address of an account. */
        __('You have no credits left. Ask the owner of %s to add some.', 'altscribe'),
        userId,
      );
}

export function busyMessage(seconds: number): string {
  return sprintf(
    /* translators: %s: number of seconds. */
    __("The service is busy with your site's requests. Going on in %s s.", 'altscribe'),
    formatNumber(seconds),
  );
}

export function remedyFor(problem: Problem, canManage: boolean): Remedy {
  switch (problem.kind) {
    case 'not_connected':
    case 'key_refused':
    case 'unknown_account':
    case 'not_the_service':
      return canManage ? 'settings' : null;
    case 'insufficient_credits':
      return 'check_credits';
    case 'invalid_request':
    case 'invalid_fields':
      return null;
    default:
      return 'retry';
  }
}

/** True where the next image would fail in the same way, so that a run over many must stop. */
export function concernsEveryImage(problem: Problem): boolean {
  return problem.kind !== 'image_unreadable' && problem.kind !== 'invalid_request';
}
