import type { Postgres } from '../support/postgres/server.ts';
import type { RunningService } from '../support/service.ts';

/** What an operator has changed when the database goes away. */
export interface LastChanges {
  /** Credits that it adds. */
  readonly credits: number;
  make(): Promise<void>;
  /**
   * Says what of it a database does not have, and adds its credits once more, under the same
   * reference.
   */
  listLost(database: Postgres): Promise<string[]>;
}

/** Has something ready to be changed. */
export async function makeLastChanges(
  service: RunningService,
  userId: string,
): Promise<LastChanges> {
  const credits = 1_000;
  const owner = { owner: userId, name: 'To be revoked' };
  const { id } = (await service.execute('key create', owner)) as { id: string };
  const addCredits = () =>
    service.execute('account credit', {
      ...{ user_id: userId, credits: String(credits), id: 'the last invoice' },
    });
  return {
    credits,
    async make() {
      await addCredits();
      await service.execute('key revoke', { id });
    },
    async listLost(database) {
      const find = (sql: string) => database.run(database.address('altscribe'), sql);
      const added = await find(`SELECT 1 FROM entries WHERE id = 'the last invoice'`);
      const revoked = await find(
        `SELECT 1 FROM api_keys WHERE id = '${id}' AND revoked_at IS NOT NULL`,
      );
      await addCredits();
      return [
        ...(added.length === 0 ? ['credits that were added'] : []),
        ...(revoked.length === 0 ? ['that a key was revoked'] : []),
      ];
    },
  };
}
