import { accountPath } from '../accounts/dashboard-paths.ts';
import type { LimitNotice } from '../accounts/daily-limits.ts';
import type { FailureKind } from '../providers/provider.ts';
import type { Account } from '../storage/interfaces/accounts.ts';
import type { Damage } from '../storage/interfaces/damage.ts';

/** What an alert is about: a few words, and the account or provider that it is about. */
export interface Problem {
  /** The same problem has the same cause, on all machines: `model:openai`. */
  readonly cause: string;
  /** Without a full stop. */
  readonly title: string;
  /** What to do. */
  readonly remedy: string;
  /** Why it counts as resolved. */
  readonly resolved: string;
  /** The account that it is about, if any; the log may have to leave it out. */
  readonly user?: string;
  /** The page of the dashboard to open; Health by default. */
  readonly path?: string;
}

/** No provider has answered several calls in a row. */
export function noProviderWorks(providers: string): Problem {
  return {
    cause: 'providers',
    title: 'No provider works',
    remedy: `Calls fail, because none of the providers answers (${providers}). Run "altscribe doctor", or see Health in the dashboard.`,
    resolved: 'A provider answers again.',
  };
}

/** The store cannot be reached or written. */
export function storeFails(reason: string): Problem {
  return {
    cause: 'store',
    title: 'The store cannot be used',
    remedy: `${reason} Calls fail until this is fixed.`,
    resolved: 'The store accepts writes again.',
  };
}

/** How many users an alert names. */
const usersNamed = 10;

/** Accounts or logins cannot be read. */
export function damagedData(damage: readonly Damage[]): Problem {
  const users = [...new Set(damage.flatMap(({ user_ids: ids }) => ids))];
  const more = users.length > usersNamed ? ` and ${users.length - usersNamed} more` : '';
  const whose = users.length > 0 ? ` of ${users.slice(0, usersNamed).join(', ')}${more}` : '';
  return {
    cause: 'damage',
    title: 'Accounts or logins are damaged',
    remedy: `Those${whose} are out of service. All others work. "altscribe doctor" says what to do.`,
    resolved: 'All accounts and logins can be read again.',
  };
}

/** The cause of `outOfCredits`. */
export function creditsCause(userId: string): string {
  return `credits:${userId}`;
}

/** An account has no credits left, and its calls are refused. */
export function outOfCredits({
  user_id,
  owner_id,
}: Pick<Account, 'user_id' | 'owner_id'>): Problem {
  const owner = owner_id === user_id ? '' : ` Its owner is ${owner_id}.`;
  return {
    cause: creditsCause(user_id),
    user: user_id,
    path: accountPath({ user_id, owner_id }),
    title: `${user_id} has no credits left`,
    remedy: `Its calls are refused.${owner} Add credits in the dashboard, or run "altscribe account credit".`,
    resolved: 'Its calls are answered again.',
  };
}

/** A daily limit is nearly or completely used: a new day is another cause, so nothing resolves it. */
export function dailyLimitNotice({ owner, limit, isReached }: LimitNotice): Problem {
  const day = new Date().toISOString().slice(0, 10);
  const whose = owner ?? 'The service';
  const raise =
    owner === undefined
      ? 'Raise DAILY_CALLS_MAX'
      : 'Raise the limit under Owners in the dashboard, or with "altscribe account limit",';
  return {
    cause: `${isReached ? 'limit-reached' : 'limit-nearly-reached'}:${day}:${owner ?? ''}`,
    ...(owner !== undefined && {
      user: owner,
      path: accountPath({ owner_id: owner, user_id: owner }),
    }),
    title: `${whose} has used ${isReached ? 'all' : '80 %'} of ${limit} calls today`,
    remedy: isReached
      ? `Further calls are refused until midnight UTC. ${raise} if that is too early.`
      : `Beyond ${limit}, calls are refused until midnight UTC. ${raise} if that is too early.`,
    resolved: '',
  };
}

/** How a provider rejects what the operator has configured, by the kind of the failure. */
const rejections = {
  authentication: ['rejects our API key', 'accepts our API key again'],
  model: ['does not have our model', 'has our model again'],
  'no-images': ['takes no images', 'takes images again'],
  address: ['has no such API at the configured address', 'answers at the configured address'],
} as const satisfies Partial<Record<FailureKind, readonly [string, string]>>;

export type Rejection = keyof typeof rejections;

export const rejectionKinds = Object.keys(rejections) as readonly Rejection[];

/**
 * A provider rejects the key, the model, the images or the address.
 * @param hint the provider's own message
 */
export function rejectedBy(
  provider: string,
  kind: Rejection,
  variable: string | undefined,
  hint?: string,
): Problem {
  const [title, resolved] = rejections[kind];
  return {
    cause: `${kind}:${provider}`,
    title: `${provider} ${title}`,
    remedy: `Check ${variable ?? 'its settings'}.${hint ? ` It says: “${hint}”` : ''} Meanwhile, other providers write the texts, if there are any.`,
    resolved: `${provider} ${resolved}.`,
  };
}
