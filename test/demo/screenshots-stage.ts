/** Starts the demo with a model of its own, and takes the screenshots; see ../screenshots.ts. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type Page, chromium } from 'playwright-core';
import { takeDashboard } from './dashboard-screenshots.ts';
import { createProgress } from './progress.ts';
import { saveScreenshot } from './save-screenshot.ts';
import { type Demo, startDemo } from './start-demo.ts';
import { endWithSupervisor } from './supervise.ts';
import { startProviderStandIn, text } from '../support/provider-stand-in.ts';
import { launchOptions } from '../wordpress/browser.ts';

const folder = fileURLToPath(new URL('../../plugin/.wordpress-org', import.meta.url));
const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const viewport = { width: 1120, height: 760 };

/** In the order in which takeEditor asks for them. */
const texts = [
  'White calla lilies with broad green leaves against a grey wall',
  'Calla lilies, white, before a wall',
  'Red flower',
  'Red hibiscus in full bloom, its stamen lit against a dark background',
];

endWithSupervisor();
await take();

async function take(): Promise<never> {
  const progress = createProgress(process.stdout);
  let browser: Browser | undefined;
  try {
    const { openaiBaseUrl } = await startProviderStandIn({
      openai: text(() => texts.shift() ?? ''),
    });
    const env = { OPENAI_API_KEY: 'demo', OPENAI_BASE_URL: openaiBaseUrl, GEMINI_API_KEY: '' };
    const demo = await startDemo({ isStandIn: false, name: '', env }, progress);
    const launched = await chromium.launch(await launchOptions());
    browser = launched;
    const page = await launched.newPage({ viewport });
    // The machine may have other work.
    page.setDefaultTimeout(120_000);
    await mkdir(folder, { recursive: true });
    await progress.during('Taking screenshots', async () => {
      await takeEditor(page, demo);
      await takeSettings(page, demo);
      await takeMediaLibrary(page, demo);
      await takeDashboard(launched);
    });
    process.exitCode = 0;
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  await browser?.close();
  progress.end();
  process.exit();
}

/** A text that has been filled, one suggested beside another, and images that wait for theirs. */
async function takeEditor(page: Page, { site, draft }: Demo): Promise<void> {
  await page.goto(site.linkTo(draft));
  const canvas = page.frameLocator('iframe[name="editor-canvas"]');
  await canvas.locator('.wp-block-image img').first().waitFor();
  // A font that is late the first time is not shown at all; the second time it is in the cache.
  await rest(page);
  await page.reload();
  await canvas.locator('.wp-block-image img').first().waitFor();
  const rows = page.locator('.altscribe-sidebar .altscribe-image');
  const rewrite = (row: number) => rows.nth(row).getByRole('button', { name: 'Rewrite' });
  for (const row of [0, 1, 2]) {
    await rows.nth(row).getByRole('button', { name: 'Generate alt text' }).click();
    await rewrite(row).waitFor();
  }
  await rewrite(2).click();
  await page.getByLabel('Suggested alt text').waitFor();
  await rest(page);
  await page.getByTestId('snackbar').last().waitFor({ state: 'detached' });
  await save(page, 'screenshot-1.png');
}

async function takeSettings(page: Page, { site }: Demo): Promise<void> {
  // The editor asks before it throws changes away.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${site.url}/wp-admin/options-general.php?page=altscribe`);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page
    .getByText(/^Connected: /)
    .first()
    .waitFor();
  await save(page, 'screenshot-2.png');
}

/** Its list, with the column of alt texts. */
async function takeMediaLibrary(page: Page, { site }: Demo): Promise<void> {
  await page.goto(`${site.url}/wp-admin/upload.php?mode=list`);
  await page.getByRole('link', { name: 'Alt text' }).first().waitFor();
  await save(page, 'wordpress-list.png', docs);
}

/** Waits until nothing is loaded any more, as far as a page comes to that: some go on asking. */
async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined);
}

async function save(page: Page, name: string, into = folder): Promise<void> {
  const image = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await saveScreenshot(image, `${into}/${name}`);
}
