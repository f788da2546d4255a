// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  affectsEveryImage,
  errorAction,
  isCalm,
  readApiError,
} from '../../../../plugin/src/common/api-error.ts';
import { problemCodes } from '../../../../shared/problem-codes.ts';

const message = 'A sentence.';

describe('readApiError', () => {
  it.each([
    'altscribe_not_connected',
    'altscribe_key_refused',
    'altscribe_unreachable',
    'altscribe_not_the_service',
    'altscribe_image_unreadable',
    'rest_forbidden',
  ])('keeps the message of %s', (code) => {
    expect(readApiError({ code, message })).toEqual({ code, message });
  });

  it('keeps the problem of an image', () => {
    const code = 'altscribe_image_unreadable';
    const data = { status: 422, problem: 'image_timeout' };
    expect(readApiError({ code, message, data })).toEqual({
      code,
      message,
      problem: 'image_timeout',
    });
  });

  it.each([
    ['rest_cookie_invalid_nonce', 'session_expired', 'Your session has ended.'],
    ['rest_not_logged_in', 'session_expired', 'Your session has ended.'],
    ['invalid_nonce', 'session_expired', 'Your session has ended.'],
    ['fetch_error', 'site_unreachable', 'Your site could not be reached.'],
    ['offline_error', 'site_unreachable', 'Your site could not be reached.'],
    ['invalid_json', 'site_failed', 'Your site sent an unexpected response.'],
    ['internal_server_error', 'site_failed', 'Your site sent an unexpected response.'],
    ['wp_die', 'site_failed', 'Your site sent an unexpected response.'],
  ])('has its own message for %s', (original, code, sentence) => {
    const error = readApiError({ code: original, message });
    expect(error.code).toBe(code);
    expect(error.message).toMatch(new RegExp(`^${sentence} .+\\.$`));
  });

  it('shows no HTML of other plugins, and all of ours', () => {
    const html = '<p>Sorry, you&#8217;re <a href="/x">not allowed</a>.</p>';
    expect(readApiError({ code: 'rest_forbidden', message: html }).message).toBe(
      'Sorry, you’re not allowed.',
    );
    const ours = 'The text is “a <b> c”.';
    expect(readApiError({ code: 'altscribe_no_text', message: ours }).message).toBe(ours);
  });

  it('treats a bare response as the end of the session', () => {
    expect(readApiError(new Response()).code).toBe('session_expired');
  });

  it('keeps the plan of the account without credits', () => {
    const data = { status: 403, user_id: 'a@b.c', plan_type: 'free', credits_available: 0 };
    expect(readApiError({ code: 'altscribe_insufficient_credits', message, data })).toEqual({
      code: 'altscribe_insufficient_credits',
      message,
      planType: 'free',
    });
  });

  it.each([
    [24, 24],
    [0.4, 30],
    [1.2, 2],
    [0, 30],
    ['24', 30],
    [undefined, 30],
  ])('waits after a 429 with retry_after %s for %s s', (retry_after, seconds) => {
    expect(
      readApiError({ code: 'altscribe_rate_limited', message, data: { retry_after } }),
    ).toEqual({ code: 'altscribe_rate_limited', message, retryAfterSeconds: seconds });
  });

  it('has a message for each wrong parameter', () => {
    const data = { params: { service_url: 'Not a URL.', api_key: '' } };
    expect(readApiError({ code: 'rest_invalid_param', message: 'Invalid.', data })).toEqual({
      code: 'rest_invalid_param',
      message: 'Not a URL. Invalid.',
      params: { service_url: 'Not a URL.', api_key: 'Invalid.' },
    });
  });

  it.each([undefined, null, 'text', {}, { code: 7, message }, new SyntaxError('Unexpected token')])(
    'does not show anything that is not an error of WordPress: %s',
    (error) => {
      expect(readApiError(error).code).toBe('site_failed');
    },
  );

  it('has a sentence for an error without one', () => {
    expect(readApiError({ code: 'rest_error' })).toEqual({
      code: 'rest_error',
      message: 'Something went wrong. Nothing was changed.',
    });
  });
});

it('says what each error offers, and what else it stops', async () => {
  const unreadable = 'altscribe_image_unreadable';
  const errors = [
    ...[
      'altscribe_already_decided',
      'altscribe_daily_limit',
      'altscribe_insufficient_credits',
      'altscribe_invalid_request',
      'altscribe_key_refused',
      'altscribe_not_connected',
      'altscribe_not_the_service',
      'altscribe_rate_limited',
      'altscribe_role_excluded',
      'altscribe_service_error',
      'altscribe_unknown_account',
      'altscribe_unreachable',
      'altscribe_unsafe_url',
      'image_decorative',
      'image_failed',
      'image_locked',
      'image_replaced',
      'rest_invalid_param',
      'same_text',
      'session_expired',
      'site_failed',
      'site_unreachable',
      'unknown',
    ].map((code) => ({ code, problem: undefined })),
    { code: unreadable, problem: undefined },
    ...Object.keys(problemCodes)
      .filter((problem) => problem.startsWith('image_'))
      .map((problem) => ({ code: unreadable, problem })),
  ];
  const lines = errors.map(({ code, problem }) => {
    const error = { code, message, ...(problem !== undefined && { problem }) };
    const [managers, others] = [true, false].map(
      (canManage) => errorAction(error, canManage) ?? 'nothing',
    );
    return [
      `${code}${problem === undefined ? '' : ` (${problem})`}:`,
      managers === others ? managers : `${managers}, or ${others} for others`,
      ...(affectsEveryImage(error) ? ['stops the run'] : []),
      ...(isCalm(error) ? ['is calm'] : []),
    ].join(' ');
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('says/errors.txt');
});
