import type { FailureKind } from '../providers/provider.ts';

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
    resolved: 'The store takes writes again.',
  };
}

/** An account has no credits left, and its calls are refused. */
export function outOfCredits(userId: string, ownerId: string): Problem {
  const owner = ownerId === userId ? '' : ` Its owner is ${ownerId}.`;
  return {
    cause: `credits:${userId}`,
    user: userId,
    title: `${userId} has no credits left`,
    remedy: `Its calls are refused.${owner} Add credits in the dashboard, or run "altscribe account credit".`,
    resolved: 'Its calls are answered again.',
  };
}

/** How a provider rejects what the operator has configured, by the kind of the failure. */
const rejections = {
  authentication: ['rejects our API key', 'accepts our API key again'],
  model: ['does not have our model', 'has our model again'],
  address: ['has no such API at the configured address', 'answers at the configured address'],
} as const satisfies Partial<Record<FailureKind, readonly [string, string]>>;

export type Rejection = keyof typeof rejections;

export const rejectionKinds = Object.keys(rejections) as readonly Rejection[];

/** A provider rejects the key, the model or the address. */
export function rejectedBy(
  provider: string,
  kind: Rejection,
  variable: string | undefined,
): Problem {
  const [title, resolved] = rejections[kind];
  return {
    cause: `${kind}:${provider}`,
    title: `${provider} ${title}`,
    remedy: `Check ${variable ?? 'its settings'}. Meanwhile, other providers write the texts, if there are any.`,
    resolved: `${provider} ${resolved}.`,
  };
}
