import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createUpdateCheck } from '../../../../service/dashboard/update-check.ts';
import { createLog } from '../../../../service/server/log.ts';

/** A server that answers with this, and how often it was asked. */
async function startReleases(body: string, status = 200) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`, asked };
}

test.each([
  ['{"version":"0.3.0"}', '0.2.9', '0.3.0'],
  ['{"tag_name":"v0.10.0"}', '0.9.0', '0.10.0'],
  ['{"version":"0.2.0"}', '0.2.0-dev', '0.2.0'],
  ['{"version":"0.2.0"}', '0.2.0', undefined],
  ['{"version":"0.2.0"}', '0.3.0-dev', undefined],
  ['{"version":"1.0.0"}', '0.9.9', '1.0.0'],
  ['{"version":"0.9.9"}', '1.0.0', undefined],
  ['{"version":"<b>9</b>"}', '0.2.0', undefined],
  ['not JSON', '0.2.0', undefined],
])('%s is compared with %s', async (body, current, newer) => {
  const { url, asked } = await startReleases(body);
  const find = createUpdateCheck(url, current, createLog('silent'));
  expect(await Promise.all([find(), find()])).toEqual([newer, newer]);
  // Once a day, or once an hour after a failure.
  expect(await find()).toBe(newer);
  expect(asked).toEqual(['/latest']);
});

test('a failure is logged and shows nothing', async () => {
  const { url } = await startReleases('{"version":"9.0.0"}', 503);
  let log = '';
  const write = (line: string) => void (log += line);
  expect(await createUpdateCheck(url, '0.2.0', createLog('info', { write }))()).toBeUndefined();
  expect(log).toContain('no version found at UPDATE_CHECK_URL');
});
