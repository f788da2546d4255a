import type { RunningService } from '../support/service.ts';

/** An operator's changes just before the database fails. */
export interface LastChanges {
  /** The credits that the operator adds. */
  readonly credits: number;
  make(): Promise<void>;
  /** Lists which changes were lost, and adds the credits again under the same reference. */
  listLost(): Promise<string[]>;
}

const reference = 'the last invoice';
const credits = 1_000;

/** Prepares the changes. */
export async function prepareLastChanges(
  service: RunningService,
  userId: string,
): Promise<LastChanges> {
  const owner = { owner: userId };
  const { id } = (await service.execute('key create', owner)) as { id: string };
  const addCredits = () =>
    service.execute('account credit', {
      ...{ user_id: userId, credits: String(credits), id: reference },
    });
  return {
    credits,
    async make() {
      await addCredits();
      await service.execute('key revoke', { id });
    },
    async listLost() {
      const entries = (await service.execute('account history', { user_id: userId })) as {
        reference: string | null;
      }[];
      const keys = (await service.execute('key list', owner)) as {
        id: string;
        revoked_at: string | null;
      }[];
      await addCredits();
      const isAdded = entries.some((one) => one.reference === reference);
      const isRevoked = keys.some((one) => one.id === id && one.revoked_at !== null);
      return [
        ...(isAdded ? [] : ['added credits']),
        ...(isRevoked ? [] : ['the revocation of a key']),
      ];
    },
  };
}
