import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { text } from '../../support/provider-stand-in.ts';
import { startServiceWithProviders } from '../../support/service-with-providers.ts';

// It is not part of every system; where it is, the example has to work as it stands.
test.runIf(existsSync('/usr/bin/curl'))("the README's call writes a text", async () => {
  const whole = await startServiceWithProviders({ behaviours: { openai: text('Duas aves') } });
  onTestFinished(() => whole.dispose());
  const key = await whole.service.createAccount({ user_id: 'site@example.com', credits: 500 });
  const readme = await readFile('README.md', 'utf8');
  const [example = ''] = /^printf [^#]*--data-binary @-$/m.exec(readme) ?? [];
  const command = example.replace('http://127.0.0.1:3000', whole.service.url).replace('alt_…', key);
  const env = { ...process.env, birds: 'docs/birds.jpg' };
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
  expect(JSON.parse(stdout)).toEqual({
    altText: 'Duas aves',
    CreditsAvailable: 499,
    plan_type: 'pro',
  });
  expect(whole.lastCall().instructions).toContain('Brazilian Portuguese');
});
