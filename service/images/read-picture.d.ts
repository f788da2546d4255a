import type { MemoryBudget } from '../concurrency/memory-budget.ts';
import { type ReadPicture } from './picture.ts';
export interface ReadPictureOptions {
  readonly memory: MemoryBudget;
  /** Largest picture in bytes, as fetched or as decoded from base64. */
  readonly maxBytes: number;
  /** Whether URLs may lead to private addresses, too. */
  readonly allowPrivateNetworks: boolean;
  /** How many processes decode pictures on this machine. */
  readonly processes: number;
}
/** Makes what reads pictures: it fetches URLs itself, decodes data URIs, and normalises both. */
export declare function createPictureReader({
  memory,
  maxBytes,
  allowPrivateNetworks,
  processes,
}: ReadPictureOptions): ReadPicture;
