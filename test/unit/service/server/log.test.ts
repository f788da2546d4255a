import { expect, test } from 'vitest';
import { createLog } from '../../../../service/server/log.ts';

interface Line {
  readonly err: Record<string, unknown>;
}

/** The log line of an error. */
function logged(error: unknown): Line['err'] {
  const lines: string[] = [];
  createLog('info', { write: (line: string) => void lines.push(line) }).error({ err: error }, 'x');
  expect(lines).toHaveLength(1);
  return (JSON.parse(lines[0] ?? '') as Line).err;
}

test('logs the type, message, code and location of an error', () => {
  const error = Object.assign(new TypeError('It broke'), { code: 'EBROKEN' });
  expect(logged(error)).toEqual({
    type: 'TypeError',
    message: 'It broke',
    code: 'EBROKEN',
    at: expect.stringMatching(/^log\.test\.ts:\d+$/) as unknown,
  });
});

test('logs no other properties of an error', () => {
  const more = {
    headers: { authorization: 'secret' },
    request: 'secret',
    cause: new Error('secret'),
  };
  expect(JSON.stringify(logged(Object.assign(new Error('It broke'), more)))).not.toContain(
    'secret',
  );
});

test.each([
  ["ENOENT: no such file or directory, open '/var/lib/altscribe/altscribe.json'"],
  ['Cannot find module /srv/app/node_modules/x/index.js'],
  ['file:///srv/app/build/service/main.js failed'],
])('removes paths from the message: %s', (message) => {
  const line = JSON.stringify(logged(new Error(message)));
  expect(line).not.toMatch(/\/(var|srv|app|lib)\b/);
  expect(line).toContain('…');
});

test('leaves other messages unchanged', () => {
  const message = 'Answered 1/2 of them at 50/50, see RFC 9110';
  expect(logged(new Error(message))['message']).toBe(message);
});

test('contains no stack trace', () => {
  const error = new Error('It broke');
  expect(error.stack).toContain('\n    at ');
  expect(logged(error)).not.toHaveProperty('stack');
  expect(JSON.stringify(logged(error))).not.toContain(import.meta.dirname);
});

test.each([
  ['a text', 'a text'],
  [42, '42'],
  [undefined, undefined],
  [null, 'null'],
])('accepts a thrown %j', (thrown, message) => {
  const lines: string[] = [];
  createLog('info', { write: (line: string) => void lines.push(line) }).error({ err: thrown });
  const { err } = JSON.parse(lines[0] ?? '') as Partial<Line>;
  expect(err?.['message']).toBe(message);
});

test('accepts an error without a stack', () => {
  const error = new Error('It broke');
  delete error.stack;
  expect(logged(error)).toEqual({ type: 'Error', message: 'It broke' });
});

test('logs only its level and above, without the host name', () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  log.info('quiet');
  log.warn('loud');
  expect(lines).toHaveLength(1);
  expect(Object.keys(JSON.parse(lines[0] ?? '') as object).toSorted()).toEqual([
    'level',
    'msg',
    'time',
  ]);
});
