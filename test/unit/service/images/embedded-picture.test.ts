import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { EmbeddedPicture } from '../../../../service/images/picture.ts';

/** Around the length at which a second piece begins. */
const lengths = [1, 2, 3, 49_151, 49_152, 49_153, 98_304, 200_001];

test.each(lengths)('%i bytes are the data URI that they came in, and as long', (length) => {
  const bytes = randomBytes(length);
  const header = 'data:image/png;base64,';
  const picture = new EmbeddedPicture(header, bytes);
  const uri = header + bytes.toString('base64');
  expect([...picture.pieces()].join('')).toBe(uri);
  expect(picture).toHaveLength(uri.length);
});
