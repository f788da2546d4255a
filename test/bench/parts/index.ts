import { measureFlushes } from '../flushes.ts';
import { measureLowdb } from '../ledger/lowdb.ts';
import { measurePostgres } from '../ledger/postgres.ts';
import type { Part } from '../part.ts';
import { cleanJpeg } from '../pictures.ts';
import { details } from './details.ts';
import { generatePart } from './generate.ts';

/** Every part of the bench, in the order in which they are run. */
export const parts: readonly Part[] = [
  generatePart('2kb', () => cleanJpeg('2kb')),
  generatePart('200kb', () => cleanJpeg('200kb')),
  details,
  {
    name: 'flushes',
    title: 'Durable writes while photographs are decoded',
    measure: async () => ({ rows: await measureFlushes() }),
  },
  {
    name: 'ledger-files',
    title: 'Reserve and settle, on files',
    measure: measureLowdb,
  },
  {
    name: 'ledger-postgres',
    title: 'Reserve and settle, on PostgreSQL',
    measure: async () => ({ rows: await measurePostgres() }),
  },
];
