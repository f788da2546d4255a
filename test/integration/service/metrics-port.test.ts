import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { runService } from '../../support/run-to-end.ts';
import { startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const postgres = usePostgres();
const env = { OPENAI_API_KEY: 'never-called' };

test('serves metrics only on METRICS_PORT, and nothing else there', async () => {
  const DATABASE_URL = await postgres.createDatabase();
  const service = await startService({ ...env, METRICS_PORT: '0', DATABASE_URL });
  onTestFinished(() => service.dispose());
  const [, port] = /"port":(\d+),"msg":"metrics listening"/.exec(service.log()) ?? [];
  const url = `http://127.0.0.1:${port}`;
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  expect((await fetch(`${url}/healthz`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
  const response = await fetch(`${url}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  expect(text).toContain('altscribe_store_up 1\n');
  // What each metric is called and says, its buckets, and what is counted from 0 on.
  const described = text.match(
    /^# \w+ altscribe_.*$|^altscribe_\w+_bucket\{le="[^"]+"|^altscribe_(?:requests|provider_\w+|background_write_failures|cache_lookups)_total\{.*\} 0$/gm,
  );
  await expect([...new Set(described), ''].join('\n')).toMatchFileSnapshot('says/metrics.txt');
});

test('a METRICS_PORT in use is named and prevents the start', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const METRICS_PORT = String((other.address() as AddressInfo).port);
  const folder = await temporaryFolder();
  const { code, stderr } = await runService({ ...env, METRICS_PORT, DATA_DIR: folder }, folder);
  expect(code).toBe(1);
  expect(stderr).toContain('set METRICS_PORT to a free port');
});
