import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isCleanJpeg } from '../../../../service/images/clean-jpeg.ts';
import { isSentAsIs, type Size } from '../../../../service/images/sent-size.ts';

const create = { width: 80, height: 70, channels: 3, background: '#369' } as const;
const image = await sharp({ create }).jpeg().toBuffer();
const progressive = await sharp({ create }).jpeg({ progressive: true }).toBuffer();

/** Numbers that are the same in every run. */
function* numbers(seed: number) {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

test('accepts JPEGs as sharp writes them', () => {
  const isUpTo = (side: number) => (size: Size) => Math.max(size.width, size.height) <= side;
  expect(isCleanJpeg(image, isUpTo(80))).toBe(true);
  expect(isCleanJpeg(progressive, isUpTo(80))).toBe(true);
  expect(isCleanJpeg(image, isUpTo(79))).toBe(false);
});

// Accepted images are not passed to sharp, which would find their faults.
test('accepts no JPEG whose header sharp refuses', async () => {
  const random = numbers(13);
  const below = (limit: number) => Math.floor((random.next().value ?? 0) * limit);
  let taken = 0;
  for (let round = 0; round < 3_000; round += 1) {
    const bytes = Buffer.from(round % 2 ? image : progressive);
    for (let changes = 1 + below(3); changes > 0; changes -= 1) {
      bytes[below(bytes.length)] = below(256);
    }
    if (!isCleanJpeg(bytes, isSentAsIs)) continue;
    taken += 1;
    const { format, width, height } = await sharp(bytes).metadata();
    expect(format).toBe('jpeg');
    expect(isSentAsIs({ width, height })).toBe(true);
  }
  expect(taken).toBeGreaterThan(50);
});
