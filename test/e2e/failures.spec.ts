import { status, text } from '../support/provider-stand-in.ts';
import { startService } from '../support/service.ts';
import { serviceEnv } from './support/backend.ts';
import { expectAccessible } from './support/barriers.ts';
import { image } from './support/blocks.ts';
import { startFront } from './support/front.ts';
import { expect, test } from './support/test.ts';

const unreachable = 'The alt text service could not be reached. Nothing was changed.';

test('Errors are shown in words, nothing changes, and it continues once it can', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await test.step('out of credits: it shows why, and continues once there are some', async () => {
    const { userId, addCredits } = await backend.connect({ credits: 1 });
    backend.providers.set({ openai: text('A text for the last credit') });
    const { green, blue, yellow } = site.images;
    await editor.openPost([image(green), image(blue), image(yellow)]);
    await expect(editor.sidebar).toContainText('needs 3 credits, 1 left');

    await editor.generateAll.click();
    const sentence = `You have no credits left. Ask the account owner (${userId}) to add credits.`;
    await expect(editor.notice(sentence)).toBeVisible();
    await expect(editor.notice('1 alt text added.')).toBeVisible();
    await expect(editor.sidebar).toContainText('0 credits left');
    // Three are in progress, and any of them may get the last credit.
    const alts = await editor.blocks.alts();
    expect([...alts].sort()).toEqual(['', '', 'A text for the last credit']);
    const rest = alts.indexOf('') + 1;
    await expect(editor.generateAll).toBeDisabled();
    await expect(editor.generateAll).toHaveAccessibleDescription(sentence);
    await expect(editor.generate(rest)).toHaveAccessibleDescription(sentence);
    await expect(editor.generate(rest)).toHaveAccessibleName(`Generate alt text for image ${rest}`);

    await addCredits(5);
    await editor.notice(sentence).getByRole('button', { name: 'Check again' }).click();
    await expect(editor.notice(sentence)).toBeHidden();
    await editor.generate(rest).click();
    await expect(editor.row(rest)).toContainText('“A text for the last credit”');
  });

  await test.step('an unreadable image has an error in its row, the others get their text', async () => {
    await backend.connect();
    const unfetchable = { url: `${site.url}/favicon.ico` };
    await editor.startAgain([image(unfetchable), image(site.images.green)]);
    await editor.generateAll.click();
    await expect(editor.notice('1 alt text added. 1 failed.')).toBeVisible();
    await expect(editor.row(1)).toContainText(/This image could not be read: .+\./);
    await expect(editor.row(2)).toContainText('Written by AI, not checked');
  });

  await test.step('too many requests: it waits, counts down, and continues', async () => {
    const limited = await startService({
      ...serviceEnv(backend.providers),
      RATE_LIMIT_PER_MINUTE: '1',
    });
    const front = await startFront(backend.service.url);
    try {
      await backend.connect({ service: limited });
      await editor.startAgain([image(site.images.green), image(site.images.blue)]);
      await expect(editor.sidebar).toContainText('10 credits left');
      const busy = /Too many requests right now\. Continuing in \d+ seconds?\./;

      await editor.generate(1).click();
      await expect(editor.notice(busy)).toBeVisible();
      await expect(editor.row(1)).toContainText('Waiting…');
      await expectAccessible(page);
      const before = await editor.notice(busy).textContent();
      await expect(editor.notice(busy)).not.toHaveText(before ?? '');
      await editor.sidebar.getByRole('button', { name: 'Stop' }).click();
      await expect(editor.notice(busy)).toBeHidden();
      await expect(editor.count).toBeFocused();
      await expect(editor.generate(1)).toBeEnabled();
      expect(await editor.blocks.alts()).toEqual(['', '']);

      let refused = 0;
      front.intercept((_request, response) => {
        if (refused > 0) return false;
        refused += 1;
        response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '2' });
        response.end('{"message":"Too many requests"}');
        return true;
      });
      await backend.connect({ url: front.url });
      await editor.generateAll.click();
      await expect(editor.notice(busy)).toBeVisible();
      await expect(editor.notice('2 alt texts added.')).toBeVisible();
      await expect(editor.notice(busy)).toBeHidden();
    } finally {
      front.stop();
      await limited.dispose();
    }
  });

  await test.step('service down: nothing changes, and "Try again" works', async () => {
    const env = serviceEnv(backend.providers);
    let service = await startService(env);
    const { port } = new URL(service.url);
    const { dataDir } = service;
    backend.providers.set({ openai: text('A text after all') });
    try {
      const { userId } = await backend.connect({ service });
      await editor.startAgain([image(site.images.green), image(site.images.blue)]);
      await expect(editor.sidebar).toContainText('10 credits left');

      await test.step('it ended', async () => {
        await service.stop();
        await editor.generate(1).click();
        await expect(editor.row(1)).toContainText(unreachable);
        await editor.generateAll.click();
        await expect(editor.notice(unreachable)).toBeVisible();
        await editor.generate(2).click();
        await expect(editor.generate(2)).toBeEnabled();
        await expect(editor.row(2)).not.toContainText(unreachable);
        await expectAccessible(page);
        expect(await editor.blocks.alts()).toEqual(['', '']);
      });

      await test.step('no AI model answers', async () => {
        service = await startService({ ...env, PORT: port, DATA_DIR: dataDir });
        backend.providers.set({ openai: status(500) });
        await editor.notice(unreachable).getByRole('button', { name: 'Try again' }).click();
        const sentence = 'The alt text service had a problem. Nothing was changed.';
        await expect(editor.notice(sentence)).toBeVisible();
        expect(await editor.blocks.alts()).toEqual(['', '']);
      });

      await test.step('WordPress itself has a fault', async () => {
        const fault = { status: 500, contentType: 'text/html', body: '<h1>Critical error</h1>' };
        await page.route(/altscribe(\/|%2F)v1(\/|%2F)generate/, (route) => route.fulfill(fault));
        await editor.generate(2).click();
        await expect(editor.row(2)).toContainText('sent an unexpected response');
        await page.unrouteAll();
      });

      await test.step('all is well again', async () => {
        backend.providers.set({ openai: text('A text after all') });
        await editor.row(2).getByRole('button', { name: 'Try again' }).click();
        await expect(editor.row(2)).toContainText('“A text after all”');
        await editor.generateAll.click();
        await expect(editor.notice('1 alt text added.')).toBeVisible();
        expect(await service.credits(userId)).toBe(8);
      });
    } finally {
      await service.dispose();
    }
  });
});
