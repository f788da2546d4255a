import type { Logger } from 'pino';
import type {
  LinkPurpose,
  Login,
  OneTimeLink,
  OneTimeLinks,
} from '../storage/interfaces/logins.ts';
import { hashPassword } from './passwords.ts';
import { hashToken, makeToken } from './sessions.ts';

const hourMs = 3_600_000;

/** How long a link works, in milliseconds. */
const lifetimeMs: Readonly<Record<LinkPurpose, number>> = {
  setup: hourMs,
  invitation: 24 * hourMs,
};

/**
 * Makes the link with which a user sets a password, as an operator or as an account owner. Earlier
 * links stop working.
 * @returns its path, which is secret and never stored
 */
export async function createLink(
  store: Pick<OneTimeLinks, 'createLink'>,
  purpose: LinkPurpose,
  userId: string,
): Promise<string> {
  const { token, link } = newLink(purpose, userId);
  await store.createLink(link);
  return pathOf(purpose, token);
}

/**
 * Makes the link for the first operator, unless an operator or such a link already exists.
 * @param replaceBefore links made before this time are replaced
 * @returns its path, which is secret and never stored; nothing if no link was made
 */
export async function createFirstOperatorLink(
  store: Pick<OneTimeLinks, 'createFirstOperatorLink'>,
  replaceBefore?: Date,
): Promise<string | undefined> {
  const { token, link } = newLink('setup', null);
  const isMade = await store.createFirstOperatorLink(link, replaceBefore?.toISOString());
  return isMade ? pathOf('setup', token) : undefined;
}

/** Finds what a token is for. Returns nothing if it is wrong, used, replaced or expired. */
export async function findLink(
  store: Pick<OneTimeLinks, 'findLink'>,
  purpose: LinkPurpose,
  token: string,
): Promise<OneTimeLink | undefined> {
  const link = await store.findLink(hashToken(token), new Date().toISOString());
  return link?.purpose === purpose ? link : undefined;
}

/**
 * Sets the password of the user of a link, uses up the link and ends the user's sessions.
 * @param userId the new user, if the link is for the first operator
 * @returns the login, or nothing if the link is no longer valid
 */
export async function useLink(
  store: Pick<OneTimeLinks, 'useLink'>,
  token: string,
  { userId, password }: { readonly userId: string; readonly password: string },
): Promise<Login | undefined> {
  const login = { user_id: userId, password_hash: await hashPassword(password) };
  return store.useLink(hashToken(token), login, new Date().toISOString());
}

function newLink(
  purpose: LinkPurpose,
  userId: string | null,
): { token: string; link: OneTimeLink } {
  const token = makeToken();
  const now = Date.now();
  const link = {
    token_hash: hashToken(token),
    purpose,
    user_id: userId,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + lifetimeMs[purpose]).toISOString(),
  };
  return { token, link };
}

function pathOf(purpose: LinkPurpose, token: string): string {
  return `/dashboard/${purpose}/${token}`;
}

/**
 * Logs a new link for the first operator, unless an operator exists, or another process that started
 * together with this one has logged it. A failure is logged, because the service works without an operator.
 * @param publicUrl the address at which people reach the service
 * @param togetherMs how much earlier such a process may have logged it, in milliseconds
 */
export async function logSetupLink(
  store: Pick<OneTimeLinks, 'createFirstOperatorLink'>,
  publicUrl: string,
  log: Logger,
  togetherMs: number,
): Promise<void> {
  // A link that was never logged would keep another from being made.
  if (!log.isLevelEnabled('info')) return;
  try {
    const replaceBefore = new Date(Date.now() - performance.now() - togetherMs);
    const path = await createFirstOperatorLink(store, replaceBefore);
    if (path === undefined) return;
    log.info(
      { url: publicUrl + path },
      'no operator exists: create one with this link within an hour',
    );
  } catch (error) {
    log.warn({ err: error }, 'link for the first operator could not be made');
  }
}
