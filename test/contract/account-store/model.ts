/** The ledger of one account, in a few lines: the behaviour that every store must have. */
export interface Model {
  balance(): number;
  reserve(id: string, cost: number, month: string): number | undefined;
  settle(id: string): void;
  release(id: string): void;
  reverse(id: string): void;
  change(id: string, by: number): number | undefined;
}

export function newModel(credits: number, allowance: number | null): Model {
  let balance = credits;
  let givenMonth = '';
  const given = new Set<string>();
  const costs = new Map<string, number>();
  const done = new Set<string>();
  const reversed = new Set<string>();
  return {
    balance: () => balance,
    reserve(id, cost, month) {
      if (costs.has(id)) return balance;
      if (allowance !== null && (month > givenMonth || givenMonth > monthAfter(month))) {
        if (balance < allowance && !given.has(month)) {
          balance = allowance;
          given.add(month);
        }
        givenMonth = month;
      }
      if (balance < cost) return undefined;
      costs.set(id, cost);
      return (balance -= cost);
    },
    settle(id) {
      if (costs.has(id)) done.add(id);
    },
    release(id) {
      if (done.has(id)) return;
      balance += costs.get(id) ?? 0;
      costs.delete(id);
    },
    reverse(id) {
      if (!done.has(id)) {
        this.release(id);
        return;
      }
      if (!reversed.has(id)) balance += costs.get(id) ?? 0;
      reversed.add(id);
    },
    change(id, by) {
      if (done.has(id)) return balance;
      if (balance + by < 0) return undefined;
      done.add(id);
      return (balance += by);
    },
  };
}

/** The next month. Not for December. */
function monthAfter(month: string): string {
  return month.slice(0, -1) + String(Number(month.slice(-1)) + 1);
}
