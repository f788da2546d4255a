import * as z from 'zod';
import type { MailConfig } from '../mail/mailer.ts';
import {
  origin,
  readEnvironment,
  readSecretFiles,
  urlWithPassword,
  type Environment,
} from './environment.ts';
import { configError } from './store-config.ts';

const notAMailServer =
  'must be an address such as smtp://user:password@mail.example.com:587, or smtps://….';
const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: notAMailServer, abort: true })
  .refine((value) => new URL(value).hostname !== '', { error: notAMailServer })
  .optional();
const sender = z
  .string()
  .trim()
  .regex(/^([^<>@\p{C}]+<[^\s<>@:]+@[^\s<>@]+>|[^\s<>@:]+@[^\s<>@]+)$/u, {
    error:
      'must be an address such as altscribe@example.com, or Altscribe <altscribe@example.com>.',
  })
  .optional();
/** What e-mail needs: a server, a sender, and the address of the links in it. */
export const mailVariables = ['SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'] as const;

/** The variables of e-mail, as `SMTP_URL, MAIL_FROM and PUBLIC_URL`. */
export const mailVariableNames = new Intl.ListFormat('en-GB').format(mailVariables);

/** The problem of a configuration with a mail server, but without the rest that e-mail needs. */
export function findIncompleteMail(
  values: Readonly<Partial<Record<(typeof mailVariables)[number], string | undefined>>>,
): string | undefined {
  const isIncomplete = values.SMTP_URL && mailVariables.some((name) => !values[name]);
  return isIncomplete
    ? 'SMTP_URL needs MAIL_FROM, the sender, and PUBLIC_URL, the address of links in e-mails.'
    : undefined;
}

/** How alerts are sent. */
export interface AlertConfig {
  /** How e-mails are sent; undefined without `SMTP_URL`. */
  readonly mail: MailConfig | undefined;
  /** Where alerts are posted; a secret. */
  readonly alertWebhookUrl: string | undefined;
}

/** The variables of e-mail and alerts. */
export const alertShape = {
  SMTP_URL: smtpUrl,
  MAIL_FROM: sender,
  PUBLIC_URL: origin,
  ALERT_WEBHOOK_URL: urlWithPassword,
};
export const alertSecrets = ['SMTP_URL', 'ALERT_WEBHOOK_URL'];

/** How e-mails are sent, if they are. */
export function mailConfig(values: {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
}): MailConfig | undefined {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = values;
  return smtpUrl && from ? { smtpUrl, from } : undefined;
}

/**
 * Reads only how e-mails and alerts are sent, for commands that send one.
 * @throws ConfigError that names every problem
 */
export function parseAlertConfig(given: Environment): AlertConfig {
  const { env, problems: unread } = readSecretFiles(given, alertSecrets);
  const { values, problems } = readEnvironment(alertShape, env);
  const incomplete = values && findIncompleteMail(values);
  if (!values || unread.length > 0 || incomplete)
    throw configError([...problems, ...unread, ...(incomplete ? [incomplete] : [])]);
  return { mail: mailConfig(values), alertWebhookUrl: values.ALERT_WEBHOOK_URL };
}
