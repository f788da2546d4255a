/** The memory that images may take is in use. */
export class MemoryBudgetError extends Error {
  override readonly name = 'MemoryBudgetError';

  constructor() {
    super('The memory for images is in use.');
  }
}

/** Bytes that are reserved until this is disposed of. */
export interface MemoryLease extends Disposable {
  /**
   * Changes how many bytes are reserved.
   * @throws MemoryBudgetError when there is no room for more; the lease stays as it was
   */
  resize(bytes: number): void;
}

/** Bounds the memory that images take: bytes are reserved before they are read. */
export interface MemoryBudget {
  /**
   * @param ownerId of the account owner that the bytes are read for
   * @throws MemoryBudgetError
   */
  reserve(ownerId: string, bytes: number): MemoryLease;
  /** Bytes that are reserved now, for all owners. */
  reservedBytes(): number;
  /** Bytes that may be. */
  readonly maxBytes: number;
}

/** For all processes of a machine together, and what each has at least. */
const bytesOfAll = 256 * 1024 * 1024;
const leastBytes = 32 * 1024 * 1024;

/** The part of it that one owner may have. */
const shareOfOwner = 0.75;

/** @param processes how many share the machine, each with a budget of its own */
export function createMemoryBudget(processes = 1): MemoryBudget {
  const maxBytes = Math.max(leastBytes, bytesOfAll / processes);
  const byOwner = new Map<string, number>();
  let total = 0;

  function add(ownerId: string, change: number): void {
    const mine = (byOwner.get(ownerId) ?? 0) + change;
    const isOver = total + change > maxBytes || mine > maxBytes * shareOfOwner;
    // One that has all of it for itself may be larger than the share of its owner, or the whole.
    if (change > 0 && isOver && total > 0) throw new MemoryBudgetError();
    total += change;
    if (mine > 0) byOwner.set(ownerId, mine);
    else byOwner.delete(ownerId);
  }

  return {
    maxBytes,
    reservedBytes: () => total,
    reserve: (ownerId, bytes) => new Lease((change) => add(ownerId, change), bytes),
  };
}

/** A class: of an object literal with a computed name, V8 would make each method anew. */
class Lease implements MemoryLease {
  readonly #add: (change: number) => void;
  #bytes = 0;

  constructor(add: (change: number) => void, bytes: number) {
    this.#add = add;
    this.resize(bytes);
  }

  resize(bytes: number): void {
    this.#add(bytes - this.#bytes);
    this.#bytes = bytes;
  }

  [Symbol.dispose](): void {
    this.resize(0);
  }
}
