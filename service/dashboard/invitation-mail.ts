import { isUnlimited } from '../accounts/accounts.ts';
import type { Mail } from '../mail/mailer.ts';
import type { Account } from '../storage/interfaces/accounts.ts';
import type { Texts } from './locales/locales.ts';

/** The e-mail that invites the owner of an account; `link` sets the password. */
export function invitationMail({ mail, history }: Texts, owner: Account, link: string): Mail {
  const { subject, text, allowance } = mail.invitation;
  const facts = [
    history.plan(owner.plan_type),
    isUnlimited(owner) ? history.unlimitedBalance : history.balance(owner.credits_available),
    ...(owner.monthly_allowance === null ? [] : [allowance(owner.monthly_allowance)]),
  ];
  return { to: owner.user_id, subject, text: text(new URL(link).host, facts.join(', '), link) };
}
