import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Change, ChangeLog } from '../storage/interfaces/usage-log.ts';

/** Who does what an operator does on the command line. */
export const commandLine = 'command line';

/** What can be done. The name is stored. */
export const changeActions = [
  'account.created',
  'account.credited',
  'account.plan-changed',
  'account.suspended',
  'account.resumed',
  'account.invited',
  'account.removed',
  'entries.joined',
  'key.created',
  'key.rotated',
  'key.revoked',
  'operator.invited',
  'operator.removed',
  'password.set',
  'password.changed',
  'sign-in.refused',
] as const;

export type ChangeAction = (typeof changeActions)[number];

/** A change to be noted. */
export interface NewChange {
  readonly actor: string;
  readonly action: ChangeAction;
  /** The account that it was done to. */
  readonly user_id?: string | undefined;
  /** The rest, in a few values without secrets. */
  readonly details?: Change['details'] | undefined;
}

/** As much of a text as is stored, in characters: some are what a stranger has typed. */
const maxLength = 300;

/** Notes who did what. It has been done by now, so a failure to note it is logged, and no more. */
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
    log.error({ err: error, action }, 'change not noted');
  }
}

/** PostgreSQL stores no NUL and no half of a character. */
function toStored(text: string): string {
  return text.replaceAll('\0', '').slice(0, maxLength).toWellFormed();
}
