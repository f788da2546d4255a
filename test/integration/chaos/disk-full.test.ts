import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { text, type Behaviour } from '../../support/provider-stand-in.ts';
import { detailsPath } from '../../support/service.ts';
import { runCliWith } from '../../support/run-to-end.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { expectEveryCredit } from './expect-every-credit.ts';
import { answerToFault, setScene } from './scene.ts';

const preload = join(import.meta.dirname, '../../support/failing-disk.js');

/** A scene on files whose disk fails on demand. */
async function setSceneOnDisk() {
  const order = join(await temporaryFolder(), 'order');
  const scene = await setScene('lowdb', {
    credits: 50,
    env: {
      FAILING_DISK: order,
      // A settle in doubt is retried until then.
      PROVIDER_TIMEOUT_MS: '5000',
      REQUEST_DEADLINE_MS: '8000',
      // Locations in the log are those in the sources.
      NODE_OPTIONS: `--import ${preload} --enable-source-maps`,
    },
  });
  return {
    scene,
    order,
    fail: (how: string) => writeFile(order, how),
    mend: () => rm(order),
  };
}

/** A provider that answers on demand. */
function onDemand() {
  let answerNow: () => void = () => undefined;
  const mayAnswer = new Promise<void>((resolve) => (answerNow = resolve));
  const behaviour: Behaviour = async (call, response) => {
    await mayAnswer;
    await text('In the end')(call, response);
  };
  return { behaviour, answerNow };
}

test.each([
  ['open ENOSPC', 'The disk is full.'],
  ['writeFile EDQUOT', 'The disk is full.'],
  ['open EROFS', 'The file system is read-only.'],
])(
  'doctor reports a disk that accepts no writes (%s), with and without a running service',
  { timeout: 60_000 },
  async (how, reason) => {
    const { scene, fail, order } = await setSceneOnDisk();
    const service = await scene.start();
    await fail(how);
    const examine = async () => {
      const env = { FAILING_DISK: order, NODE_OPTIONS: `--import ${preload}` };
      const { stdout } = await runCliWith(env, service.dataDir, 'doctor', '--json');
      return (JSON.parse(stdout) as { check: string }[]).find(({ check }) => check === 'store');
    };
    const finding = {
      check: 'store',
      ok: false,
      detail: `The store in DATA_DIR cannot be written. ${reason}`,
    };
    // No write has failed yet: only doctor tries one.
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(await examine()).toEqual(finding);
    await service.stop('SIGKILL');
    expect(await examine()).toEqual(finding);
  },
);

test.each([
  'open ENOSPC',
  'writeFile ENOSPC',
  'link ENOSPC',
  'sync EIO',
  'rename EIO',
  'syncFolder EIO',
])(
  'while the disk fails (%s), calls cost nothing; then everything works again',
  { timeout: 60_000 },
  async (how) => {
    const { scene, fail, mend } = await setSceneOnDisk();
    const { store, providers, callers, userId, start } = scene;
    const service = await start();
    const { behaviour, answerNow } = onDemand();
    providers.set({ openai: behaviour });
    expect(await service.credits(userId)).toBe(50);
    const pending = callers.call(service.url);
    await expect.poll(() => providers.calls.length, { timeout: 20_000 }).toBe(1);
    await fail(how);
    answerNow();
    expect((await pending).answer).toEqual(answerToFault);
    const meanwhile = await Promise.all([1, 2, 3].map(() => callers.call(service.url)));
    for (const { answer } of meanwhile) expect(answer).toEqual(answerToFault);
    expect(providers.calls).toHaveLength(1);
    expect(service.log()).toMatch(/"at":"[\w-]+\.ts:\d+"/);

    // Reads come from memory. If a folder was not flushed, its files may already have the refunded
    // credit.
    const details = await service.post(detailsPath, { user_id: userId }, callers.headers);
    expect(details.body['userDetails']).toMatchObject({
      credits_available: how === 'syncFolder EIO' ? (expect.toBeOneOf([49, 50]) as number) : 49,
    });
    const readiness = async () => (await fetch(`${service.url}/readyz`)).status;
    const unready = await fetch(`${service.url}/readyz`);
    expect([unready.status, await unready.json()]).toEqual([
      503,
      { status: 'unavailable', reason: 'The store cannot be written.' },
    ]);
    const crediting = store.command('account credit', { user_id: userId, credits: '5' });
    const inDoubt = ' The change may have been made: check before you try again.';
    await expect(crediting).rejects.toThrow(
      'The store in DATA_DIR cannot be written. Is there room on the disk?' +
        (how === 'syncFolder EIO' ? inDoubt : ''),
    );

    await mend();
    expect(await readiness()).toBe(200);
    providers.set({ openai: text('Again') });
    // The credit of the running call was refunded as well, though the first attempt had failed.
    expect((await callers.call(service.url)).answer?.body).toMatchObject({ CreditsAvailable: 49 });
    expect(await store.countReserved()).toBe(0);
    await service.stop('SIGKILL');

    const next = await start();
    expect((await callers.call(next.url)).answer?.body).toMatchObject({ CreditsAvailable: 48 });
    expect(await expectEveryCredit(store, scene)).toBe(2);
    // No file is being written then.
    await next.stop();
    const names = await readdir(join(next.dataDir, 'accounts'));
    expect(names.toSorted()).toEqual([
      expect.stringMatching(/^...\.json$/),
      expect.stringMatching(/^...\.json\.bak$/),
    ]);
  },
);
