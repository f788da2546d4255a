import { Client } from 'pg';
import { vi } from 'vitest';
import type { SharedPostgres } from './postgres/use-postgres.ts';
import { status } from './provider-stand-in.ts';
import { newImage, startServiceWithProviders } from './service-with-providers.ts';
import { detailsPath } from './service.ts';

/** Low, so a test can reach it. */
const limit = 12;

/** Two processes on PostgreSQL with a separate port for metrics, after calls of every kind. */
export async function startMonitoredService(postgres: SharedPostgres) {
  const databaseUrl = await postgres.createDatabase();
  const whole = await startServiceWithProviders({
    env: {
      DATABASE_URL: databaseUrl,
      WEB_CONCURRENCY: '2',
      METRICS_PORT: '0',
      VERIFY_TEXTS: 'on',
      RATE_LIMIT_PER_MINUTE: String(limit),
    },
  });
  const [, port] = /"port":(\d+),"msg":"metrics listening"/.exec(whole.service.log()) ?? [];
  const address = `127.0.0.1:${port}`;
  const { service, key, userId } = whole;
  const auth = { 'x-api-key': key };
  const poor = 'poor@example.com';
  await service.createAccount({ user_id: poor, owner: userId, credits: 0 });
  const database = new Client(databaseUrl);
  await database.connect();

  /** A call of every kind, and the status of its response. */
  async function seeEverything(): Promise<number[]> {
    const image_file = await newImage();
    const answers = [await whole.generate({ image_file }), await whole.generate({ image_file })];
    whole.providers.set({ openai: status(401) });
    answers.push(await whole.generate(), await whole.generate({ user_id: poor }));
    answers.push(await service.post(detailsPath, {}, { 'x-api-key': 'alt_none' }));
    await database.query('ALTER TABLE accounts RENAME TO elsewhere');
    answers.push(await whole.generate());
    await database.query('ALTER TABLE elsewhere RENAME TO accounts');
    for (let i = 0; i <= limit; i++) {
      answers.push(await service.post(detailsPath, { user_id: userId }, auth));
    }
    return answers.map((answer) => answer.status);
  }

  return {
    address,
    seeEverything,
    /** Scrapes again if it fails, like Prometheus: a busy machine can stop a worker for seconds. */
    scrape: () =>
      vi.waitFor(
        async () => {
          const response = await fetch(`http://${address}/metrics`);
          if (!response.ok) throw new Error(`No metrics, but: ${whole.service.log()}`);
          return response.text();
        },
        { timeout: 30_000, interval: 1_000 },
      ),
    async dispose() {
      await database.end();
      await whole.dispose();
    },
  };
}
