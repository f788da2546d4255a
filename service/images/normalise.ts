import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata } from 'sharp';
import { isCleanJpeg } from './clean-jpeg.ts';
import { drawSvg, maxFilters, TooManyFiltersError } from './draw-svg.ts';
import type { PictureProblem } from './picture.ts';

/** The bytes are not a picture that can be used. The message says why and what would be right. */
export class UnusablePictureError extends Error {
  override readonly name = 'UnusablePictureError';

  readonly code: PictureProblem;

  constructor(code: PictureProblem, message: string) {
    super(message);
    this.code = code;
  }
}

const maxPixels = 50_000_000;
const maxSide = 1_024;
/** Longest time for one picture, in seconds: others wait meanwhile. */
const timeoutSeconds = 3;
const jpegQuality = 82;

// Pictures of strangers do not come twice; keeping decoded ones would only cost memory.
sharp.cache(false);

/** What sharp calls the formats that are taken; AVIF is `heif` to it. */
const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff', 'svg']);
const wantedTypes: ReadonlySet<string> = new Set(
  ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'].map((type) => `image/${type}`),
);
/** Markers that every JPEG begins with. */
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);
const wanted = 'Send a JPEG, PNG, WebP, GIF, AVIF, TIFF or SVG picture.';

/**
 * Refuses bytes that do not begin like a picture, which takes no decoding.
 * @throws UnusablePictureError
 */
export async function requirePicture(bytes: Buffer): Promise<void> {
  if (jpegStart.equals(bytes.subarray(0, jpegStart.length))) return;
  const type = await fileTypeFromBuffer(bytes);
  const isPicture = type
    ? /^image\/|xml$/.test(type.mime)
    : /<svg[\s>]/i.test(bytes.toString('latin1'));
  if (!isPicture) throw await noPicture(bytes);
}

/** Whether a picture is fit for a provider as it is, so that `normalise` would return the same bytes. */
export function isNormal(bytes: Buffer): boolean {
  return isCleanJpeg(bytes, maxSide);
}

/**
 * Makes a picture fit for a provider: first frame, upright, on white, sRGB, longest side at most
 * 1,024 px, JPEG, without any metadata. One that is so already is returned as it is.
 * @throws UnusablePictureError
 */
export async function normalise(bytes: Buffer): Promise<Buffer> {
  if (isNormal(bytes)) return bytes;
  const metadata = await readMetadata(bytes);
  if (metadata.width * metadata.height > maxPixels) {
    throw new UnusablePictureError(
      'image_too_many_pixels',
      'The picture is too large. Send at most 50 megapixels.',
    );
  }
  try {
    const decodable = metadata.format === 'svg' ? await draw(bytes, metadata) : bytes;
    // By itself, sharp converts colours before it makes a picture smaller, when a photograph has four
    // times the pixels or more. It also leaves those of 16 bits in Display P3.
    const convertLast = metadata.hasProfile && /^(srgb|rgb16)$/.test(metadata.space);
    const options = { limitInputPixels: maxPixels, failOn: 'error', pages: 1 } as const;
    const small = sharp(decodable, { ...options, ignoreIcc: convertLast })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb');
    return await (convertLast ? small.withIccProfile('srgb', { attach: false }) : small)
      .jpeg({ quality: jpegQuality })
      .timeout({ seconds: timeoutSeconds })
      .toBuffer();
  } catch (error) {
    if (error instanceof TooManyFiltersError) {
      throw new UnusablePictureError(
        'image_undecodable',
        `The SVG has more than ${maxFilters} filter effects. Save it as PNG and send that.`,
      );
    }
    throw new UnusablePictureError(
      'image_undecodable',
      `The picture is damaged or takes too long to decode. ${wanted}`,
    );
  }
}

function draw(svg: Buffer, { width, height }: Metadata): Promise<Buffer> {
  const side = Math.max(width, height);
  return drawSvg(svg, { side, maxSide, timeoutMs: timeoutSeconds * 1_000 });
}

/** Reads no more than the header, so that a size it claims costs nothing yet. */
async function readMetadata(bytes: Buffer): Promise<Metadata> {
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
    if (formats.has(metadata.format)) return metadata;
  } catch {
    // It is said below what the bytes are instead.
  }
  throw await noPicture(bytes);
}

/** What the bytes are instead of a picture that is taken. */
async function noPicture(bytes: Buffer): Promise<UnusablePictureError> {
  const type = await fileTypeFromBuffer(bytes);
  if (type && wantedTypes.has(type.mime)) {
    return new UnusablePictureError('image_undecodable', `The picture is damaged. ${wanted}`);
  }
  const kind = type ? `This is ${withArticle(type.ext.toUpperCase())}.` : kindOfText(bytes);
  return new UnusablePictureError('image_type_unsupported', `${kind} ${wanted}`);
}

function kindOfText(bytes: Buffer): string {
  const isHtml = /^\s*<(!doctype html|html)/i.test(bytes.toString('latin1', 0, 256));
  return isHtml ? 'This is a web page.' : 'This is no picture, or a damaged one.';
}

function withArticle(abbreviation: string): string {
  return /^[AEFHILMNORSX]/.test(abbreviation) ? `an ${abbreviation}` : `a ${abbreviation}`;
}
