import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { chooseBackground } from './background.ts';
import { bitmapToPng } from './bitmap.ts';
import { isCleanJpeg } from './clean-jpeg.ts';
import { decodeBody } from './content-encoding.ts';
import { isMostlyThere, toDecodable } from './decodable.ts';
import { drawSvg, maxFilters, SvgRefusedError } from './draw-svg.ts';
import { startDecoding } from './decoding-time.ts';
import { findSmallFrame } from './gif-frame.ts';
import { ImagesBusyError, type ImageProblem, type NormalImage } from './image.ts';
import { maxProlog, readMarkup } from './markup.ts';
import { asOneImage, findMargins, findSentSize, isSentAsIs } from './sent-size.ts';
import type { Section, Size } from './sent-size.ts';
import { drawHtmlAsText, SvgHtmlError } from './svg-html.ts';

/** The bytes are not a usable image. The message says why and what to send instead. */
export class UnusableImageError extends Error {
  override readonly name = 'UnusableImageError';

  readonly code: ImageProblem;

  constructor(code: ImageProblem, message: string) {
    super(message);
    this.code = code;
  }
}

/** The file is broken, so a decoder that skips errors may still read it. */
class DamagedError extends UnusableImageError {}

const maxPixels = 50_000_000;
/** Maximum time for one image, in seconds, because others are waiting; for SVGs, processor time. */
const timeoutSeconds = 3;
const jpegQuality = 82;

// Callers' images rarely repeat, so caching decoded ones would only cost memory.
sharp.cache(false);
// Anything that may be an SVG is only read in a separate process.
sharp.block({ operation: ['VipsForeignLoadSvg'] });

/** sharp's names for the accepted formats; AVIF is `heif`. */
const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff']);
const wantedTypes: ReadonlySet<string> = new Set(
  ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'].map((type) => `image/${type}`),
);
/** The first bytes of every JPEG. */
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);
/**
 * How much of an SVGZ is read to recognise it, in bytes; unpacked, it may be 1,000 times as much.
 */
const maxPackedProlog = 1024;
/** The largest SVG that may be in an SVGZ, in bytes. */
const maxUnpacked = 10 * 1024 * 1024;
const wanted = 'Send a JPEG, PNG, WebP, GIF, AVIF, TIFF or SVG image.';

/**
 * Refuses bytes that don't begin like an image, without decoding them.
 * @throws UnusableImageError
 */
export async function requireImage(bytes: Buffer): Promise<void> {
  if (jpegStart.equals(bytes.subarray(0, jpegStart.length))) return;
  const type = await fileTypeFromBuffer(bytes);
  if (type?.mime.startsWith('image/')) return;
  const start = await unpack(bytes.subarray(0, isGzip(bytes) ? maxPackedProlog : maxProlog));
  if (readMarkup(start)?.kind !== 'svg') throw await noImage(bytes);
}

/** Whether an image is already fit for a provider, so `normalise` would return the same bytes. */
export function isNormal(bytes: Buffer): boolean {
  return isCleanJpeg(bytes, isSentAsIs);
}

/**
 * Prepares an image for a provider: first frame, upright, on a background on which it can be seen,
 * sRGB, in the size that is sent, JPEG, without metadata. An image that already meets all of this
 * is returned unchanged.
 * @throws UnusableImageError; ImagesBusyError if the machine is too busy
 */
export async function normalise(original: Buffer): Promise<NormalImage> {
  if (isNormal(original)) return { image: original };
  const bytes = (await bitmapToPng(original)) ?? toDecodable(original);
  const metadata = await readMetadata(bytes);
  if (!metadata) {
    const drawing = await draw(bytes);
    return await toJpegs(drawing, await sharp(drawing).metadata());
  }
  if (metadata.width * metadata.height > maxPixels) throw tooManyPixels();
  try {
    return await toJpegs(bytes, metadata);
  } catch (error) {
    // Browsers show the part that exists.
    if (!(error instanceof DamagedError) || !(await isMostlyThere(bytes, timeoutSeconds)))
      throw error;
    return await toJpegs(bytes, metadata, 'none');
  }
}

async function toJpegs(
  bytes: Buffer,
  { autoOrient: upright, hasAlpha, hasProfile, space, format }: Metadata,
  failOn: 'error' | 'none' = 'error',
): Promise<NormalImage> {
  const size = findSentSize(upright);
  // By default, sharp converts colours before it scales down, when a photograph has at least four
  // times as many pixels. It also leaves 16-bit images in Display P3.
  const convertLast = hasProfile && /^(srgb|rgb16)$/.test(space);
  const options = { limitInputPixels: maxPixels, failOn, pages: 1 } as const;
  const frame = hasAlpha ? undefined : findSmallFrame(bytes);
  const source = sharp(bytes, { ...options, ignoreIcc: convertLast });
  const small = (frame ? placeFrame(source, frame, upright, size) : scale(source, size))
    .toColourspace('srgb')
    .timeout({ seconds: timeoutSeconds });
  const converted = convertLast ? small.withIccProfile('srgb', { attach: false }) : small;
  using decoding = startDecoding();
  try {
    if (!hasAlpha && !frame && size.parts.length === 0) {
      return { image: await encode(converted, size) };
    }
    const { data, info } = await converted.raw().toBuffer({ resolveWithObject: true });
    const open = () => sharp(data, { raw: info });
    const background = info.channels === 4 ? chooseBackground(data, info.width) : undefined;
    const flat = () => open().flatten({ background });
    if (size.parts.length === 0) return { image: await encode(flat(), size) };
    const whole = asOneImage(size);
    const image = await encode(scale(flat(), whole), whole);
    const parts: Buffer[] = [];
    // One after the other, so other callers get their turn.
    for (const part of size.parts) parts.push(await encode(flat().extract(part), part));
    return { image, parts };
  } catch (error) {
    if (!String(error).includes('timeout: ')) throw damaged(format);
    if (decoding.isStarved()) throw new ImagesBusyError();
    throw undecodable(`The image takes too long to decode. ${wanted}`);
  }
}

