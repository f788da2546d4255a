import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { drawSvg } from '../../../service/images/draw-svg.ts';
import { ImagesBusyError } from '../../../service/images/image.ts';
import { normalise } from '../../../service/images/normalise.ts';
import { plainImage, sentImage, wanted } from '../../support/images.ts';
import { slowSvg } from '../../support/special-images.ts';

const size = { width: 240, height: 160 };

/** An image that takes as many bytes at the bottom as at the top. */
function noise() {
  const pixels = randomBytes(size.width * size.height * 3);
  return sharp(pixels, { raw: { ...size, channels: 3 } });
}

/** Red, then noise. */
async function animation() {
  const red = await plainImage('png', { ...size, colour: '#ff0000' });
  const frames = [red, await noise().png().toBuffer(), await noise().png().toBuffer()];
  return sharp(frames, { join: { animated: true } });
}

/** A red, a green and a blue frame of 120 × 80, as avifenc writes them. */
const animatedAvif = Buffer.from(
  'AAAALGZ0eXBhdmlzAAAAAGF2aWZhdmlzbXNmMWlzbzhtaWYxbWlhZk1BMUEAAAGNbWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAsaWxvYwAAAABEAAACAAEAAAABAAAHBgAAACoAAgAAAAEAAAbEAAAAHAAAAEJpaW5mAAAAAAACAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAAAaaW5mZQIAAAAAAgAAYXYwMUFscGhhAAAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQABAAAAw2lwcnAAAACdaXBjbwAAABRpc3BlAAAAAAAAAHgAAABQAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgSAAAAAAABNjb2xybmNseAABAA0ABoAAAAAOcGl4aQAAAAABCAAAAAxhdjFDgQAcAAAAADhhdXhDAAAAAHVybjptcGVnOm1wZWdCOmNpY3A6c3lzdGVtczphdXhpbGlhcnk6YWxwaGEAAAAAHmlwbWEAAAAAAAAAAgABBAECgwQAAgQBBYYHAAAFA21vb3YAAAB4bXZoZAEAAAAAAAAA5y46twAAAADnLjq3AAAAHgAAAAAAAAADAAEAAAEAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIAAAIldHJhawAAAGh0a2hkAQAAAQAAAADnLjq3AAAAAOcuOrcAAAABAAAAAAAAAAAAAAADAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAB4AAAAUAAAAAABtW1kaWEAAAAsbWRoZAEAAAAAAAAA5y46twAAAADnLjq3AAAAHgAAAAAAAAADVcQAAAAAAChoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAbGliYXZpZgAAAAFZbWluZgAAABR2bWhkAAAAAQAAAAAAAAAAAAAAJGRpbmYAAAAcZHJlZgAAAAAAAAABAAAADHVybCAAAAABAAABGXN0YmwAAAAUc3RjbwAAAAAAAAABAAAHBgAAABxzdHNjAAAAAAAAAAEAAAABAAAAAwAAAAEAAAAgc3RzegAAAAAAAAAAAAAAAwAAACoAAAAiAAAANgAAABRzdHNzAAAAAAAAAAEAAAABAAAAGHN0dHMAAAAAAAAAAQAAAAMAAAABAAAAlXN0c2QAAAAAAAAAAQAAAIVhdjAxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAHgAUABIAAAASAAAAAAAAAABCkFPTSBDb2RpbmcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEADQAGgAAAABBjY3N0AAAAAHwAAAAAAAJedHJhawAAAGh0a2hkAQAAAQAAAADnLjq3AAAAAOcuOrcAAAACAAAAAAAAAAAAAAADAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAB4AAAAUAAAAAAAFHRyZWYAAAAMYXV4bAAAAAEAAAHabWRpYQAAACxtZGhkAQAAAAAAAADnLjq3AAAAAOcuOrcAAAAeAAAAAAAAAANVxAAAAAAAKGhkbHIAAAAAAAAAAGF1eHYAAAAAAAAAAAAAAABsaWJhdmlmAAAAAX5taW5mAAAAFHZtaGQAAAABAAAAAAAAAAAAAAAkZGluZgAAABxkcmVmAAAAAAAAAAEAAAAMdXJsIAAAAAEAAAE+c3RibAAAABRzdGNvAAAAAAAAAAEAAAbEAAAAHHN0c2MAAAAAAAAAAQAAAAEAAAADAAAAAQAAACBzdHN6AAAAAAAAAAAAAAADAAAAHAAAABMAAAATAAAAFHN0c3MAAAAAAAAAAQAAAAEAAAAYc3R0cwAAAAAAAAABAAAAAwAAAAEAAAC6c3RzZAAAAAAAAAABAAAAqmF2MDEAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAeABQAEgAAABIAAAAAAAAAAEKQU9NIENvZGluZwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY//8AAAAMYXYxQ4EAHAAAAAAQY2NzdAAAAAB8AAAAAAAAOGF1eGkAAAAAdXJuOm1wZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAADMbWRhdBIACgoAAAADN3nm18lQMgwQAIAAAGoJEQ9DtCwSADIPMAPAgAAARoABAJkkWzkWEgAyDzAFwQQAAEaAAQCZJFs5FhIACg0gAAADN3nm18kBDQaQMhcQAIwAAACQAAADzhAxnnEn2UZ20MHQuhIAMh4wA8CAAABGjAAAAJAACAAAJZ8Daog1NxmDB1fGlkASADIyMAXBBAAARowAAACQAAgAHz1o4Vpmx9gOGei0mPVAtgBq5MBErDyPrN6qQD01CYhSUUA=',
  'base64',
);

