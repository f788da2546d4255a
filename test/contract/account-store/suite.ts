import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';
import { accountsContract } from './accounts.ts';
import { allowanceContract } from './allowance.ts';
import { changeLogContract } from './change-log.ts';
import { callsContract } from './calls.ts';
import { clientSitesContract } from './client-sites.ts';
import { creditsContract } from './credits.ts';
import { entriesContract } from './entries.ts';
import { entriesPageContract } from './entries-page.ts';
import { idempotencyContract } from './idempotency.ts';
import { keyUsageContract } from './key-usage.ts';
import { keysContract } from './keys.ts';
import { ledgerModel } from './ledger-model.ts';
import { loginsContract } from './logins.ts';
import { ownerUsageContract } from './owner-usage.ts';
import { rankingContract } from './ranking.ts';
import { ownersContract } from './owners.ts';
import { rotationContract } from './rotation.ts';
import type { StorePlace, Subject } from './subject.ts';
import { suspensionContract } from './suspension.ts';
import { reversalContract } from './reversal.ts';
import { usageContract } from './usage.ts';
import { clockSkewContract } from './clock-skew.ts';

/** The whole contract of storage/interfaces/account-store.ts, for one kind of store. */
export function storeContract(name: string, newPlace: () => Promise<StorePlace>): void {
  describe(`store contract: ${name}`, () => {
    let place: StorePlace;
    let store: AccountStore;

    beforeEach(async () => {
      place = await newPlace();
      store = await place.open();
    });

    afterEach(async () => {
      // Whatever a test did, the entries of every account add up to its balance.
      expect(await store.listImbalances()).toEqual([]);
      await store.close();
      await place.remove();
    });

    const subject: Subject = {
      store: () => store,
      async reopen() {
        await store.close();
        store = await place.open();
      },
    };
    accountsContract(subject);
    ownersContract(subject);
    suspensionContract(subject);
    keysContract(subject);
    rotationContract(subject);
    keyUsageContract(subject);
    clientSitesContract(subject);
    creditsContract(subject);
    allowanceContract(subject);
    entriesContract(subject);
    entriesPageContract(subject);
    idempotencyContract(subject);
    reversalContract(subject);
    usageContract(subject);
    ownerUsageContract(subject);
    rankingContract(subject);
    callsContract(subject);
    clockSkewContract(subject);
    loginsContract(subject);
    changeLogContract(subject);
    ledgerModel(subject);
  });
}
