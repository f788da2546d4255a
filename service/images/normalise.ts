import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata } from 'sharp';
import { isCleanJpeg } from './clean-jpeg.ts';
import { drawSvg, maxFilters, SvgRefusedError } from './draw-svg.ts';
import type { ImageProblem } from './image.ts';

/** The bytes are not a usable image. The message says why and what to send instead. */
export class UnusableImageError extends Error {
  override readonly name = 'UnusableImageError';

  readonly code: ImageProblem;

  constructor(code: ImageProblem, message: string) {
    super(message);
    this.code = code;
  }
}

const maxPixels = 50_000_000;
const maxSide = 1_024;
/** Maximum time for one image, in seconds, because others are waiting. */
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
const svgStart = /<svg[\s>]/i;
const wanted = 'Send a JPEG, PNG, WebP, GIF, AVIF, TIFF or SVG image.';

/**
 * Refuses bytes that don't begin like an image, without decoding them.
 * @throws UnusableImageError
 */
export async function requireImage(bytes: Buffer): Promise<void> {
  if (jpegStart.equals(bytes.subarray(0, jpegStart.length))) return;
  const type = await fileTypeFromBuffer(bytes);
  const isImage = type ? /^image\/|xml$/.test(type.mime) : svgStart.test(bytes.toString('latin1'));
  if (!isImage) throw await noImage(bytes);
}

/** Whether an image is already fit for a provider, so `normalise` would return the same bytes. */
export function isNormal(bytes: Buffer): boolean {
  return isCleanJpeg(bytes, maxSide);
}

/**
 * Prepares an image for a provider: first frame, upright, on white, sRGB, longest side at most
 * 1,024 px, JPEG, without metadata. An image that already is all that is returned unchanged.
 * @throws UnusableImageError
 */
export async function normalise(bytes: Buffer): Promise<Buffer> {
  if (isNormal(bytes)) return bytes;
  const metadata = await readMetadata(bytes);
  if (!metadata) return await toJpeg(await draw(bytes), { hasProfile: false, space: 'srgb' });
  if (metadata.width * metadata.height > maxPixels) throw tooManyPixels();
  return await toJpeg(bytes, metadata);
}

async function toJpeg(
  bytes: Buffer,
  { hasProfile, space }: Pick<Metadata, 'hasProfile' | 'space'>,
): Promise<Buffer> {
  // By default, sharp converts colours before it scales down, when a photograph has four times the
  // pixels or more. It also leaves 16-bit images in Display P3.
  const convertLast = hasProfile && /^(srgb|rgb16)$/.test(space);
  const options = { limitInputPixels: maxPixels, failOn: 'error', pages: 1 } as const;
  const small = sharp(bytes, { ...options, ignoreIcc: convertLast })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb');
  try {
    return await (convertLast ? small.withIccProfile('srgb', { attach: false }) : small)
      .jpeg({ quality: jpegQuality })
      .timeout({ seconds: timeoutSeconds })
      .toBuffer();
  } catch {
    throw undecodable(`The image is damaged or takes too long to decode. ${wanted}`);
  }
}

/** Converts an SVG to a PNG. */
async function draw(svg: Buffer): Promise<Buffer> {
  try {
    return await drawSvg(svg, { maxSide, maxPixels, timeoutMs: timeoutSeconds * 1_000 });
  } catch (error) {
    const reason = error instanceof SvgRefusedError ? error.reason : undefined;
    if (reason === 'pixels') throw tooManyPixels();
    throw undecodable(
      reason === 'filters'
        ? `The SVG has more than ${maxFilters} filter effects. Save it as PNG and send that.`
        : 'The SVG is damaged, or takes too much time or memory to draw. Save it as PNG and send that.',
    );
  }
}

function tooManyPixels(): UnusableImageError {
  const message = 'The image is too large. Send at most 50 megapixels.';
  return new UnusableImageError('image_too_many_pixels', message);
}

function undecodable(message: string): UnusableImageError {
  return new UnusableImageError('image_undecodable', message);
}

/**
 * Reads only the header, so a claimed size costs nothing yet. Skips anything that may be an SVG.
 */
async function readMetadata(bytes: Buffer): Promise<Metadata | undefined> {
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
    if (formats.has(metadata.format)) return metadata;
  } catch {
    // The error below names the actual format.
  }
  if (await isSvg(bytes)) return undefined;
  throw await noImage(bytes);
}

async function isSvg(bytes: Buffer): Promise<boolean> {
  if (!svgStart.test(bytes.toString('latin1')) || isHtml(bytes)) return false;
  const type = await fileTypeFromBuffer(bytes);
  return !type || /xml$/.test(type.mime);
}

/** Names the actual format of the bytes. */
async function noImage(bytes: Buffer): Promise<UnusableImageError> {
  const type = await fileTypeFromBuffer(bytes);
  if (type && wantedTypes.has(type.mime)) {
    return new UnusableImageError('image_undecodable', `The image is damaged. ${wanted}`);
  }
  const kind = type ? `This is ${withArticle(type.ext.toUpperCase())}.` : kindOfText(bytes);
  return new UnusableImageError('image_type_unsupported', `${kind} ${wanted}`);
}

function kindOfText(bytes: Buffer): string {
  return isHtml(bytes) ? 'This is a web page.' : 'This is not an image, or it is damaged.';
}

function isHtml(bytes: Buffer): boolean {
  return /^\s*<(!doctype html|html)/i.test(bytes.toString('latin1', 0, 256));
}

function withArticle(abbreviation: string): string {
  return /^[AEFHILMNORSX]/.test(abbreviation) ? `an ${abbreviation}` : `a ${abbreviation}`;
}
