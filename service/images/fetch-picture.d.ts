import { type Dispatcher } from 'undici';
import { type MemoryLease } from '../concurrency/memory-budget.ts';
import { type Bounds } from '../concurrency/time-out.ts';
export interface FetchPictureOptions {
  /** Decides which addresses may be connected to. */
  readonly dispatcher: Dispatcher;
  readonly maxBytes: number;
  /** Gets the size of the picture before its bytes are read. */
  readonly lease: MemoryLease;
  readonly bounds: Bounds;
}
/**
 * Fetches the bytes at a public http or https URL.
 * @throws PictureError that says why they cannot be had; MemoryBudgetError
 */
export declare function fetchPicture(
  imageUrl: string,
  { bounds, ...options }: FetchPictureOptions,
): Promise<Buffer>;
