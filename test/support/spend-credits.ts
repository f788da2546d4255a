import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../service/server/log.ts';
import { openPostgresAccountStore } from '../../service/storage/postgres/account-store.ts';
import { at, reservation } from '../contract/account-store/examples.ts';

/*
 * A separate process that makes simultaneous calls for one user and prints how many were allowed:
 * `spend-credits.ts <database> <name> <calls>`.
 */
const [url = '', name = '', calls = '0'] = process.argv.slice(2);
const store = await openPostgresAccountStore(url, { log: createLog('silent') });
const outcomes = await Promise.all(
  Array.from({ length: Number(calls) }, async (_, i) => {
    const mine = reservation(`${name}-${i}`);
    if (!(await store.reserve(mine))) return 'refused';
    await sleep(1);
    // Every fourth call fails and returns its credit.
    if (i % 4 === 3) await store.release(mine);
    else await store.settle(mine, at);
    return i % 4 === 3 ? 'released' : 'spent';
  }),
);
await store.close();
console.log(JSON.stringify(outcomes));
