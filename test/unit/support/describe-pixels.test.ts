import sharp from 'sharp';
import { expect, test } from 'vitest';
import { describePixels } from '../../support/describe-pixels.ts';

const darkGreen = '#244c20';
const lightGrey = '#c8c8c8';

/** A JPEG of one colour with a rectangle of another in it, in shares of width and height. */
async function draw(
  size: { width: number; height: number },
  background: string,
  patch?: { colour: string; left?: number; top?: number; width: number; height: number },
): Promise<Buffer> {
  const image = sharp({ create: { ...size, channels: 3, background } });
  if (patch) {
    const { colour, left = 0, top = 0 } = patch;
    const create = {
      width: Math.round(size.width * patch.width),
      height: Math.round(size.height * patch.height),
      channels: 3 as const,
      background: colour,
    };
    const place = { left: Math.round(size.width * left), top: Math.round(size.height * top) };
    image.composite([{ input: { create }, ...place }]);
  }
  return image.jpeg().toBuffer();
}

test.each([
  [{ width: 400, height: 200 }, 'Very wide image'],
  [{ width: 300, height: 200 }, 'Wide image'],
  [{ width: 200, height: 200 }, 'Square image'],
  [{ width: 200, height: 300 }, 'Tall image'],
  [{ width: 200, height: 400 }, 'Very tall image'],
  [{ width: 1, height: 1 }, 'Square image'],
])('describes an image of %j as a %s', async (size, shape) => {
  expect(await describePixels(await draw(size, '#7a7a7a'))).toBe(`${shape}, almost all grey`);
});

test('names the main colours, largest first, and the brightest part', async () => {
  const patch = { colour: lightGrey, left: 2 / 3, width: 1 / 3, height: 1 };
  const image = await draw({ width: 600, height: 400 }, darkGreen, patch);
  expect(await describePixels(image)).toBe(
    'Wide image, mostly dark green and light grey, brightest at the right',
  );
});

test('leaves out barely visible colours', async () => {
  const patch = { colour: '#d8201c', left: 0.4, top: 0.4, width: 0.1, height: 0.1 };
  const image = await draw({ width: 300, height: 300 }, '#7a7a7a', patch);
  expect(await describePixels(image)).toBe('Square image, almost all grey');
});

test.each([
  ['#ffffff', 'Square image, almost all white, bright overall'],
  ['#101010', 'Square image, almost all black, dark overall'],
])('states how bright %s is', async (colour, text) => {
  expect(await describePixels(await draw({ width: 90, height: 90 }, colour))).toBe(text);
});

test('accepts an image without colour channels', async () => {
  const grey = await sharp(await draw({ width: 90, height: 90 }, lightGrey))
    .toColourspace('b-w')
    .jpeg()
    .toBuffer();
  expect(await describePixels(grey)).toMatch(/^Square image, almost all light grey/);
});

test('refuses data that is not an image', async () => {
  await expect(describePixels(Buffer.from('no image'))).rejects.toThrow();
});
