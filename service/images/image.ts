import { createMemoryBudget, type MemoryLease } from '../concurrency/memory-budget.ts';
import type { Bounds } from '../concurrency/pending-tasks.ts';

const megabytes = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** A size in bytes for a message: `10 MB`. */
export function formatSize(bytes: number): string {
  return `${megabytes.format(bytes / 1024 / 1024)} MB`;
}

/** The source of an image: one of the two fields of a request. `image_file` is a data URI. */
export type ImageSource = { readonly image_url: string } | { readonly image_file: string };

/** The bounds for loading an image, and the user whose share of decoding it uses. */
interface LoadOptions extends Bounds {
  readonly user: { readonly user_id: string };
  /** Tracks the memory of the image at each step: as read, then as a JPEG. */
  readonly memory: MemoryLease;
}

/** An image as a provider gets it: JPEGs, upright, in sRGB, without metadata. */
export interface NormalImage {
  /** The whole image. */
  readonly image: Buffer;
  /** If the image is long, also its parts, from the top or from the left. Neighbours overlap. */
  readonly parts?: readonly Buffer[];
}

/** The original bytes of an image. */
interface SourceImage {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string;
  /**
   * Prepares the image for a provider. Call it once, because it releases the bytes.
   * @throws ImageError if the image cannot be read; ImagesBusyError
   */
  normalise(): Promise<NormalImage>;
}

/**
 * Reads the bytes of an image.
 * @throws ImageError if that fails; MemoryBudgetError
 */
export type ReadImage = (source: ImageSource, options: LoadOptions) => Promise<SourceImage>;

/**
 * Reads and normalises an image for a command, which shares memory and decoding with no other work.
 */
export async function loadImage(
  readImage: ReadImage,
  source: ImageSource,
  bounds: Bounds,
): Promise<NormalImage> {
  using memory = createMemoryBudget().reserve('', 0);
  const image = await readImage(source, { ...bounds, user: { user_id: '' }, memory });
  return await image.normalise();
}

/** More images are waiting than can be decoded in time. */
export class ImagesBusyError extends Error {
  override readonly name = 'ImagesBusyError';
}

/**
 * Machine-readable reasons why an image cannot be fetched or read. They are stable: docs/errors.md
 * lists them.
 */
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

/** An image cannot be fetched or read. The message says what is wrong and what to send instead. */
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
