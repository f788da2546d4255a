import { z } from 'zod';
import { linkPurposes } from '../interfaces/logins.ts';
import { shardSchemaOf } from './shard-data.ts';

const login = z.object({
  user_id: z.string(),
  is_operator: z.boolean(),
  password_hash: z.string().nullable(),
  created_at: z.string(),
});

const link = z.object({
  token_hash: z.string(),
  purpose: z.enum(linkPurposes),
  user_id: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
});

const session = z.object({
  id_hash: z.string(),
  user_id: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  user_agent: z.string(),
});

const storedLogin = z.object({
  login: login.nullable(),
  /** One at most of each purpose. */
  links: z.array(link),
  sessions: z.array(session),
});

/** What lets one user in, so that each change is one write. */
export type StoredLogin = Readonly<z.infer<typeof storedLogin>>;

/** One file: what lets some of the users in, by `user_id`; links for the first operator under ''. */
export const loginShardSchema = shardSchemaOf<StoredLogin>(storedLogin);
