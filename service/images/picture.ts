import type { Bounds } from '../concurrency/time-out.ts';

/** Where a picture comes from: one of the two fields of a request. */
export type PictureSource = { readonly image_url: string } | { readonly image_file: string };

/**
 * Loads a picture and makes it fit for a provider: a JPEG, upright, sRGB, without metadata.
 * @throws PictureError when the picture cannot be had or read; PicturesBusyError
 */
export type LoadPicture = (source: PictureSource, bounds: Bounds) => Promise<Buffer>;

/** More pictures wait to be decoded than can be kept waiting. */
export class PicturesBusyError extends Error {
  override readonly name = 'PicturesBusyError';
}

/** A picture cannot be had or read. The message says what is wrong and what would be right. */
export class PictureError extends Error {
  override readonly name = 'PictureError';

  readonly field: 'image_url' | 'image_file';

  constructor(field: 'image_url' | 'image_file', message: string) {
    super(message);
    this.field = field;
  }
}
