import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { endlessSvg, slowSvg } from '../../../support/special-images.ts';
import { drawSvg } from '../../../../service/images/draw-svg.ts';
import { startServiceWithProviders } from '../../../support/service-with-providers.ts';

const uriOf = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
const image_file = uriOf(endlessSvg);

test('an endless SVG does not block other images, and stops with the service', async () => {
  const whole = await startServiceWithProviders();
  onTestFinished(() => whole.dispose());
  const refused = await whole.generate({ image_file });
  expect(refused.status).toBe(400);
  expect(refused.body['message']).toContain('too much time or memory');
  expect((await whole.generate()).status).toBe(200);

  const last = whole.generate({ image_file });
  const isDecoding = async () => (await fetch(`${whole.service.url}/metrics`)).text();
  await expect.poll(isDecoding, { timeout: 10_000 }).toContain('\naltscribe_images_decoding 1');
  expect(await whole.service.stop()).toBe(0);
  expect((await last).status).toBe(400);
}, 60_000);

test('stops a slow SVG after three seconds and decodes the next image', async () => {
  const whole = await startServiceWithProviders();
  onTestFinished(() => whole.dispose());
  const start = performance.now();
  const refused = await whole.generate({ image_file: uriOf(slowSvg) });
  const seconds = (performance.now() - start) / 1_000;
  expect(refused.status).toBe(400);
  expect(refused.body['message']).toContain('too much time or memory');
  expect(seconds).toBeGreaterThan(2.5);
  expect(seconds).toBeLessThan(14);
  const measured = await (await fetch(`${whole.service.url}/metrics`)).text();
  expect(measured).toContain('\naltscribe_images_decoding 0');
  expect((await whole.generate()).status).toBe(200);
}, 60_000);

test('the limit on processor time ends it', async () => {
  const limits = { maxPixels: 50_000_000, timeoutSeconds: 3 };
  await expect(drawSvg(Buffer.from(slowSvg), limits)).rejects.toMatchObject({ killed: false });
}, 60_000);

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
