import type { Mail, Mailer } from '../mail/mailer.ts';
import type { Texts } from './locales/locales.ts';
import { notFound } from './render.tsx';
import type { DashboardDeps } from './state.ts';

/**
 * Gets the mailer, for pages that need one.
 * @throws PageError 404 if e-mail is not configured
 */
export function getMailer({ mailer }: DashboardDeps): Mailer {
  if (!mailer) throw notFound();
  return mailer;
}

interface Link {
  readonly deps: Pick<DashboardDeps, 'publicUrl'>;
  readonly to: string;
  /** The path of the link. */
  readonly path: string;
}

/**
 * An e-mail with a link. Its address is the configured one: an address from the request could be
 * forged, which would give the link to the attacker.
 */
export function linkMail(
  { subject, text }: Texts['mail']['forgotten'],
  { deps: { publicUrl = '' }, to, path }: Link,
): Mail {
  return { to, subject, text: text(publicUrl + path) };
}
