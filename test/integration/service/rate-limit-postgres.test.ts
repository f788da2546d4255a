import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useOwnPostgres } from '../../support/postgres/use-postgres.ts';
import { detailsPath, startService, type RunningService } from '../../support/service.ts';

const [user, other] = ['a@example.com', 'b@example.com'];
const postgres = useOwnPostgres();

let url: string;
let services: [RunningService, RunningService];

beforeAll(async () => {
  url = await postgres.createDatabase();
  const start = () => startService({ OPENAI_API_KEY: 'never-called', DATABASE_URL: url });
  services = await Promise.all([start(), start()]);
}, 60_000);

afterAll(() => Promise.all(services.map((service) => service.dispose())));

function details(service: RunningService, key: string, user_id = user) {
  return service.post(detailsPath, { user_id }, { 'x-api-key': key });
}

/** Counts the statuses of simultaneous calls to each service. */
async function tally(services: RunningService[], calls: number, key: string) {
  const answers = await Promise.all(
    services.flatMap((service) =>
      Array.from({ length: calls }, () => details(service, key, other)),
    ),
  );
  const tally: Record<number, number> = {};
  for (const { status } of answers) tally[status] = (tally[status] ?? 0) + 1;
  return tally;
}

describe('refuses calls', () => {
  let service: RunningService;
  let key: string;

  beforeAll(async () => {
    [service] = services;
    key = await service.createAccount({ user_id: user });
  });

  test('while the rate limiter is unavailable, says why and recovers', async () => {
    await postgres.run(url, 'ALTER TABLE rate_limits RENAME TO elsewhere');
    for (const answer of [await details(service, key), await details(service, 'wrong')]) {
      expect(answer.status).toBe(500);
      expect(answer.body).toEqual({
        success: false,
        message: 'Internal server error',
        error: 'Requests cannot be counted at the moment.',
      });
    }
    await postgres.run(url, 'ALTER TABLE elsewhere RENAME TO rate_limits');
    expect((await details(service, key)).status).toBe(200);
  });

  test('while the database is unavailable and recovers when it is back', async () => {
    await postgres.stop();
    const answers = [await details(service, key), await details(service, '')];
    await postgres.start();
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
    expect(answers.map(({ body }) => body['error'])).toEqual([
      'Accounts cannot be read or changed at the moment.',
      'Requests cannot be counted at the moment.',
    ]);
    expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(['5', '5']);
    expect(service.log()).toContain('"store outage"');
    expect(service.log()).not.toContain('unexpected error');
    for (const one of services) {
      const status = async () => (await details(one, key)).status;
      await expect.poll(status, { timeout: 10_000 }).toBe(200);
    }
  });
});

describe('two services on one database', () => {
  test('together allow a hundred calls a minute', async () => {
    const key = await services[0].createAccount({ user_id: other });
    expect(await tally(services, 75, key)).toEqual({ 200: 100, 429: 50 });
    for (const service of services) {
      const { status, headers } = await details(service, key, other);
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(headers.get('ratelimit')).toMatch(/^"user";r=0;t=\d{1,2}$/);
    }
  });

  test('count failed authentications together', async () => {
    expect(await tally(services, 40, 'wrong')).toEqual({ 401: 60, 429: 20 });
  });
});
