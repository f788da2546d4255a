import { createMemoryBudget, type MemoryLease } from '../concurrency/memory-budget.ts';
import type { Bounds } from '../concurrency/pending-tasks.ts';

const megabytes = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** A size in bytes for a message: `10 MB`. */
export function formatSize(bytes: number): string {
  return `${megabytes.format(bytes / 1024 / 1024)} MB`;
}

/**
 * Where a picture comes from: one of the two fields of a request. `image_file` is a data URI.
 */
export type PictureSource = { readonly image_url: string } | { readonly image_file: string };

/** What bounds the loading of a picture, and whose share of decoding it takes. */
interface LoadOptions extends Bounds {
  readonly user: { readonly user_id: string };
  /** Counts what the picture takes, from step to step: as read, then as a JPEG. */
  readonly memory: MemoryLease;
}

/** The bytes of a picture as they came. */
interface SourcePicture {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string;
  /**
   * Makes the picture fit for a provider: a JPEG, upright, sRGB, without metadata. Call it once:
   * the bytes are let go of.
   * @throws PictureError when it cannot be read; PicturesBusyError
   */
  normalise(): Promise<Buffer>;
}

/**
 * Reads the bytes of a picture.
 * @throws PictureError when they cannot be had; MemoryBudgetError
 */
export type ReadPicture = (source: PictureSource, options: LoadOptions) => Promise<SourcePicture>;

/** Reads and normalises a picture for a command, which shares with nobody and may keep it. */
export async function loadPicture(
  readPicture: ReadPicture,
  source: PictureSource,
  bounds: Bounds,
): Promise<Buffer> {
  using memory = createMemoryBudget().reserve('', 0);
  const picture = await readPicture(source, { ...bounds, user: { user_id: '' }, memory });
  return await picture.normalise();
}

/** More pictures wait to be decoded than can be in time. */
export class PicturesBusyError extends Error {
  override readonly name = 'PicturesBusyError';
}

/** Why a picture cannot be had or read, for programs. They are stable: docs/errors.md lists them. */
export type PictureProblem =
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

/** A picture cannot be had or read. The message says what is wrong and what would be right. */
export class PictureError extends Error {
  override readonly name = 'PictureError';

  readonly field: 'image_url' | 'image_file';
  readonly code: PictureProblem;

  constructor(field: 'image_url' | 'image_file', code: PictureProblem, message: string) {
    super(message);
    this.field = field;
    this.code = code;
  }
}
