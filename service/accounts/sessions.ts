import { createHash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import {
  sessionIdleMs,
  sessionMaxMs,
  type Login,
  type Logins,
  type Session,
} from '../storage/interfaces/logins.ts';

/** Makes a secret that nobody can guess: 256 random bits in base64url, 43 characters. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret: its SHA-256, in hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** How stale "last seen" may be: a write for every request would be waste. */
const touchEveryMs = 60_000;

const maxUserAgentLength = 200;

/** Who has signed in. */
export interface SignedIn {
  readonly session: Session;
  readonly login: Login;
}

/**
 * Makes a session for somebody who has just proved who they are.
 * @returns its id, for the cookie; it is stored nowhere
 */
export async function createSession(
  store: Pick<Logins, 'createSession'>,
  userId: string,
  userAgent: string,
): Promise<string> {
  const id = makeToken();
  const now = new Date().toISOString();
  await store.createSession({
    id_hash: hashToken(id),
    user_id: userId,
    created_at: now,
    last_seen_at: now,
    user_agent: userAgent.slice(0, maxUserAgentLength).toWellFormed(),
  });
  return id;
}

/**
 * Finds who has signed in, by the id of the session: for 12 hours after the last request and for 30
 * days at most.
 */
export async function findSession(
  store: Pick<Logins, 'findSession' | 'findLogin' | 'touchSession'>,
  id: string,
  log: Logger,
): Promise<SignedIn | undefined> {
  const session = await store.findSession(hashToken(id));
  if (!session || !isRunning(session, Date.now())) return undefined;
  const login = await store.findLogin(session.user_id);
  if (!login) return undefined;
  await touch(store, session, log);
  return { session, login };
}

/** The sessions of a user that have not ended, the last seen first. */
export async function listSessions(
  store: Pick<Logins, 'listSessions'>,
  userId: string,
): Promise<Session[]> {
  const now = Date.now();
  return (await store.listSessions(userId)).filter((session) => isRunning(session, now));
}

/** Signs out: nobody can go on with this session. */
export function endSession(
  store: Pick<Logins, 'removeSession'>,
  { id_hash }: Pick<Session, 'id_hash'>,
): Promise<void> {
  return store.removeSession(id_hash);
}

function isRunning({ created_at, last_seen_at }: Session, now: number): boolean {
  return (
    now - Date.parse(last_seen_at) < sessionIdleMs && now - Date.parse(created_at) < sessionMaxMs
  );
}

/** A request must not fail because of it. */
async function touch(
  store: Pick<Logins, 'touchSession'>,
  { id_hash, last_seen_at }: Session,
  log: Logger,
): Promise<void> {
  const now = Date.now();
  if (now - Date.parse(last_seen_at) < touchEveryMs) return;
  try {
    await store.touchSession(id_hash, new Date(now).toISOString());
  } catch (error) {
    log.warn({ err: error }, 'session not touched');
  }
}
