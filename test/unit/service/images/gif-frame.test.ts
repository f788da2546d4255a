import { expect, test } from 'vitest';
import { findSmallFrame } from '../../../../service/images/gif-frame.ts';
import { gifWithSmallFrame } from '../../../support/special-images.ts';

const canvas = { width: 300, height: 200 };

test.each([
  ['within its canvas', { left: 100, top: 50 }, { left: 100, top: 50, width: 100, height: 100 }],
  ['beyond its right', { left: 250, top: 0 }, { left: 250, top: 0, width: 50, height: 100 }],
  ['beyond its bottom', { left: 0, top: 150 }, { left: 0, top: 150, width: 100, height: 50 }],
  ['beside it', { left: 300, top: 0 }, undefined],
  ['below it', { left: 0, top: 200 }, undefined],
])('a first frame %s is read as far as it is seen', (_where, frame, seen) => {
  expect(findSmallFrame(gifWithSmallFrame(canvas, frame))).toEqual(seen);
});

test('a first frame that fills the canvas is not small', () => {
  const filled = gifWithSmallFrame({ width: 100, height: 100 }, { left: 0, top: 0 });
  expect(findSmallFrame(filled)).toBeUndefined();
});
