import { expect, onTestFinished, test } from 'vitest';
import { dataUri, plainImage } from '../../../support/images.ts';
import { startServiceWithProviders } from '../../../support/service-with-providers.ts';

test('images that wait too long for decoding are refused and cost nothing', async () => {
  const whole = await startServiceWithProviders({ env: { REQUEST_DEADLINE_MS: '1000' } });
  onTestFinished(() => whole.dispose());
  // Few bytes but seconds of work, and together more than a call may take.
  const image_file = dataUri(await plainImage('png', { width: 6_000, height: 8_000 }));
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      whole.generate({ image_file }, { 'cache-control': 'no-cache' }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { body, headers } of refused) {
    expect(body).toEqual({
      message: 'The service is busy with other images, please try again later',
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const answered = answers.filter(({ status }) => status === 200).length;
  expect(await whole.service.credits(whole.userId)).toBe(1_000 - answered);
  const again = async () => (await whole.generate()).status;
  await expect.poll(again, { timeout: 10_000 }).toBe(200);
});
