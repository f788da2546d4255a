import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLowdbAccountStore } from '../../../service/storage/lowdb/account-store.ts';
import { storeContract } from './suite.ts';

storeContract('lowdb', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'altscribe-'));
  return {
    open: () => openLowdbAccountStore(folder),
    remove: () => rm(folder, { recursive: true }),
  };
});
