/** The memory budget for images is used up. */
export class MemoryBudgetError extends Error {
  override readonly name = 'MemoryBudgetError';

  constructor() {
    super('The memory budget for images is used up.');
  }
}

/** Bytes that are reserved until this is disposed. */
export interface MemoryLease extends Disposable {
  /**
   * Changes how many bytes are reserved.
   * @throws MemoryBudgetError if the budget has no room; the lease stays as it was
   */
  resize(bytes: number): void;
}

/** Bounds the memory for images: bytes are reserved before they are read. */
export interface MemoryBudget {
  /**
   * @param ownerId the account owner for whom the bytes are read
   * @throws MemoryBudgetError
   */
  reserve(ownerId: string, bytes: number): MemoryLease;
  /** Bytes reserved now, for all owners. */
  reservedBytes(): number;
  /** Bytes that can be reserved at most. */
  readonly maxBytes: number;
}

/** For all processes of a machine together, and the minimum for each. */
const bytesOfAll = 256 * 1024 * 1024;
const leastBytes = 32 * 1024 * 1024;

/** The share of the budget that one owner may use. */
const shareOfOwner = 0.75;

/** @param processes how many share the machine, each with its own budget */
export function createMemoryBudget(processes = 1): MemoryBudget {
  const maxBytes = Math.max(leastBytes, bytesOfAll / processes);
  const byOwner = new Map<string, number>();
  let total = 0;

  /** Changes the bytes of a lease from `held` to `bytes`. */
  function change(ownerId: string, held: number, bytes: number): void {
    const added = bytes - held;
    const mine = (byOwner.get(ownerId) ?? 0) + added;
    const isOver = total + added > maxBytes || mine > maxBytes * shareOfOwner;
    // The only lease may be larger than its owner's share, or than the whole budget.
    if (added > 0 && isOver && total > held) throw new MemoryBudgetError();
    total += added;
    if (mine > 0) byOwner.set(ownerId, mine);
    else byOwner.delete(ownerId);
  }

  return {
    maxBytes,
    reservedBytes: () => total,
    reserve: (ownerId, bytes) => new Lease((...sizes) => change(ownerId, ...sizes), bytes),
  };
}

/**
 * A class, because V8 would create all methods anew for each object literal with a computed name.
 */
class Lease implements MemoryLease {
  readonly #change: (held: number, bytes: number) => void;
  #bytes = 0;

  constructor(change: (held: number, bytes: number) => void, bytes: number) {
    this.#change = change;
    this.resize(bytes);
  }

  resize(bytes: number): void {
    this.#change(this.#bytes, bytes);
    this.#bytes = bytes;
  }

  [Symbol.dispose](): void {
    this.resize(0);
  }
}
