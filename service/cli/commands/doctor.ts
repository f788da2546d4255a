import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { examineProviders, noSecondOpinion, type Finding } from '../../compose-providers.ts';
import { mailVariableNames } from '../../config/alert-config.ts';
import { parseConfig, type Config } from '../../config/config.ts';
import { readVersion } from '../../config/package.ts';
import type { MailConfig } from '../../mail/mailer.ts';
import { createLog } from '../../server/log.ts';
import { describeMissingProvider, vendors } from '../../providers/vendors.ts';
import type { Imbalance } from '../../storage/interfaces/credit-ledger.ts';
import { describeDamage, type Damage } from '../../storage/interfaces/damage.ts';
import { StoreError } from '../../storage/interfaces/errors.ts';
import { isStoreNamed, type StoreConfig } from '../../config/store-config.ts';
import { describeStore } from '../describe-store.ts';
import { executeCommand } from '../execute-command.ts';
import { print } from '../print.ts';
import { NotRunningError, sendCommand } from '../socket/client.ts';
import { CommandError } from './store-command.ts';

/** Checks everything that the service needs and prints the results. It costs no credit. */
export async function runDoctor({ json }: { json?: boolean }): Promise<void> {
  const findings = await examine(parseConfig(process.env, vendors, false));
  print(findings, json === true);
  if (!findings.every(({ ok }) => ok)) process.exitCode = 1;
}

/**
 * Checks the store, and calls every provider with a tiny image. Without a provider in this
 * environment, as in a shell beside a systemd unit, the running service calls its own.
 */
export async function examine(config: Config): Promise<Finding[]> {
  const findings = [examineItself(), ...(await examineStore(config.store))];
  if (config.mail) findings.push(await examineMail(config.mail));
  findings.push(examineAlerts(config));
  const isHere = config.providers.length > 0;
  if (isHere && config.verifyTexts && config.providers.length < 2) {
    findings.push({ check: 'second opinion', ok: false, detail: noSecondOpinion });
  }
  const ofProviders = isHere ? examineProviders(config) : askForProviders(config.store);
  return [...findings, ...(await ofProviders)];
}

async function askForProviders({ dataDir, databaseUrl }: StoreConfig): Promise<Finding[]> {
  const missing = { check: 'providers', ok: false, detail: describeMissingProvider(vendors) };
  if (databaseUrl) return [missing];
  try {
    const found = (await sendCommand(dataDir, 'providers check', {})) as Finding[];
    return found.map((one) => ({ ...one, detail: `of the running service: ${one.detail}` }));
  } catch (error) {
    if (error instanceof NotRunningError) return [missing];
    if (!(error instanceof CommandError)) throw error;
    return [{ ...missing, detail: error.message }];
  }
}

/** A running service read its settings when it started; these may differ. */
function examineItself(): Finding {
  const file = existsSync('.env') ? ` and of ${resolve('.env')}` : '';
  const detail =
    `version ${readVersion()}, Node.js ${process.version}; with the settings of this environment${file}, which ` +
    'may differ from those of a running service';
  return { check: 'altscribe', ok: true, detail };
}

/** One finding of the whole store, and one of each damaged account or login. */
async function examineStore(config: StoreConfig): Promise<Finding[]> {
  try {
    const { accounts, imbalances, damage, asked } = await checkStore(config);
    const wrong = imbalances.map(({ user_id }) => user_id).join(', ');
    const detail = wrong
      ? `the balance does not match the entries of ${wrong}`
      : `accounts: ${accounts}; every balance matches its entries`;
    return [
      { check: 'store', ok: wrong === '', detail: `${describeStore(config)}${asked}: ${detail}` },
      ...damage.map((one) => ({ check: 'store', ok: false, detail: describeDamage(one) })),
    ];
  } catch (error) {
    if (!(error instanceof StoreError || error instanceof CommandError)) throw error;
    return [{ check: 'store', ok: false, detail: error.message }];
  }
}

/** Signs in to the mail server, without sending anything. */
async function examineMail(config: MailConfig): Promise<Finding> {
  const { host } = new URL(config.smtpUrl);
  const { createMailer } = await import('../../mail/mailer.ts');
  const mailer = createMailer(config, createLog('silent'));
  try {
    await mailer.verify();
    return { check: 'e-mail', ok: true, detail: `${host} accepts e-mails from ${config.from}` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { check: 'e-mail', ok: false, detail: `${host}: ${reason} Check SMTP_URL.` };
  } finally {
    await mailer.close();
  }
}

/** Sends nothing; `altscribe alert test` does that. */
function examineAlerts({ alertWebhookUrl, mail }: Config): Finding {
  const ways = [
    ...(alertWebhookUrl === undefined ? [] : ['to ALERT_WEBHOOK_URL']),
    ...(mail ? ['by e-mail to operators'] : []),
  ];
  const detail =
    ways.length > 0
      ? `sent ${ways.join(' and ')}; "altscribe alert test" sends one`
      : `none: set ALERT_WEBHOOK_URL, or ${mailVariableNames} for e-mail to operators, to get any`;
  return { check: 'alerts', ok: true, detail };
}

/** Asks the running service, if one has the files open. */
async function checkStore(config: StoreConfig): Promise<StoreCheck & { asked: string }> {
  const ask = async () => (await sendCommand(config.dataDir, 'store check', {})) as StoreCheck;
  if (!config.databaseUrl) {
    const running = await ask().catch((error: unknown) => {
      if (error instanceof NotRunningError) return undefined;
      throw error;
    });
    if (running) return { ...running, asked: ', through the running service' };
  }
  const mayCreate = isStoreNamed(process.env);
  const found = await executeCommand(config, 'store check', {}, { mayCreate });
  return { ...(found as StoreCheck), asked: '' };
}

interface StoreCheck {
  readonly accounts: number;
  readonly imbalances: readonly Imbalance[];
  readonly damage: readonly Damage[];
}
