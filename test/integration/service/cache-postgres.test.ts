import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import {
  newImage,
  providerEnv,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';
import { generatePath, startService } from '../../support/service.ts';

// Each service and each command opens a database.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const postgres = usePostgres();
let url: string;
let shared: ServiceWithProviders;
let whole: ServiceWithProviders;
let fields: { image_file: string };

beforeAll(async () => {
  url = await postgres.createDatabase();
  shared = await startServiceWithProviders({ env: { DATABASE_URL: url } });
});

afterAll(() => shared.dispose());

beforeEach(async () => {
  whole = await shared.forTest({ credits: 10 });
  fields = { image_file: await newImage() };
});

/** Another process on the same database with a different configuration. */
async function startBeside(env: Record<string, string>) {
  const service = await startService({
    ...providerEnv(whole.providers),
    DATABASE_URL: url,
    ...env,
  });
  onTestFinished(() => service.dispose());
  const body = { user_id: whole.userId, ...fields };
  return () => service.post(generatePath, body, { 'x-api-key': whole.key });
}

test('an answer cached by one process is served by the others, until their own cache time is over', async () => {
  const generate = await startBeside({ CACHE_TTL_SECONDS: '3600' });
  const first = await whole.generate(fields);
  const second = await generate();
  expect(second.text).toBe(first.text);
  expect(second.headers.get('age')).toMatch(/^\d+$/);

  await postgres.run(url, `UPDATE cached_answers SET kept_at = kept_at - interval '2 hours'`);
  const old = await whole.generate(fields);
  expect(Number(old.headers.get('age'))).toBeGreaterThanOrEqual(7_200);
  expect((await generate()).headers.get('age')).toBeNull();
});

test.each([{ OPENAI_MODEL: 'another' }, { GEMINI_MODEL: 'another' }, { GEMINI_API_KEY: '' }])(
  'asks again with other models: %j',
  async (env) => {
    const generate = await startBeside(env);
    await whole.generate(fields);
    expect((await generate()).headers.get('age')).toBeNull();
    expect((await whole.generate(fields)).headers.get('age')).not.toBeNull();
    expect(whole.providers.calls).toHaveLength(2);
  },
);

test.each([
  ['that holds nonsense', `UPDATE cached_answers SET answer = '{"altText": 1'`, ''],
  ['that holds something else', `UPDATE cached_answers SET answer = '{"altText": 1}'`, ''],
  [
    'that takes no more',
    `ALTER TABLE cached_answers ADD CONSTRAINT none CHECK (false) NOT VALID;
     DELETE FROM cached_answers`,
    'ALTER TABLE cached_answers DROP CONSTRAINT none',
  ],
  [
    'whose table is gone',
    'ALTER TABLE cached_answers RENAME TO gone',
    'ALTER TABLE gone RENAME TO cached_answers',
  ],
])('a cache %s fails no call and costs only the credit for the text', async (_how, sql, mend) => {
  await whole.generate(fields);
  const logged = whole.service.log().length;
  await postgres.run(url, sql);
  onTestFinished(async () => {
    await postgres.run(url, mend);
  });
  const answer = await whole.generate(fields);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ CreditsAvailable: 8 });
  expect(answer.headers.get('age')).toBeNull();
  expect(await whole.service.credits(whole.userId)).toBe(8);
  expect(whole.service.log().slice(logged)).toContain('"response cache failed"');
});

test('a cache that does not respond delays calls only briefly', async () => {
  await whole.generate(fields);
  const lock = 'BEGIN; LOCK TABLE cached_answers IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(30)';
  // The sleep is interrupted below.
  const ended = expect(postgres.run(url, lock)).rejects.toThrow(/terminating connection/);
  const holders = `FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted
    AND relation = 'cached_answers'::regclass`;
  const isHeld = () => postgres.run(url, `SELECT 1 ${holders}`);
  await expect.poll(isHeld, { timeout: 10_000 }).toHaveLength(1);

  const answer = await whole.generate(fields);
  expect(answer.status).toBe(200);
  expect(whole.service.log()).toContain('The response cache took too long.');
  // The call did not wait for the lock.
  expect(await isHeld()).toHaveLength(1);
  await postgres.run(url, `SELECT pg_terminate_backend(pid) ${holders}`);
  await ended;
});
