import { expect, test } from 'vitest';
import { noteChange } from '../../../../service/accounts/change-log.ts';
import { createLog } from '../../../../service/server/log.ts';
import type { Change } from '../../../../service/storage/interfaces/usage-log.ts';

/** Notes a change in a list, and returns it with what was logged. */
async function note(given: Parameters<typeof noteChange>[2], addChange?: () => Promise<void>) {
  const noted: Change[] = [];
  let logged = '';
  const log = createLog('info', { write: (line) => void (logged += line) });
  const add = (change: Change) => Promise.resolve(void noted.push(change));
  await noteChange({ addChange: addChange ?? add }, log, given);
  return { change: noted[0], logged };
}

test('a change gets its own ID and the time', async () => {
  const given = {
    actor: 'a@example.com',
    action: 'key.created' as const,
    user_id: 'b@example.com',
  };
  const { change } = await note({
    ...given,
    details: { name: 'Blog', credits: 5, reference: null },
  });
  expect(change).toEqual({
    ...given,
    id: expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
    at: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
    details: { name: 'Blog', credits: 5, reference: null },
  });
  expect((await note(given)).change?.id).not.toBe(change?.id);
  expect((await note({ ...given, user_id: undefined })).change).toMatchObject({
    user_id: null,
    details: {},
  });
});

test('truncates untrusted input, which can then be stored', async () => {
  const { change } = await note({
    actor: `\0${'x'.repeat(1_000)}`,
    action: 'sign-in.refused',
    details: { address: '\ud800' },
  });
  expect(change?.actor).toBe('x'.repeat(300));
  expect(change?.details).toEqual({ address: '\ufffd' });
});

test('a failure to record a change is only logged', async () => {
  const { logged } = await note({ actor: 'a', action: 'key.created' }, () =>
    Promise.reject(new Error('disk full')),
  );
  expect(logged).toContain('"change not logged"');
  expect(logged).toContain('disk full');
});
