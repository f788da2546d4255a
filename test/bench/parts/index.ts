import { clickToText } from '../editor/click-to-text.ts';
import { pages } from '../editor/pages.ts';
import { measureFlushes } from '../flushes.ts';
import { measureLowdb } from '../ledger/lowdb.ts';
import { measurePostgres } from '../ledger/postgres.ts';
import type { Part } from '../part.ts';
import { callers } from './callers.ts';
import { decoding } from './decoding.ts';
import { details } from './details.ts';
import { generatePart } from './generate.ts';
import { growth } from './growth.ts';
import { growthCheck } from './growth-check.ts';
import { growthRecording } from './growth-recording.ts';
import { memory } from './memory.ts';
import { oneCaller } from './one-caller.ts';
import { photographs } from './photographs.ts';
import { postgres } from './postgres.ts';
import { silent } from './silent.ts';
import { start } from './start.ts';
import { users } from './users.ts';

/** Every part of the bench, in the order in which they are run. */
export const parts: readonly Part[] = [
  generatePart('2kb'),
  generatePart('20kb'),
  generatePart('200kb'),
  details,
  callers,
  oneCaller,
  photographs,
  decoding,
  start,
  silent,
  users,
  postgres,
  growthRecording,
  growthCheck,
  growth,
  memory,
  clickToText,
  pages,
  {
    name: 'flushes',
    title: 'Durable writes while photographs are decoded',
    measure: async () => ({ rows: await measureFlushes() }),
  },
  { name: 'ledger-files', title: 'Reserve and settle, on files', measure: measureLowdb },
  {
    name: 'ledger-postgres',
    title: 'Reserve and settle, on PostgreSQL',
    measure: async () => ({ rows: await measurePostgres() }),
  },
];
