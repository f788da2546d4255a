import { newApiKey } from '../../../accounts/api-keys.ts';
import { createKeyedMutex } from '../../../concurrency/keyed-mutex.ts';
import type { ApiKey } from '../../../storage/interfaces/api-keys.ts';
import { idOfForm } from '../../one-use-form.tsx';
import { getOwner } from '../../get-signed-in.ts';
import type { DashboardContext, DashboardDeps } from '../../state.ts';
import { expiresAt, type Expiry } from './expiry.ts';

/** A key that a form has made. */
export interface MadeKey {
  readonly record: ApiKey;
  /** The key itself; nothing where the same form made it before. */
  readonly key: string | undefined;
}

const forms = createKeyedMutex();

/**
 * Makes a key for the owner who has signed in, once for each form that was shown.
 * @param store puts the new key into the store
 */
export function makeOnce(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  { name, expiry }: { readonly name: string; readonly expiry: Expiry },
  store: (record: ApiKey) => Promise<void>,
): Promise<MadeKey> {
  const { user_id: ownerId } = getOwner(ctx);
  const id = `key_${idOfForm(ctx, ownerId)}`;
  return forms.runExclusive(id, async () => {
    const keys = await accountStore.listKeys(ownerId);
    const earlier = keys.find((key) => key.id === id);
    if (earlier) return { record: earlier, key: undefined };
    const made = newApiKey(ownerId, name);
    const expires = expiresAt(expiry, made.record.created_at);
    const record = { ...made.record, id, expires_at: expires };
    await store(record);
    return { record, key: made.key };
  });
}
