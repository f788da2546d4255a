import { describe, expect, it } from 'vitest';
import { toProblem } from '../../../plugin/src/common/problem.ts';

describe('toProblem', () => {
  it.each([
    ['altscribe_not_connected', 'not_connected'],
    ['altscribe_key_refused', 'key_refused'],
    ['altscribe_unreachable', 'unreachable'],
    ['altscribe_not_the_service', 'not_the_service'],
    ['rest_cookie_invalid_nonce', 'session_expired'],
    ['fetch_error', 'site_unreachable'],
    ['offline_error', 'site_unreachable'],
  ])('%s is %s', (code, kind) => {
    expect(toProblem({ code, message: 'A sentence.' })).toEqual({ kind });
  });

  it('keeps whose credits are used up', () => {
    const data = { status: 403, user_id: 'a@b.c', plan_type: 'free', credits_available: 0 };
    expect(toProblem({ code: 'altscribe_insufficient_credits', message: '', data })).toEqual({
      kind: 'insufficient_credits',
      userId: 'a@b.c',
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
    expect(toProblem({ code: 'altscribe_rate_limited', data: { retry_after } })).toEqual({
      kind: 'rate_limited',
      retryAfterSeconds: seconds,
    });
  });

  it('gives each wrong field its sentence', () => {
    const data = { params: { service_url: 'Not a URL.', api_key: '' } };
    expect(toProblem({ code: 'rest_invalid_param', message: 'Invalid.', data })).toEqual({
      kind: 'invalid_fields',
      fields: { service_url: 'Not a URL.', api_key: 'Invalid.' },
    });
  });

  it('hands on the sentence of everything else', () => {
    const forbidden = { code: 'rest_forbidden', message: 'Sorry, you may not.' };
    expect(toProblem(forbidden)).toEqual({ kind: 'other', message: 'Sorry, you may not.' });
  });

  it.each([undefined, null, 'text', new TypeError('x is not a function')])(
    'takes anything: %s',
    (error) => {
      expect(toProblem(error).kind).toBe('other');
    },
  );
});
