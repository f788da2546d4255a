import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { dataUri, plainPicture } from '../../../support/pictures.ts';
import { text, type Behaviour } from '../../../support/provider-stand-in.ts';
import { startServiceWithProviders } from '../../../support/service-with-providers.ts';

test('pictures that wait too long to be decoded are refused, and cost nothing', async () => {
  const whole = await startServiceWithProviders({ env: { REQUEST_DEADLINE_MS: '1000' } });
  onTestFinished(() => whole.dispose());
  // Few bytes, and seconds of work: all of them together take longer than a call may.
  const image_file = dataUri(await plainPicture('png', { width: 6_000, height: 8_000 }));
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      whole.generate({ image_file }, { 'cache-control': 'no-cache' }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { body, headers } of refused) {
    expect(body).toEqual({
      message: 'The service has too many pictures to read, please try again later',
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const answered = answers.filter(({ status }) => status === 200).length;
  expect(await whole.service.credits(whole.userId)).toBe(1_000 - answered);
  const again = async () => (await whole.generate()).status;
  await expect.poll(again, { timeout: 10_000 }).toBe(200);
});

/** A picture of nearly 10 MB, as large as may be. */
async function largePicture(): Promise<string> {
  const [width, height, channels] = [1_800, 1_800, 3] as const;
  const raw = { width, height, channels };
  return dataUri(
    await sharp(randomBytes(width * height * channels), { raw })
      .png()
      .toBuffer(),
  );
}

test(
  'what waits for slow providers is bounded, and more is refused at once',
  { timeout: 120_000 },
  async () => {
    const env = { PROVIDER_TIMEOUT_MS: '90000', REQUEST_DEADLINE_MS: '90000' };
    const whole = await startServiceWithProviders({ env });
    onTestFinished(() => whole.dispose());
    let answerNow: () => void = () => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answerNow = resolve));
    const slow: Behaviour = async (call, response) => {
      await mayAnswer;
      await text('In the end')(call, response);
    };
    whole.providers.set({ openai: slow });

    const image_file = await largePicture();
    const generate = () => whole.generate({ image_file }, { 'cache-control': 'no-cache' });
    const waiting: ReturnType<typeof generate>[] = [];
    let refused: Awaited<ReturnType<typeof generate>> | undefined;
    while (!refused) {
      const call = generate();
      const asked = waiting.length + 1;
      const reached = expect.poll(() => whole.providers.calls.length, { timeout: 60_000 });
      refused = await Promise.race([call, reached.toBe(asked).then(() => undefined)]);
      if (!refused) waiting.push(call);
    }
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // 256 MB of them.
    expect(waiting.length).toBeGreaterThan(10);
    expect(waiting.length).toBeLessThan(30);

    answerNow();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(
      waiting.map(() => 200),
    );
    expect(await whole.service.credits(whole.userId)).toBe(1_000 - waiting.length);
    expect((await generate()).status).toBe(200);
  },
);
