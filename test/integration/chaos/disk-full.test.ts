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

test(
  'doctor reports a disk that accepts no writes, with and without a running service',
  { timeout: 60_000 },
  async () => {
    const { scene, fail, order } = await setSceneOnDisk();
    const service = await scene.start();
    const examine = async () => {
      const env = { FAILING_DISK: order, NODE_OPTIONS: `--import ${preload}` };
      const { stdout } = await runCliWith(env, service.dataDir, 'doctor', '--json');
      return (JSON.parse(stdout) as { check: string }[]).find(({ check }) => check === 'store');
    };
    const examineAll = async () => {
      for (const [how, reason] of [
        ['open ENOSPC', 'The disk is full.'],
        ['writeFile EDQUOT', 'The disk is full.'],
        ['open EROFS', 'The file system is read-only.'],
      ] as const) {
        await fail(how);
        expect(await examine(), how).toEqual({
          check: 'store',
          ok: false,
          detail: `The store in DATA_DIR cannot be written. ${reason}`,
        });
      }
    };
    // No write has failed yet: only doctor tries one.
    await fail('open ENOSPC');
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    await examineAll();
    await service.stop('SIGKILL');
    await examineAll();
  },
);

test(
  'while the disk fails in any way, calls cost nothing; then everything works again',
  { timeout: 120_000 },
  async () => {
    const { scene, fail, mend } = await setSceneOnDisk();
    const { store, providers, callers, userId, start } = scene;
    let credits = scene.credits;
    let service = await start();

    for (const how of [
      'open ENOSPC',
      'writeFile ENOSPC',
      'link ENOSPC',
      'sync EIO',
      'rename EIO',
      'syncFolder EIO',
    ]) {
      const { behaviour, answerNow } = onDemand();
      providers.startOver({ openai: behaviour });
      expect(await service.credits(userId), how).toBe(credits);
      const pending = callers.call(service.url);
      await expect.poll(() => providers.calls.length, { timeout: 20_000 }).toBe(1);
      await fail(how);
      answerNow();
      expect((await pending).answer, how).toEqual(answerToFault);
      const meanwhile = await Promise.all([1, 2, 3].map(() => callers.call(service.url)));
      for (const { answer } of meanwhile) expect(answer, how).toEqual(answerToFault);
      expect(providers.calls, how).toHaveLength(1);
      expect(service.log()).toMatch(/"at":"[\w-]+\.ts:\d+"/);

      // Reads come from memory. If a folder was not flushed, its files may already have the refunded
      // credit.
      const isFlushed = how !== 'syncFolder EIO';
      const details = await service.post(detailsPath, { user_id: userId }, callers.headers);
      const shown = isFlushed ? [credits - 1] : [credits - 1, credits];
      expect(details.body['userDetails'], how).toMatchObject({
        credits_available: expect.toBeOneOf(shown) as number,
      });
      const unready = await fetch(`${service.url}/readyz`);
      expect([unready.status, await unready.json()], how).toEqual([
        503,
        { status: 'unavailable', reason: 'The store cannot be written.' },
      ]);
      const crediting = store.command('account credit', { user_id: userId, credits: '5' });
      const inDoubt = ' The change may have been made: check before you try again.';
      await expect(crediting, how).rejects.toThrow(
        'The store in DATA_DIR cannot be written. Is there room on the disk?' +
          (isFlushed ? '' : inDoubt),
      );

      await mend();
      expect((await fetch(`${service.url}/readyz`)).status, how).toBe(200);
      providers.set({ openai: text('Again') });
      // The credit of the running call was refunded as well, though the first attempt had failed.
      credits -= 1;
      const next = await callers.call(service.url);
      expect(next.answer?.body, how).toMatchObject({ CreditsAvailable: credits });
      expect(await store.countReserved(), how).toBe(0);
      await service.stop('SIGKILL');

      service = await start();
      credits -= 1;
      const afterwards = await callers.call(service.url);
      expect(afterwards.answer?.body, how).toMatchObject({ CreditsAvailable: credits });
      expect(await expectEveryCredit(store, scene), how).toBe(scene.credits - credits);
      // Until no file is being written.
      const names = async () => (await readdir(join(service.dataDir, 'accounts'))).toSorted();
      await expect
        .poll(names, { timeout: 10_000, message: how })
        .toEqual([expect.stringMatching(/^...\.json$/), expect.stringMatching(/^...\.json\.bak$/)]);
    }
  },
);
