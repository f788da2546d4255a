import { gallery, image } from './support/blocks.ts';
import { holdRequests } from './support/hold.ts';
import { MediaPage, setTexts } from './support/media-page.ts';
import { expect, test } from './support/test.ts';

test('A site with an unlimited plan sees "Unlimited" in place of credits', async ({
  settings,
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect({ credits: 0, plan: 'unlimited' });
  await settings.open();
  await expect(settings.root).toContainText('Connected · Unlimited');
  await settings.test.click();
  await expect(settings.notice).toHaveText('Connected: unlimited plan.');

  await setTexts(site, {});
  const media = new MediaPage(page, site);
  await media.open();
  await expect(media.generate).toHaveText('Generate 4 alt texts');
  await expect(media.root.locator('.altscribe-cost')).toHaveText('Unlimited');

  const releaseAccount = await holdRequests(page, 'altscribe/v1/account');
  await editor.openPost([gallery(image(site.images.green), image(site.images.blue))]);
  await editor.generate(1).hover();
  const place = await editor.generate(1).boundingBox();
  releaseAccount();
  await expect(editor.sidebar.locator('.altscribe-footer')).toContainText('Unlimited');
  expect(await editor.generate(1).boundingBox()).toEqual(place);
  await expect(editor.sidebar).not.toContainText('1,000,000');
  await expect(editor.sidebar).not.toContainText(/credit/);
  await editor.generate(1).click();
  await expect(editor.row(1)).toContainText('Written by AI, not checked');
  await expect(page.locator('body')).not.toContainText('1,000,000');
});
