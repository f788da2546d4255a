import { expect, test } from 'vitest';
import { nameColour, toOklab } from '../../support/colour-names.ts';

test.each([
  [[255, 255, 255], 'white'],
  [[200, 200, 200], 'light grey'],
  [[130, 130, 130], 'grey'],
  [[70, 70, 70], 'dark grey'],
  [[0, 0, 0], 'black'],
  [[255, 0, 0], 'red'],
  [[255, 140, 0], 'orange'],
  [[255, 225, 50], 'yellow'],
  [[20, 90, 30], 'dark green'],
  [[60, 160, 60], 'green'],
  [[135, 190, 235], 'light blue'],
  [[20, 40, 100], 'dark blue'],
  [[255, 150, 190], 'pink'],
  [[120, 50, 160], 'purple'],
  [[110, 70, 40], 'brown'],
  [[225, 205, 175], 'beige'],
] as const)('the colour %j is %s', ([red, green, blue], name) => {
  expect(nameColour(toOklab(red, green, blue))).toBe(name);
});

test("Oklab values of white and red match its author's", () => {
  const white = toOklab(255, 255, 255);
  expect(white.lightness).toBeCloseTo(1, 3);
  expect(white.a).toBeCloseTo(0, 3);
  expect(white.b).toBeCloseTo(0, 3);
  const red = toOklab(255, 0, 0);
  expect(red.lightness).toBeCloseTo(0.628, 3);
  expect(red.a).toBeCloseTo(0.225, 3);
  expect(red.b).toBeCloseTo(0.126, 3);
});
