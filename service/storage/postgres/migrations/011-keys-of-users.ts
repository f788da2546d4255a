/** The only user that a key works for; null for all users of its owner. */
export const keysOfUsers = `ALTER TABLE api_keys ADD COLUMN user_id text COLLATE "C";`;
