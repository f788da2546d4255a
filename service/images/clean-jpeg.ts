import type { Metadata } from 'sharp';

const endOfImage = Buffer.from([0xff, 0xd9]);

/**
 * Whether a picture is fit for a provider as it is: an upright sRGB JPEG of at most `maxSide` pixels
 * without metadata. Such a picture is not compressed a second time.
 */
export function isCleanJpeg(bytes: Buffer, metadata: Metadata, maxSide: number): boolean {
  return (
    metadata.format === 'jpeg' &&
    metadata.space === 'srgb' &&
    Math.max(metadata.width, metadata.height) <= maxSide &&
    (metadata.orientation ?? 1) === 1 &&
    // What follows the end of the image could be anything, a second picture too.
    bytes.indexOf(endOfImage) === bytes.length - endOfImage.length &&
    !hasMetadataSegment(bytes)
  );
}

/**
 * Looks for segments that carry EXIF, XMP, IPTC, colour profiles, comments or makers' own data: any
 * APPn but JFIF's APP0 and Adobe's APP14, which hold parameters of decoding, and COM (ITU-T T.81,
 * table B.1). Inside coded data 0xFF is never followed by such a byte; where it is by chance
 * elsewhere, the picture is only compressed again.
 */
function hasMetadataSegment(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0;
    const isApplication = marker >= 0xe1 && marker <= 0xef && marker !== 0xee;
    if (isApplication || marker === 0xfe) return true;
  }
  return false;
}
