import { sendsAlerts, sendTestAlert } from '../../compose.ts';
import { mailVariableNames, parseAlertConfig } from '../../config/alert-config.ts';
import { isStoreNamed, parsePublicUrl, parseStoreConfig } from '../../config/store-config.ts';
import { createLog } from '../../server/log.ts';
import { executeCommand } from '../execute-command.ts';
import { print } from '../print.ts';
import { CommandError } from './store-command.ts';

const nowhere = `Alerts go nowhere. Set ALERT_WEBHOOK_URL, or ${mailVariableNames} for e-mail to operators.`;

/**
 * Sends a test alert to the webhook, and to every operator by e-mail.
 * @throws CommandError if one of them failed, or if there is nowhere to send it
 */
export async function runAlertTest({ json }: { json?: boolean }): Promise<void> {
  const config = parseAlertConfig(process.env);
  const publicUrl = parsePublicUrl(process.env);
  if (!sendsAlerts(config)) throw new CommandError(nowhere);
  const operators = config.mail ? await listOperators() : [];
  const { sent, failed } = await sendTestAlert(
    { ...config, publicUrl },
    operators,
    createLog('silent'),
  );
  if (sent.length + failed.length === 0) throw new CommandError(`No operator. ${nowhere}`);
  if (failed.length > 0) throw new CommandError(`Not sent. ${failed.join('. ')}`);
  print({ sent: sent.join(', ') }, json === true);
}

async function listOperators(): Promise<string[]> {
  const mayCreate = isStoreNamed(process.env);
  const config = parseStoreConfig(process.env);
  const operators = await executeCommand(config, 'operator list', {}, { mayCreate });
  return (operators as { user_id: string }[]).map(({ user_id: id }) => id);
}
