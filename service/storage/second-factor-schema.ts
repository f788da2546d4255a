import * as z from 'zod';
import type { SecondFactor } from './interfaces/logins.ts';

/** A second factor as both storages store it, in JSON. */
export const secondFactorSchema: z.ZodType<SecondFactor> = z.object({
  totp_secret: z.string().nullable(),
  totp_period: z.int(),
  recovery_hashes: z.array(z.string()),
  passkeys: z.array(
    z.object({
      id: z.string(),
      public_key: z.string(),
      counter: z.int(),
      transports: z.array(z.string()),
      name: z.string(),
      created_at: z.string(),
    }),
  ),
  is_required: z.boolean(),
});
