import { __, sprintf } from '@wordpress/i18n';
import { problemMessage } from '../common/messages.ts';
import type { Problem } from '../common/problem.ts';

/** What is wrong with a connection, to the person who is setting it up. */
export function connectionMessage(problem: Problem): string {
  switch (problem.kind) {
    case 'unreachable':
      return __(
        'Nothing answers at this URL. Check the service URL, and that the service is running.',
        'altscribe',
      );
    case 'not_the_service':
      return __(
        'Something answers at this URL, but it is not Altscribe. Check the service URL.',
        'altscribe',
      );
    case 'key_refused':
      return __(
        'The service did not accept the API key. Check it, or create a new one.',
        'altscribe',
      );
    case 'unknown_account':
      return problem.userId === null
        ? __(
            'The service has no such account for this API key. Check the account e-mail.',
            'altscribe',
          )
        : sprintf(
            /* translators: %s: e-mail address of an account. */
            __(
              'The service has no account %s for this API key. Check the account e-mail.',
              'altscribe',
            ),
            problem.userId,
          );
    case 'rate_limited':
      return sprintf(
        /* translators: %s: number of seconds. */
        __('The service is busy. Try again in %s s.', 'altscribe'),
        String(problem.retryAfterSeconds),
      );
    default:
      return problemMessage(problem, true);
  }
}
