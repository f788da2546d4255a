import { expect, test } from 'vitest';
import { socketPath } from '../../../../../service/cli/socket/client.ts';
import { StoreError } from '../../../../../service/storage/interfaces/errors.ts';

test('a path too long for a socket is refused, with the longest possible DATA_DIR', () => {
  const longest = `/${'é'.repeat(43)}x`;
  expect(socketPath(longest)).toBe(`${longest}/altscribe.sock`);
  expect(() => socketPath(`${longest}x`)).toThrow(
    new StoreError('The path of DATA_DIR is too long. It must be at most 88 bytes.'),
  );
});
