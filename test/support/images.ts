import sharp from 'sharp';
import { ImagesBusyError, type NormalImage } from '../../service/images/image.ts';
import { normalise } from '../../service/images/normalise.ts';

/** What refusals of images say. */
export const wanted = 'Send a JPEG, PNG, WebP, GIF, AVIF, TIFF or SVG image.';
export const noImage = `This is not an image, or it is damaged. ${wanted}`;
export const tooManyPixels = 'The image is too large. Send at most 50 megapixels.';

/** An image of one colour, in a format that sharp supports. */
export function plainImage(
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff' = 'png',
  { width = 96, height = 72, colour = '#336699' } = {},
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();
}

/** A data URI for `image_file`. */
export function dataUri(bytes: Buffer, type = 'image/png'): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

/** What `normalise` returns, which is asked again while the machine is busy, as a caller would. */
export async function normaliseOnceFree(bytes: Buffer): Promise<NormalImage> {
  try {
    return await normalise(bytes);
  } catch (error) {
    if (!(error instanceof ImagesBusyError)) throw error;
    return normaliseOnceFree(bytes);
  }
}

/** The image that is sent of a file, without the parts of a long one. */
export async function sentImage(bytes: Buffer): Promise<Buffer> {
  return (await normaliseOnceFree(bytes)).image;
}
