import { z } from 'zod';

const account = z.object({
  user_id: z.string(),
  owner_id: z.string(),
  plan_type: z.string(),
  credits_available: z.int().min(0),
});

const apiKey = z.object({
  id: z.string(),
  owner_id: z.string(),
  name: z.string(),
  hash: z.string(),
  last4: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});

const reservation = z.object({
  id: z.string(),
  user_id: z.string(),
  credits: z.int().min(1),
});

/** A record that holds nothing but what is put into it: `constructor` is not there. */
function bareRecord<T>(entries: Readonly<Record<string, T>> = {}): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}

function recordOf<T>(value: z.ZodType<T>) {
  return z.record(z.string(), value).transform(bareRecord<T>);
}

/** What the lowdb file holds: accounts by `user_id`, keys by hash, reservations by id. */
export const dataSchema = z.object({
  version: z.literal(1),
  accounts: recordOf(account),
  keys: recordOf(apiKey),
  reservations: recordOf(reservation),
});

export type Data = z.infer<typeof dataSchema>;

/** A store that nothing has been put into. */
export function emptyData(): Data {
  return {
    version: 1,
    accounts: bareRecord(),
    keys: bareRecord(),
    reservations: bareRecord(),
  };
}
