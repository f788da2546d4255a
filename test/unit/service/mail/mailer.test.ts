import { expect, onTestFinished, test } from 'vitest';
import { createMailer } from '../../../../service/mail/mailer.ts';
import { createLog } from '../../../../service/server/log.ts';
import { startSmtpServer } from '../../../support/smtp-server.ts';

test('closing waits for e-mails that are being sent', async () => {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.stop());
  let lines = '';
  const mailer = createMailer(
    { smtpUrl: `smtp://127.0.0.1:${smtp.port}`, from: 'altscribe@example.com' },
    createLog('info', { write: (line: string) => void (lines += line) }),
  );
  const subject = 'client@example.com has 20 credits left';
  mailer.sendLater({ to: 'owner@example.com', subject, text: '20 are left.' });
  await mailer.close();
  // LOG_REDACT removes `user`, and nothing else has an address.
  expect(lines).toContain('"user":"owner@example.com","subject":"… has 20 credits left"');
  expect(lines).toContain('"msg":"e-mail sent"');
});
