import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { parseConfig } from '../../../service/config/config.ts';
import { readExample } from '../../support/doc-examples.ts';

test('docs/install.md: the service accepts the variables for a reverse proxy', () => {
  const variables = parseEnv(readExample('docs/install.md', 'TRUST_PROXY'));
  const config = parseConfig({ OPENAI_API_KEY: 'key', ...variables });
  expect(config).toMatchObject({ trustProxy: true, publicUrl: 'https://alt.example.com' });
});
