import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { dataUri } from '../../support/images.ts';
import { text as providerText } from '../../support/provider-stand-in.ts';
import { residentMemory } from '../../support/resident-memory.ts';
import { generatePath } from '../../support/service.ts';
import {
  newImage,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

const megabyte = 1024 * 1024;
const other = 'other@example.com';

let whole: ServiceWithProviders;
let otherKey: string;

async function start(): Promise<ServiceWithProviders> {
  const started = await startServiceWithProviders({
    env: {
      IMAGE_ALLOW_PRIVATE_NETWORKS: 'true',
      REQUEST_DEADLINE_MS: '80000',
      PROVIDER_TIMEOUT_MS: '70000',
    },
  });
  otherKey = await started.service.createAccount({ user_id: other });
  // The first call loads code and fills caches.
  await started.generate();
  return started;
}

/** An image of noise, which takes three bytes per pixel. */
async function noise(side: number): Promise<Buffer> {
  const raw = { width: side, height: side, channels: 3 } as const;
  return await sharp(randomBytes(side * side * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** A call of another owner, while those of the first owner are in progress. */
async function generateAsOther() {
  const body = { user_id: other, image_file: await newImage() };
  return whole.service.post(generatePath, body, { 'x-api-key': otherKey });
}

/** An upload that stops after this many bytes of its Content-Length. */
function upload(sent: number, size: number): Socket {
  const socket = connect(Number(new URL(whole.service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST ${generatePath} HTTP/1.1\r\nHost: a\r\nx-api-key: ${whole.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(sent, 'A'));
  return socket;
}

describe('in a new process', () => {
  beforeEach(async () => {
    whole = await start();
    onTestFinished(() => whole.dispose());
  });

  test('sixty uploads that never end use bounded memory while other calls are served', async () => {
    const before = await residentMemory(whole.service.pid);
    const uploads = Array.from({ length: 60 }, () => upload(12 * megabyte, 13 * megabyte));
    let refused = 0;
    for (const socket of uploads) {
      socket.once('data', (chunk: Buffer) => {
        expect(chunk.toString()).toMatch(/^HTTP\/1\.1 429 /);
        refused += 1;
      });
    }
    // The share of an owner is 192 MB: room for seven, because each counts twice.
    await expect.poll(() => refused, { timeout: 20_000 }).toBe(53);
    expect((await generateAsOther()).status).toBe(200);
    expect((await residentMemory(whole.service.pid)) - before).toBeLessThan(350 * megabyte);

    for (const socket of uploads) socket.destroy();
    await expect.poll(async () => (await whole.generate()).status, { timeout: 10_000 }).toBe(200);
  });

  test('45 concurrent images of 4 MB use bounded memory', async () => {
    const image_file = dataUri(await noise(1_155));
    const before = await residentMemory(whole.service.pid);
    let most = before;
    let done = false;
    const measure = async () => {
      while (!done) {
        most = Math.max(most, await residentMemory(whole.service.pid));
        // Without a pause, measuring would take a core from the service.
        await sleep(5);
      }
    };
    const measured = measure();
    const calls = Array.from({ length: 45 }, () =>
      whole.generate({ image_file }, { 'cache-control': 'no-cache' }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    done = true;
    await measured;
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(15);
    expect(most - before).toBeLessThan(400 * megabyte);
  });

  test('sixty stalled downloads use bounded memory while other calls are served', async () => {
    const host = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': 10 * megabyte });
      response.write(Buffer.alloc(9 * megabyte));
    });
    host.listen(0, '127.0.0.1');
    onTestFinished(() => {
      host.close().closeAllConnections();
    });
    await once(host, 'listening');
    const image_url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;

    const before = await residentMemory(whole.service.pid);
    const calls = Array.from({ length: 60 }, () => whole.generate({ image_url }));
    let refused = 0;
    for (const call of calls) void call.then(({ status }) => (refused += Number(status === 429)));
    await expect.poll(() => refused, { timeout: 20_000 }).toBe(41);
    expect((await generateAsOther()).status).toBe(200);
    expect((await residentMemory(whole.service.pid)) - before).toBeLessThan(350 * megabyte);
    // The calls that are still waiting time out and cost nothing.
    expect((await Promise.all(calls)).filter(({ status }) => status === 400)).toHaveLength(19);
    expect(await whole.service.credits(whole.userId)).toBe(999);
  });
});

describe('in one process', () => {
  let shared: ServiceWithProviders;
  beforeAll(async () => {
    shared = await start();
  });
  afterAll(() => shared.dispose());
  beforeEach(async () => {
    whole = await shared.forTest();
  });

  test('Twelve images of 4 MB waiting for a model use no more memory than the data sent to it', async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    whole.providers.set({ openai: providerText(() => held.then(() => 'A text')) });
    const before = whole.providers.calls.length;
    const image_file = dataUri(await noise(1_155));
    expect(image_file.length).toBeGreaterThan(5 * megabyte);
    const statuses: number[] = [];
    const calls = Array.from({ length: 12 }, async (_, n) => {
      const asked = () => whole.providers.calls.length - before + statuses.length;
      // One after the other, like uploads.
      await expect.poll(asked, { timeout: 80_000 }).toBeGreaterThanOrEqual(n);
      const { status } = await whole.generate({ image_file }, { 'cache-control': 'no-cache' });
      statuses.push(status);
    });
    const arrived = () => whole.providers.calls.length - before;
    await expect.poll(arrived, { timeout: 80_000 }).toBe(12);
    expect(statuses).toEqual([]);
    const measured = await (await fetch(`${whole.service.url}/metrics`)).text();
    const [, reserved] = /^altscribe_image_memory_reserved_bytes (\S+)$/m.exec(measured) ?? [];
    const sent = whole.providers.calls
      .slice(before)
      .reduce((sum, { image }) => sum + image.length, 0);
    expect(Number(reserved)).toBe(sent);
    answer();
    await Promise.all(calls);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('limits the calls waiting for slow providers and refuses more immediately', async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    whole.providers.set({ openai: providerText(() => held.then(() => 'A text')) });
    const asked = whole.providers.calls.length;
    const image_file = dataUri(await noise(1_800));
    const generate = () => whole.generate({ image_file }, { 'cache-control': 'no-cache' });
    // All but 30 MB of the owner's share: room for one more image, and for some decoded ones.
    for (let n = 0; n < 6; n++) upload(megabyte, 13 * megabyte);
    upload(megabyte, 3 * megabyte);
    const reserved = async () => {
      const measured = await (await fetch(`${whole.service.url}/metrics`)).text();
      return Number(/^altscribe_image_memory_reserved_bytes (\S+)$/m.exec(measured)?.[1]);
    };
    await expect.poll(reserved).toBeGreaterThanOrEqual((12 * 13 + 6) * megabyte);
    const waiting: ReturnType<typeof generate>[] = [];
    let refused: Awaited<ReturnType<typeof generate>> | undefined;
    while (!refused) {
      const call = generate();
      const reached = expect.poll(() => whole.providers.calls.length - asked, { timeout: 60_000 });
      refused = await Promise.race([call, reached.toBe(waiting.length + 1).then(() => undefined)]);
      if (!refused) waiting.push(call);
    }
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(waiting.length).toBeGreaterThan(2);
    expect(waiting.length).toBeLessThan(30);
    answer();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(
      waiting.map(() => 200),
    );
  });

  test('refuses a slow body after thirty seconds', async () => {
    const start = performance.now();
    const socket = upload(1, 1_000);
    const drip = setInterval(() => socket.write('A'), 500);
    onTestFinished(() => clearInterval(drip));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*took too long to arrive/s);
    const seconds = (performance.now() - start) / 1000;
    expect(seconds).toBeGreaterThan(29);
    expect(seconds).toBeLessThan(60);
  });
});
