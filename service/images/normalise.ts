import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { isCleanJpeg } from './clean-jpeg.ts';

/** The bytes are not a picture that can be used. The message says why and what would be right. */
export class UnusablePictureError extends Error {
  override readonly name = 'UnusablePictureError';
}

const maxPixels = 50_000_000;
const maxSide = 1_024;
const timeoutSeconds = 10;
const jpegQuality = 82;

// Pictures of strangers do not come twice; keeping decoded ones would only cost memory.
sharp.cache(false);

/** What sharp calls the formats that are taken; AVIF is `heif` to it. */
const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff', 'svg']);
const wanted = 'Send a JPEG, PNG, WebP, GIF, AVIF, TIFF or SVG picture.';

/**
 * Makes a picture fit for a provider: first frame, upright, on white, sRGB, longest side at most
 * 1,024 px, JPEG, without any metadata. One that is so already is answered as it is.
 * @throws UnusablePictureError
 */
export async function normalise(bytes: Buffer): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
  const metadata = await picture.metadata().catch(() => undefined);
  if (!metadata || !formats.has(metadata.format)) {
    throw new UnusablePictureError(`This is ${await kindOf(bytes)}. ${wanted}`);
  }
  if (metadata.width * metadata.height > maxPixels) {
    throw new UnusablePictureError('The picture is too large. Send at most 50 megapixels.');
  }
  if (isCleanJpeg(bytes, metadata, maxSide)) return bytes;
  try {
    return await picture
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: jpegQuality })
      .timeout({ seconds: timeoutSeconds })
      .toBuffer();
  } catch {
    throw new UnusablePictureError(`The picture is damaged or takes too long to decode. ${wanted}`);
  }
}

async function kindOf(bytes: Buffer): Promise<string> {
  const type = await fileTypeFromBuffer(bytes);
  if (type) return `a file of type ${type.mime}`;
  const isHtml = /^\s*<(!doctype html|html)/i.test(bytes.toString('latin1', 0, 256));
  return isHtml ? 'a web page' : 'no picture, or a damaged one';
}