function scale(image: Sharp, { width, height }: Size): Sharp {
  return image.autoOrient().resize({ width, height, fit: 'fill' });
}

/**
 * The first frame of a GIF in its place. Outside it, libvips draws black, and browsers draw
 * nothing.
 */
function placeFrame(image: Sharp, frame: Section, canvas: Size, size: Size): Sharp {
  const x = (pixels: number) => Math.round((pixels * size.width) / canvas.width);
  const y = (pixels: number) => Math.round((pixels * size.height) / canvas.height);
  const [left, top] = [x(frame.left), y(frame.top)];
  const width = Math.max(1, x(frame.left + frame.width) - left);
  const height = Math.max(1, y(frame.top + frame.height) - top);
  return image
    .extract(frame)
    .resize({ width, height, fit: 'fill' })
    .extend({
      ...{ left, top, right: Math.max(0, size.width - left - width) },
      ...{ bottom: Math.max(0, size.height - top - height), background: '#0000' },
    });
}

/** The JPEG that is sent for an image, or for a part of it, in this size. */
function encode(image: Sharp, size: Size): Promise<Buffer> {
  return image
    .extend({ ...findMargins(size), extendWith: 'copy' })
    .jpeg({ quality: jpegQuality })
    .toBuffer();
}

/** Converts an SVG to a PNG. */
async function draw(bytes: Buffer): Promise<Buffer> {
  const markup = readMarkup(await unpack(bytes));
  if (markup?.kind !== 'svg') throw await noImage(bytes);
  try {
    // libvips recognises an SVG by these four characters, which a prefix hides.
    const svg = `<!--<svg-->${drawHtmlAsText(markup.text)}`;
    return await drawSvg(Buffer.from(svg), {
      maxPixels,
      timeoutSeconds,
    });
  } catch (error) {
    if (error instanceof SvgHtmlError) {
      throw undecodable(
        'The SVG contains HTML that we cannot draw. Export it as PNG and send that.',
      );
    }
    const reason = error instanceof SvgRefusedError ? error.reason : undefined;
    if (reason === 'pixels') throw tooManyPixels();
    if (reason === 'busy') throw new ImagesBusyError();
    throw undecodable(
      reason === 'filters'
        ? `The SVG has more than ${maxFilters} filter effects. Save it as PNG and send that.`
        : 'The SVG is damaged, or takes too much time or memory to draw. Save it as PNG and send that.',
    );
  }
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The SVG in an SVGZ. Browsers show it, because servers send its encoding in a header. */
async function unpack(bytes: Buffer): Promise<Buffer> {
  return isGzip(bytes) ? await decodeBody(bytes, ['gzip'], maxUnpacked).catch(() => bytes) : bytes;
}

function tooManyPixels(): UnusableImageError {
  const message = 'The image is too large. Send at most 50 megapixels.';
  return new UnusableImageError('image_too_many_pixels', message);
}

/** @param format sharp's name, or an extension */
function damaged(format = 'image'): DamagedError {
  // There are more kinds of TIFF than libvips reads.
  const what = /^tiff?$/.test(format) ? 'This kind of TIFF cannot be read, or it' : 'The image';
  return new DamagedError('image_undecodable', `${what} is damaged. ${wanted}`);
}

function undecodable(message: string): UnusableImageError {
  return new UnusableImageError('image_undecodable', message);
}

/** Reads only the header, so a claimed size costs nothing yet. Skips anything that may be an SVG. */
async function readMetadata(bytes: Buffer): Promise<Metadata | undefined> {
  try {
    const options = { limitInputPixels: false, failOn: 'none', pages: 1 } as const;
    const metadata = await sharp(bytes, options).metadata();
    return formats.has(metadata.format) ? metadata : undefined;
  } catch {
    return undefined;
  }
}

/** Names the actual format of the bytes. */
async function noImage(bytes: Buffer): Promise<UnusableImageError> {
  const type = await fileTypeFromBuffer(bytes);
  if (type && wantedTypes.has(type.mime)) return damaged(type.ext);
  const kind =
    readMarkup(bytes.subarray(0, maxProlog))?.kind === 'web-page'
      ? 'This is a web page.'
      : type
        ? `This is ${withArticle(type.ext.toUpperCase())}.`
        : 'This is not an image, or it is damaged.';
  return new UnusableImageError('image_type_unsupported', `${kind} ${wanted}`);
}

function withArticle(abbreviation: string): string {
  return /^[AEFHILMNORSX]/.test(abbreviation) ? `an ${abbreviation}` : `a ${abbreviation}`;
}
