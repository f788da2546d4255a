import { afterEach, expect, test } from 'vitest';
import { silence, status, text, type Behaviour } from '../../support/provider-stand-in.ts';
import {
  providerEnv,
  startServiceWithProviders,
  type ServiceWithProviders,
  newImage,
} from '../../support/service-with-providers.ts';
import { generatePath, startService, type RunningService } from '../../support/service.ts';

let whole: ServiceWithProviders;
let restarted: RunningService | undefined;

afterEach(async () => {
  await restarted?.stop();
  restarted = undefined;
  await whole.dispose();
});

/** A new process on the data of one that ended. */
async function restart() {
  const env = { ...providerEnv(whole.providers), DATA_DIR: whole.service.dataDir };
  restarted = await startService(env);
  return restarted;
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
    const answer = await whole.generate({ image_file });
    if (answer.status !== 429) return answer;
  }
}

test('sixty concurrent calls with 25 credits: 25 succeed, 35 are refused, no credits are left', async () => {
  whole = await startServiceWithProviders({ credits: 25 });
  const answers = await Promise.all(Array.from({ length: 60 }, generateUnlessBusy));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((code) => code === 200)).toHaveLength(25);
  expect(statuses.filter((code) => code === 403)).toHaveLength(35);
  const left = answers
    .filter(({ status }) => status === 200)
    .map((a) => a.body['CreditsAvailable']);
  expect(left.toSorted()).toEqual(Array.from({ length: 25 }, (_, i) => i).toSorted());
  expect(whole.providers.calls).toHaveLength(25);
  expect(await whole.service.credits(whole.userId)).toBe(0);
});

test('failures cost nothing and leave the credit for the next call', async () => {
  const env = { PROVIDER_TIMEOUT_MS: '500' };
  whole = await startServiceWithProviders({ credits: 1, env });
  expect((await whole.generate({ image_file: 'data:image/png;base64,AAAA' })).status).toBe(400);
  expect((await whole.generate({ image_url: 'http://127.0.0.1/' })).status).toBe(400);
  expect((await whole.generate({ user_id: 'nobody@example.com' })).status).toBe(404);
  expect((await whole.generate({}, { 'x-api-key': 'wrong' })).status).toBe(401);

  whole.providers.set({ openai: text(''), gemini: status(500) });
  expect((await whole.generate()).status).toBe(500);
  expect(await whole.service.credits(whole.userId)).toBe(1);

  whole.providers.set({ openai: text('Better'), gemini: text('Better') });
  expect((await whole.generate()).body).toMatchObject({ CreditsAvailable: 0 });
});

test('hanging up ends the call to the provider and returns the credit', async () => {
  const { behaviour, called, hungUp } = observedSilence();
  whole = await startServiceWithProviders({ credits: 4, behaviours: { openai: behaviour } });
  const caller = new AbortController();
  const call = fetch(whole.service.url + generatePath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': whole.key },
    body: JSON.stringify({ user_id: whole.userId, image_file: await newImage() }),
    signal: caller.signal,
  });
  await called;
  expect(await whole.service.credits(whole.userId)).toBe(3);
  caller.abort();
  await expect(call).rejects.toThrow();
  await hungUp;
  await expect.poll(() => whole.service.credits(whole.userId)).toBe(4);
  expect(whole.providers.calls.map(({ provider }) => provider)).toEqual(['openai']);
});

test('kill -9 while the provider is silent: the credit is back after the next start', async () => {
  const { behaviour, called } = observedSilence();
  whole = await startServiceWithProviders({ credits: 4, behaviours: { openai: behaviour } });
  const call = whole.generate();
  const failed = expect(call).rejects.toThrow();
  await called;
  expect(await whole.service.credits(whole.userId)).toBe(3);
  await whole.service.stop('SIGKILL');
  await failed;

  const service = await restart();
  expect(await service.credits(whole.userId)).toBe(4);
});

test('kill -9 right after an answer: the credit stays spent', async () => {
  whole = await startServiceWithProviders({ credits: 4, behaviours: { gemini: silence } });
  expect((await whole.generate()).body).toMatchObject({ CreditsAvailable: 3 });
  expect(await whole.service.stop('SIGKILL')).toBe(null);

  const service = await restart();
  expect(await service.credits(whole.userId)).toBe(3);
});
