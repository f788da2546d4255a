import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { endlessSvg, slowSvg } from '../../../support/special-images.ts';
import { startServiceWithProviders } from '../../../support/service-with-providers.ts';

const uriOf = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
const image_file = uriOf(endlessSvg);

test('stops a slow SVG and an endless one, decodes the next images, and stops while one is drawn', async () => {
  const whole = await startServiceWithProviders();
  onTestFinished(() => whole.dispose());
  const metrics = async () => (await fetch(`${whole.service.url}/metrics`)).text();
  const start = performance.now();
  const slow = await whole.generate({ image_file: uriOf(slowSvg) });
  const seconds = (performance.now() - start) / 1_000;
  // Its own limit has ended it: one that the service ends gets 429.
  expect(slow.status).toBe(400);
  expect(slow.body['message']).toContain('too much time or memory');
  expect(seconds).toBeGreaterThan(2.5);
  expect(seconds).toBeLessThan(14);
  expect(await metrics()).toContain('\naltscribe_images_decoding 0');
  expect((await whole.generate()).status).toBe(200);

  const endless = await whole.generate({ image_file });
  expect(endless.status).toBe(400);
  expect(endless.body['message']).toContain('too much time or memory');
  expect((await whole.generate()).status).toBe(200);

  const last = whole.generate({ image_file });
  await expect.poll(metrics, { timeout: 10_000 }).toContain('\naltscribe_images_decoding 1');
  expect(await whole.service.stop()).toBe(0);
  expect((await last).status).toBe(400);
}, 90_000);

test('the drawing process ends on its own when the service is gone', async () => {
  const whole = await startServiceWithProviders();
  onTestFinished(() => whole.dispose());
  const last = whole.generate({ image_file: uriOf(slowSvg) }).catch(() => undefined);
  const children = async () => {
    const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
    const processes = stdout.split('\n').map((line) => line.trim().split(/ +/).map(Number));
    return processes.flatMap(([pid, parent]) => (parent === whole.service.pid ? [pid] : []));
  };
  await expect.poll(async () => (await children()).length, { timeout: 10_000 }).toBe(1);
  const [child = NaN] = await children();
  await whole.service.stop('SIGKILL');
  await last;
  const isAlive = () => {
    try {
      return process.kill(child, 0);
    } catch {
      return false;
    }
  };
  expect(isAlive()).toBe(true);
  onTestFinished(() => {
    if (isAlive()) process.kill(child, 'SIGKILL');
  });
  // Three seconds of a processor, which it may have to share.
  await expect.poll(isAlive, { timeout: 50_000 }).toBe(false);
}, 90_000);
