import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Change, ChangeLog } from '../storage/interfaces/usage-log.ts';

/** The actor logged for commands. */
export const commandLine = 'command line';

/** The actions that are logged. The names are stored. */
export const changeActions = [
  'account.created',
  'account.credited',
  'account.plan-changed',
  'account.limited',
  'account.suspended',
  'account.resumed',
  'account.invited',
  'account.exported',
  'account.removed',
  'entries.joined',
  'key.created',
  'key.rotated',
  'key.revoked',
  'operator.invited',
  'operator.removed',
  'password.set',
  'password.changed',
  'second-factor.added',
  'second-factor.removed',
  'second-factor.required',
  'second-factor.optional',
  'second-factor.reset',
  'sign-in.refused',
] as const;

export type ChangeAction = (typeof changeActions)[number];

/** A change to log. */
export interface NewChange {
  readonly actor: string;
  readonly action: ChangeAction;
  /** The account that was changed. */
  readonly user_id?: string | undefined;
  /** Further details, without secrets. */
  readonly details?: Change['details'] | undefined;
}

/** Maximum stored length of a text, in characters: some are typed by strangers. */
const maxLength = 300;

/** Logs who did what. The change has already been made, so a failure is only written to the log. */
export async function noteChange(
  store: Pick<ChangeLog, 'addChange'>,
  log: Logger,
  { actor, action, user_id: userId, details = {} }: NewChange,
): Promise<void> {
  const texts = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'string' ? toStored(value) : value,
  ]);
  try {
    await store.addChange({
      id: randomUUID(),
      at: new Date().toISOString(),
      actor: toStored(actor),
      action,
      user_id: userId === undefined ? null : toStored(userId),
      details: Object.fromEntries(texts) as Change['details'],
    });
  } catch (error) {
    log.error({ err: error, action }, 'change not logged');
  }
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
function toStored(text: string): string {
  return text.replaceAll('\0', '').slice(0, maxLength).toWellFormed();
}
