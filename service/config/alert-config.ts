import * as z from 'zod';
import type { MailConfig } from '../mail/mailer.ts';
import {
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
  .regex(/^([^<>@\p{C}]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, {
    error:
      'must be an address such as altscribe@example.com, or Altscribe <altscribe@example.com>.',
  })
  .optional();
/** How alerts are sent. */
export interface AlertConfig {
  /** How e-mails are sent; undefined without `SMTP_URL`. */
  readonly mail: MailConfig | undefined;
  /** Where alerts are posted; a secret. */
  readonly alertWebhookUrl: string | undefined;
}

/** The variables that e-mail needs. */
const mailShape = { SMTP_URL: smtpUrl, MAIL_FROM: sender };

/** The variables that alerts need. */
export const alertShape = { ...mailShape, ALERT_WEBHOOK_URL: urlWithPassword };
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
 * Reads only how e-mails are sent, for commands that send one.
 * @throws ConfigError that names every problem
 */
export function parseMailConfig(given: Environment): MailConfig | undefined {
  const { env, problems: unread } = readSecretFiles(given, ['SMTP_URL']);
  const { values, problems } = readEnvironment(mailShape, env);
  if (!values || unread.length > 0) throw configError([...problems, ...unread]);
  return mailConfig(values);
}

/**
 * Reads only how alerts are sent, for commands that send one.
 * @throws ConfigError that names every problem
 */
export function parseAlertConfig(given: Environment): AlertConfig {
  const { env, problems: unread } = readSecretFiles(given, alertSecrets);
  const { values, problems } = readEnvironment(alertShape, env);
  if (!values || unread.length > 0) throw configError([...problems, ...unread]);
  return { mail: mailConfig(values), alertWebhookUrl: values.ALERT_WEBHOOK_URL };
}
