import { createMemoryBudget, type MemoryLease } from '../concurrency/memory-budget.ts';
import type { Bounds } from '../concurrency/pending-tasks.ts';

const megabytes = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** A size in bytes for a message: `10 MB`. */
export function formatSize(bytes: number): string {
  return `${megabytes.format(bytes / 1024 / 1024)} MB`;
}

/**
 * Where an image comes from: one of the two fields of a request. `image_file` is a data URI.
 */
export type ImageSource = { readonly image_url: string } | { readonly image_file: string };

/** What bounds the loading of an image, and whose share of decoding it takes. */
interface LoadOptions extends Bounds {
  readonly user: { readonly user_id: string };
  /** Counts what the image takes, from step to step: as read, then as a JPEG. */
  readonly memory: MemoryLease;
}

/** The bytes of an image as they came. */
interface SourceImage {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string;
  /**
   * Makes the image fit for a provider: a JPEG, upright, sRGB, without metadata. Call it once:
   * the bytes are let go of.
   * @throws ImageError when it cannot be read; ImagesBusyError
   */
  normalise(): Promise<Buffer>;
}

/**
 * Reads the bytes of an image.
 * @throws ImageError when they cannot be had; MemoryBudgetError
 */
export type ReadImage = (source: ImageSource, options: LoadOptions) => Promise<SourceImage>;

/** Reads and normalises an image for a command, which shares with nobody and may keep it. */
export async function loadImage(
  readImage: ReadImage,
  source: ImageSource,
  bounds: Bounds,
): Promise<Buffer> {
  using memory = createMemoryBudget().reserve('', 0);
  const image = await readImage(source, { ...bounds, user: { user_id: '' }, memory });
  return await image.normalise();
}

/** More images wait to be decoded than can be in time. */
export class ImagesBusyError extends Error {
  override readonly name = 'ImagesBusyError';
}

/** Why an image cannot be had or read, for programs. They are stable: docs/errors.md lists them. */
export type ImageProblem =
  | 'image_url_invalid'
  | 'image_private_address'
  | 'image_not_found'
  | 'image_forbidden'
  | 'image_unavailable'
  | 'image_timeout'
  | 'image_file_invalid'
  | 'image_too_large'
  | 'image_too_many_pixels'
  | 'image_type_unsupported'
  | 'image_undecodable'
  | 'image_rejected';

/** An image cannot be had or read. The message says what is wrong and what would be right. */
export class ImageError extends Error {
  override readonly name = 'ImageError';

  readonly field: 'image_url' | 'image_file';
  readonly code: ImageProblem;

  constructor(field: 'image_url' | 'image_file', code: ImageProblem, message: string) {
    super(message);
    this.field = field;
    this.code = code;
  }
}
