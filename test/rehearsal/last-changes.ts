import type { RunningService } from '../support/service.ts';

/** What an operator changes in the moment before the database goes away. */
export interface LastChanges {
  /** Credits that it adds. */
  readonly credits: number;
  make(): Promise<void>;
  /** Says what of it is lost, and adds its credits once more, under the same reference. */
  listLost(): Promise<string[]>;
}

const reference = 'the last invoice';
const credits = 1_000;

/** Has something ready to be changed. */
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
        ...(isAdded ? [] : ['credits that were added']),
        ...(isRevoked ? [] : ['that a key was revoked']),
      ];
    },
  };
}
