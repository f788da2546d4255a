import { afterAll, beforeAll, expect, test } from 'vitest';
import { silence, status, text, type Behaviour } from '../../support/provider-stand-in.ts';
import {
  providerEnv,
  startServiceWithProviders,
  type ServiceWithProviders,
  type TestOptions,
  newImage,
} from '../../support/service-with-providers.ts';
import { generatePath, startService, type RunningService } from '../../support/service.ts';

let shared: ServiceWithProviders;
/** The process on the data of all tests, and an account of this test. */
let service: RunningService;
let whole: ServiceWithProviders;

beforeAll(async () => {
  shared = await startServiceWithProviders();
  ({ service } = shared);
});

afterAll(async () => {
  await service.dispose();
  await shared.dispose();
});

async function begin(options: TestOptions) {
  whole = await shared.forTest(options);
}

async function generate(fields = {}, headers = {}) {
  const image = 'image_url' in fields ? {} : { image_file: await newImage() };
  const body = { user_id: whole.userId, ...image, ...fields };
  return service.post(generatePath, body, { 'x-api-key': whole.key, ...headers });
}

const credits = () => service.credits(whole.userId);

/** Kills the process and starts another on its data. */
async function killAndRestart() {
  expect(await service.stop('SIGKILL')).toBe(null);
  const { dataDir: DATA_DIR } = service;
  service = await startService({ ...providerEnv(shared.providers), DATA_DIR });
}

/** A provider that does not respond, and the start and end of its calls. */
function observedSilence() {
  let onCall: () => void = () => undefined;
  let onHangUp: () => void = () => undefined;
  const called = new Promise<void>((resolve) => (onCall = resolve));
  const hungUp = new Promise<void>((resolve) => (onHangUp = resolve));
  const behaviour: Behaviour = (_call, response) => {
    response.on('close', onHangUp);
    onCall();
  };
  return { behaviour, called, hungUp };
}

/** A call that is repeated while too many images are waiting to be read. */
async function generateUnlessBusy() {
  const image_file = await newImage();
  for (;;) {
    const answer = await generate({ image_file });
    if (answer.status !== 429) return answer;
  }
}

test('sixty concurrent calls with 25 credits: 25 succeed, 35 are refused, no credits are left', async () => {
  await begin({ credits: 25 });
  const answers = await Promise.all(Array.from({ length: 60 }, generateUnlessBusy));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((code) => code === 200)).toHaveLength(25);
  expect(statuses.filter((code) => code === 403)).toHaveLength(35);
  const left = answers
    .filter(({ status }) => status === 200)
    .map((a) => a.body['CreditsAvailable']);
  expect(left.toSorted()).toEqual(Array.from({ length: 25 }, (_, i) => i).toSorted());
  expect(whole.providers.calls).toHaveLength(25);
  expect(await credits()).toBe(0);
});

test('failures cost nothing and leave the credit for the next call', async () => {
  await begin({ credits: 1 });
  expect((await generate({ image_file: 'data:image/png;base64,AAAA' })).status).toBe(400);
  expect((await generate({ image_url: 'http://127.0.0.1/' })).status).toBe(400);
  expect((await generate({ user_id: 'nobody@example.com' })).status).toBe(404);
  expect((await generate({}, { 'x-api-key': 'wrong' })).status).toBe(401);

  whole.providers.set({ openai: text(''), gemini: status(500) });
  expect((await generate()).status).toBe(500);
  expect(await credits()).toBe(1);

  whole.providers.set({ openai: text('Better'), gemini: text('Better') });
  expect((await generate()).body).toMatchObject({ CreditsAvailable: 0 });
});

test('hanging up ends the call to the provider and returns the credit', async () => {
  const { behaviour, called, hungUp } = observedSilence();
  await begin({ credits: 4, behaviours: { openai: behaviour } });
  const caller = new AbortController();
  const call = fetch(service.url + generatePath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': whole.key },
    body: JSON.stringify({ user_id: whole.userId, image_file: await newImage() }),
    signal: caller.signal,
  });
  await called;
  expect(await credits()).toBe(3);
  caller.abort();
  await expect(call).rejects.toThrow();
  await hungUp;
  await expect.poll(credits).toBe(4);
  expect(whole.providers.calls.map(({ provider }) => provider)).toEqual(['openai']);
});

test('kill -9 while the provider is silent: the credit is back after the next start', async () => {
  const { behaviour, called } = observedSilence();
  await begin({ credits: 4, behaviours: { openai: behaviour } });
  const call = generate();
  const failed = expect(call).rejects.toThrow();
  await called;
  expect(await credits()).toBe(3);
  await killAndRestart();
  await failed;

  expect(await credits()).toBe(4);
});

test('kill -9 right after an answer: the credit stays spent', async () => {
  await begin({ credits: 4, behaviours: { gemini: silence } });
  expect((await generate()).body).toMatchObject({ CreditsAvailable: 3 });
  await killAndRestart();

  expect(await credits()).toBe(3);
});
