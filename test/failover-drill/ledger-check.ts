import { groupBy } from './group-by.ts';
import type { Attempt } from './traffic.ts';

/** A charge in the ledger. */
export interface Charge {
  readonly user_id: string;
  readonly request_id: string;
  readonly credits: number;
}

/** The result of comparing the callers' view with the ledger. */
export interface LedgerFindings {
  /** Calls that got a text. */
  readonly texts: number;
  readonly charges: number;
  /** Charged calls whose callers got no response at all. */
  readonly chargedWithoutResponse: number;
  /** Calls that got a text, but whose charge is lost. */
  readonly textsWithoutCharge: number;
  /** Violations of the rules. */
  readonly faults: string[];
}

/** Whether the service itself didn't respond: the connection broke on either side of the proxy. */
const isByProxy = (status: number) => status === 0 || status === 502 || status === 504;

/**
 * Compares the callers' results with the ledger: every call that got a text is charged once, no
 * matter how many attempts it took, and no call that got an error is charged.
 * @param charges calls in the ledger that were not reversed
 */
export function compareWithLedger(
  attempts: readonly Attempt[],
  charges: readonly Charge[],
): LedgerFindings {
  const faults: string[] = [];
  const charged = new Map<string, number>();
  for (const { request_id: id } of charges) charged.set(id, (charged.get(id) ?? 0) + 1);
  const known = new Set(attempts.map(({ id }) => id));
  for (const id of charged.keys()) {
    if (!known.has(id)) faults.push(`a charge for an unknown request: ${id}`);
  }
  const calls = groupBy(attempts, ({ call }) => call);
  let texts = 0;
  let chargedWithoutResponse = 0;
  let textsWithoutCharge = 0;
  for (const [call, attempts] of calls) {
    const times = attempts.reduce((sum, { id }) => sum + (charged.get(id) ?? 0), 0);
    const statuses = attempts.map(({ status }) => status);
    if (statuses.includes(200)) {
      texts += 1;
      if (times === 0) textsWithoutCharge += 1;
      else if (times > 1) faults.push(`a call with a text is charged ${times} times: ${call}`);
    } else if (times > 1) {
      faults.push(`a call is charged ${times} times: ${call}`);
    } else if (times === 1) {
      if (statuses.some(isByProxy)) chargedWithoutResponse += 1;
      else faults.push(`a call that got ${statuses.join(', ')} is charged: ${call}`);
    }
  }
  return { texts, charges: charges.length, chargedWithoutResponse, textsWithoutCharge, faults };
}
