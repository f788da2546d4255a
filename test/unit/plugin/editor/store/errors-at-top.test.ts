import { describe, expect, it } from 'vitest';
import { chooseErrorsAtTop } from '../../../../../plugin/src/editor/store/errors-at-top.ts';

const error = (code: string) => ({ code, message: 'A sentence.' });

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
