import { describe, expect, it } from 'vitest';
import { affectsEveryImage, errorAction } from '../../../../../plugin/src/common/api-error.ts';
import { chooseErrorsAtTop } from '../../../../../plugin/src/editor/store/errors-at-top.ts';

const codes = [
  'altscribe_not_connected',
  'altscribe_insufficient_credits',
  'altscribe_daily_limit',
  'altscribe_role_excluded',
  'altscribe_rate_limited',
  'altscribe_key_refused',
  'altscribe_unknown_account',
  'altscribe_unreachable',
  'altscribe_not_the_service',
  'altscribe_image_unreadable',
  'altscribe_invalid_request',
  'altscribe_service_error',
  'rest_invalid_param',
  'session_expired',
  'site_unreachable',
  'unknown',
];
const error = (code: string) => ({ code, message: 'A sentence.' });

describe('errorAction', () => {
  it('links to the settings only for users with access to them', () => {
    expect(errorAction(error('altscribe_key_refused'), true)).toBe('open-settings');
    expect(codes.map((code) => errorAction(error(code), false))).not.toContain('open-settings');
  });

  it('offers to try again if that may help', () => {
    expect(errorAction(error('altscribe_unreachable'), false)).toBe('retry');
    expect(errorAction(error('altscribe_insufficient_credits'), false)).toBe('check-credits');
    expect(errorAction(error('altscribe_invalid_request'), true)).toBeNull();
    const unreadable = error('altscribe_image_unreadable');
    expect(errorAction({ ...unreadable, problem: 'image_timeout' }, true)).toBe('retry');
    expect(errorAction({ ...unreadable, problem: 'image_embedded' }, true)).toBeNull();
    expect(errorAction({ ...unreadable, problem: 'image_private_address' }, true)).toBeNull();
  });
});

describe('affectsEveryImage', () => {
  it('lets a batch continue only after an error of a single image', () => {
    expect(codes.filter((code) => !affectsEveryImage(error(code)))).toEqual([
      'altscribe_image_unreadable',
      'altscribe_invalid_request',
    ]);
  });
});

describe('chooseErrorsAtTop', () => {
  const unreachable = error('altscribe_unreachable');
  const refused = error('altscribe_key_refused');
  const credits = error('altscribe_insufficient_credits');
  const none = { connection: null, credits: null, batch: null };

  it.each([
    ['nothing', none, none],
    ['two different errors', { ...none, connection: refused, batch: unreachable }, 'all'],
    [
      'the same error twice',
      { ...none, connection: unreachable, batch: unreachable },
      { ...none, batch: unreachable },
    ],
    ['no credits, twice', { ...none, credits, batch: credits }, { ...none, credits }],
  ] as const)('shows %s once', (_case, errors, shown) => {
    expect(chooseErrorsAtTop(errors)).toEqual(shown === 'all' ? errors : shown);
  });
});
