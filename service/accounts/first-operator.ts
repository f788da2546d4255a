import type { Logger } from 'pino';
import type { OneTimeLinks } from '../storage/interfaces/logins.ts';
import { createFirstOperatorLink } from './one-time-links.ts';

/**
 * Logs the link that makes the first operator, once: not where there is an operator, nor while a link
 * that was logged is valid. A failure is logged: the service does its work without an operator.
 * @param publicUrl the address under which people reach the service
 */
export async function logSetupLink(
  store: Pick<OneTimeLinks, 'createFirstOperatorLink'>,
  publicUrl: string,
  log: Logger,
): Promise<void> {
  // A link that nobody sees would keep others from being made.
  if (!log.isLevelEnabled('info')) return;
  try {
    const path = await createFirstOperatorLink(store);
    if (path === undefined) return;
    log.info({ url: publicUrl + path }, 'there is no operator: this link makes one within an hour');
  } catch (error) {
    log.warn({ err: error }, 'link for the first operator not made');
  }
}
