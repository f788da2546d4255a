import { expect, test } from 'vitest';
import { z } from 'zod';
import { requireReadable } from '../../../../service/storage/checks.ts';
import { StoreError } from '../../../../service/storage/interfaces/errors.ts';

test('the error for data that could not be read again names the field and asks for a report', () => {
  const schema = z.object({ passkeys: z.array(z.object({ counter: z.number() })) });
  const data = { passkeys: [{ counter: 'seven' }] };
  expect(() => requireReadable(schema, data, 'second_factor')).toThrow(
    new StoreError(
      'The data was not stored, because it could not be read again: ' +
        'second_factor.passkeys.0.counter is not valid. This is a fault of Altscribe. Please report it.',
    ),
  );
});
