import * as z from 'zod';
import type { Change } from './interfaces/usage-log.ts';

/** A change as both storages store it: PostgreSQL has its details as JSON, files have all of it. */
export const changeSchema: z.ZodType<Change> = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  user_id: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
