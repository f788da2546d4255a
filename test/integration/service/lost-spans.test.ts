import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inSpan, startTracing } from '../../../service/metrics/tracing.ts';
import { startOtlpReceiver } from '../../support/otlp-receiver.ts';
import { newImage, startServiceWithProviders } from '../../support/service-with-providers.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('unsent spans use bounded memory, and the log reports them once', async () => {
  let hangUps = 0;
  const silent = new Set<Socket>();
  const away = createServer((socket) => {
    if (hangUps === 0) {
      silent.add(socket);
      return;
    }
    hangUps += 1;
    socket.destroy();
  });
  const port = await listen(away);
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '400');
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const stop = await startTracing('1.2.3', log);
  onTestFinished(stop);

  async function makeSpans(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      await inSpan('step', () => Promise.resolve(), { note: `span ${i} `.repeat(20) });
      // Let the exporter run.
      if (i % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const heap = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  await makeSpans(5_000);
  const before = heap();
  await makeSpans(100_000);
  // They would take about 40 MB if they were stored. On a busy machine, up to 11 MB remained.
  expect(heap() - before).toBeLessThan(20_000_000);
  // From now on the receiver disconnects, so the exporter gives up on several batches in turn.
  hangUps = 1;
  for (const socket of silent) socket.destroy();
  await expect
    .poll(() => makeSpans(1_000).then(() => hangUps), { timeout: 10_000 })
    .toBeGreaterThan(10);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 40, msg: 'spans not sent to OTEL_EXPORTER_OTLP_ENDPOINT' },
  ]);

  away.close();
  await once(away, 'close');
  const receiver = await startOtlpReceiver(port);
  onTestFinished(() => receiver.stop());
  await expect
    .poll(() => makeSpans(1_000).then(() => receiver.spans().length), { timeout: 10_000 })
    .toBeGreaterThan(0);
  await expect.poll(() => lines.length).toBe(2);
  expect(lines[1]).toContain('again');
}, 30_000);

test('calls continue normally if the receiver accepts spans but never responds', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  const url = `http://127.0.0.1:${await listen(silent)}`;
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const whole = await startServiceWithProviders({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } });
  onTestFinished(() => whole.dispose());
  const image = await newImage();
  for (let round = 0; round < 10; round++) {
    const calls = Array.from({ length: 20 }, () => whole.generate({ image_file: image }));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
  expect(sockets.length).toBeGreaterThan(0);
  expect(await whole.service.stop()).toBe(0);
}, 60_000);
