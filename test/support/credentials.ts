import { credentialsOf } from '../../service/storage/credentials.ts';
import type { Logins, Session } from '../../service/storage/interfaces/logins.ts';

type Reads = Pick<Logins, 'findLogin' | 'findSecondFactor'>;

/** The present credentials of a user; none of a user without a login. */
export async function credentialsIn(store: Reads, userId: string): Promise<string> {
  const login = await store.findLogin(userId);
  return login ? credentialsOf(login, await store.findSecondFactor(userId)) : 'none';
}

/** Adds a session for a user whose present credentials were verified. */
export async function addSession(
  store: Reads & Pick<Logins, 'createSession'>,
  session: Session,
): Promise<boolean> {
  return store.createSession(session, await credentialsIn(store, session.user_id));
}
