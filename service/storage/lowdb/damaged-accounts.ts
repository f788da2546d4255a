import * as z from 'zod';

/** The parts of an account that others depend on, as far as they can be read. */
const traces = z.object({
  owner_id: z.string().optional().catch(undefined),
  keys: z.array(z.object({ id: z.string(), hash: z.string() }).partial().catch({})).catch([]),
});

/** Finds the users and API keys of damaged accounts, which no index contains. */
export function createDamagedAccounts(damaged: Iterable<[string, unknown]>) {
  const owners = new Map<string, string | undefined>();
  const keyOwners = new Map<string, string>();
  for (const [userId, data] of damaged) {
    const { owner_id: ownerId, keys } = traces.catch({ keys: [] }).parse(data);
    owners.set(userId, ownerId);
    for (const { id, hash } of keys) {
      for (const idOrHash of [id, hash])
        if (idOrHash !== undefined) keyOwners.set(idOrHash, userId);
    }
  }
  return {
    /** Damaged accounts that belong to an owner or may do so, without its own. */
    usersOf: (ownerId: string) =>
      [...owners].flatMap(([userId, owner = ownerId]) =>
        owner === ownerId && userId !== ownerId ? [userId] : [],
      ),
    /** The damaged account with an API key. */
    ownerOfKey: (idOrHash: string) => keyOwners.get(idOrHash),
  };
}
