import { createHash, randomBytes } from 'node:crypto';
import {
  sessionIdleMs,
  sessionMaxMs,
  type Login,
  type Logins,
  type Session,
} from '../storage/interfaces/logins.ts';
import type { BackgroundWrites } from './write-behind.ts';

/** Makes an unguessable secret: 256 random bits in base64url, 43 characters. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a secret: its SHA-256, in hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** How stale "last seen" may be. Writing it on every request would be wasteful. */
const touchEveryMs = 60_000;

const maxUserAgentLength = 200;

/** The signed-in user. */
export interface SignedIn {
  readonly session: Session;
  readonly login: Login;
}

/** A user who has just been authenticated. */
export interface Authenticated {
  readonly userId: string;
  /** The value of `credentialsOf` that was verified. */
  readonly credentials: string;
}

/**
 * Makes a session for a user who has just been authenticated.
 * @returns its id, for the cookie; it is never stored. Nothing if the user's credentials were
 *   changed meanwhile
 */
export async function createSession(
  store: Pick<Logins, 'createSession'>,
  { userId, credentials }: Authenticated,
  userAgent: string,
): Promise<string | undefined> {
  const id = makeToken();
  const now = new Date().toISOString();
  const session = {
    id_hash: hashToken(id),
    user_id: userId,
    created_at: now,
    last_seen_at: now,
    user_agent: userAgent.slice(0, maxUserAgentLength).toWellFormed(),
  };
  return (await store.createSession(session, credentials)) ? id : undefined;
}

/**
 * Finds the signed-in user by session id. A session lasts 12 hours after the last request, and 30
 * days at most.
 */
export async function findSession(
  store: Pick<Logins, 'findSession' | 'findLogin' | 'touchSession'>,
  id: string,
  background: Pick<BackgroundWrites, 'failed'>,
): Promise<SignedIn | undefined> {
  const session = await store.findSession(hashToken(id));
  if (!session || !isRunning(session, Date.now())) return undefined;
  const login = await store.findLogin(session.user_id);
  if (!login) return undefined;
  await touch(store, session, background);
  return { session, login };
}

/** The active sessions of a user, most recently seen first. */
export async function listSessions(
  store: Pick<Logins, 'listSessions'>,
  userId: string,
): Promise<Session[]> {
  const now = Date.now();
  return (await store.listSessions(userId)).filter((session) => isRunning(session, now));
}

/** Signs out: the session ends. */
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

/** A request must not fail because of this. */
async function touch(
  store: Pick<Logins, 'touchSession'>,
  { id_hash, last_seen_at }: Session,
  background: Pick<BackgroundWrites, 'failed'>,
): Promise<void> {
  const now = Date.now();
  if (now - Date.parse(last_seen_at) < touchEveryMs) return;
  try {
    await store.touchSession(id_hash, new Date(now).toISOString());
  } catch (error) {
    background.failed('session_last_seen', error);
  }
}