const without = (bytes: Buffer, end: number) => bytes.subarray(0, bytes.length - end);
const share = (bytes: Buffer, part: number) => bytes.subarray(0, Math.floor(bytes.length * part));

async function means(bytes: Buffer): Promise<number[]> {
  const { channels } = await sharp(await sentImage(bytes)).stats();
  return channels.map(({ mean }) => Math.round(mean / 10));
}

describe('reads what browsers show', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['a JPEG without its end mark', async () => without(await noise().jpeg().toBuffer(), 2)],
    ['one whose last row is cut', async () => without(await noise().jpeg().toBuffer(), 9)],
    [
      'a progressive one',
      async () => share(await noise().jpeg({ progressive: true }).toBuffer(), 0.8),
    ],
    ['a PNG without its end', async () => without(await noise().png().toBuffer(), 30)],
    ['a PNG whose last rows are missing', async () => share(await noise().png().toBuffer(), 0.9)],
    ['a GIF whose last rows are missing', async () => share(await noise().gif().toBuffer(), 0.95)],
    ['a WebP whose last rows are missing', async () => share(await noise().webp().toBuffer(), 0.9)],
    [
      'one without loss',
      async () => share(await noise().webp({ lossless: true }).toBuffer(), 0.95),
    ],
  ])('%s', async (_case, make) => {
    const result = await sharp(await sentImage(await make())).metadata();
    expect([result.width, result.height]).toEqual([size.width, size.height]);
  });

  test('a JPEG of one colour without its end mark', async () => {
    const jpeg = await plainImage('jpeg', { ...size, colour: '#ff0000' });
    expect(await means(without(jpeg, 2))).toEqual([25, 0, 0]);
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['GIF', async () => (await animation()).gif().toBuffer()],
    ['WebP', async () => (await animation()).webp().toBuffer()],
    ['WebP without loss', async () => (await animation()).webp({ lossless: true }).toBuffer()],
  ])('the first frame of a %s with a broken later one', async (_format, make) => {
    const whole = await make();
    for (const part of [0.6, 0.8, 0.99])
      expect(await means(share(whole, part))).toEqual([25, 0, 0]);
    const broken = Buffer.from(whole);
    broken.fill(0xff, Math.floor(whole.length * 0.6));
    expect(await means(broken)).toEqual([25, 0, 0]);
  });

  test('the first frame of a GIF with garbage after it', async () => {
    const gif = await (await animation()).gif().toBuffer();
    const control = Buffer.from([0x21, 0xf9, 4]);
    const second = gif.indexOf(control, gif.indexOf(control) + 1);
    expect(await means(gif.fill(0x77, second))).toEqual([25, 0, 0]);
  });

  test('the first frame of an animated AVIF', async () => {
    expect(await means(animatedAvif)).toEqual([25, 0, 0]);
  });
});

test.each<[string, () => Promise<Buffer>, string]>([
  [
    'less than half a JPEG',
    async () => share(await noise().jpeg().toBuffer(), 0.4),
    `The image is damaged. ${wanted}`,
  ],
  [
    'less than half a PNG',
    async () => share(await noise().png().toBuffer(), 0.4),
    `The image is damaged. ${wanted}`,
  ],
  [
    'less than half a WebP',
    async () => share(await noise().webp().toBuffer(), 0.4),
    `The image is damaged. ${wanted}`,
  ],
  [
    'a TIFF of another kind',
    async () => withCompression(await noise().tiff({ compression: 'none' }).toBuffer()),
    `This kind of TIFF cannot be read, or it is damaged. ${wanted}`,
  ],
])('refuses %s', async (_case, make, message) => {
  await expect(sentImage(await make())).rejects.toMatchObject({ message: message });
});

/** The TIFF says that it is compressed in a way that libvips doesn't know. */
function withCompression(tiff: Buffer): Buffer {
  const tag = Buffer.from([0x03, 0x01, 0x03, 0x00, 0x01, 0, 0, 0]);
  const changed = Buffer.from(tiff);
  changed.writeUInt16LE(34_925, tiff.indexOf(tag) + tag.length);
  return changed;
}

test('an image that ran out of time on a busy machine is not refused forever', async () => {
  const pixels = {
    create: { width: 7_000, height: 7_000, channels: 4 as const, background: '#f00a' },
  };
  const image = await sharp(pixels).png({ compressionLevel: 1 }).toBuffer();
  const others = Array.from({ length: 12 * availableParallelism() }, () =>
    spawn(process.execPath, [
      '--eval',
      'const end = Date.now() + 60000; while (Date.now() < end);',
    ]),
  );
  onTestFinished(() => others.forEach((one) => one.kill('SIGKILL')));
  await expect(normalise(image)).rejects.toBeInstanceOf(ImagesBusyError);
  const limits = { maxSide: 1_024, maxPixels: 50_000_000, timeoutSeconds: 1 };
  await expect(drawSvg(Buffer.from(slowSvg), limits)).rejects.toMatchObject({ reason: 'busy' });
}, 120_000);
