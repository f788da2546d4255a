/** Starts the demo with a fake model and takes the screenshots: see ../screenshots.ts. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type Page, chromium } from 'playwright-core';
import { takeDashboard } from './dashboard-screenshots.ts';
import { createProgress } from './progress.ts';
import { saveScreenshot } from './save-screenshot.ts';
import { type Demo, startDemo } from './start-demo.ts';
import { endWithSupervisor } from './supervise.ts';
import { type ProviderCall, startProviderStandIn, text } from '../support/provider-stand-in.ts';
import { launchOptions } from '../wordpress/browser.ts';

const folder = fileURLToPath(new URL('../../plugin/.wordpress-org', import.meta.url));
const viewport = { width: 1120, height: 760 };

/** In the order in which takeEditor requests them. */
const texts = [
  'Calla lilies, white, before a wall',
  'White calla lilies with broad green leaves against a grey wall',
  'Red flower',
  'Red hibiscus in full bloom, its stamen lit against a dark background',
];

/** Titles of the photographs, and the text that the model writes for each. */
const library: Readonly<Record<string, readonly [title: string, text: string]>> = {
  'botany-flowers-closeup': [
    'In the greenhouse',
    'White calla lilies with broad green leaves against a grey wall',
  ],
  'red-hibiscus-closeup': [
    'Hibiscus',
    'Red hibiscus in full bloom, its stamen lit against a dark background',
  ],
  'flower-meadow-square': [
    'In June',
    'A meadow full of yellow and pink flowers, behind it a tree under a blue sky',
  ],
  'dallas-creek-square': [
    'Dallas Creek',
    'Red columbines hanging from thin stems, against a black background',
  ],
  'marshland-birds-square': [
    'Evening in the marsh',
    'Two wading birds in a marsh, black against a red evening sky',
  ],
};

endWithSupervisor();
await take();

async function take(): Promise<never> {
  const progress = createProgress(process.stdout);
  let browser: Browser | undefined;
  try {
    const model = await startProviderStandIn({ openai: text(() => texts.shift() ?? '') });
    const { openaiBaseUrl } = model;
    const env = { OPENAI_API_KEY: 'demo', OPENAI_BASE_URL: openaiBaseUrl, GEMINI_API_KEY: '' };
    const demo = await startDemo({ isStandIn: false, name: '', env }, progress);
    const launched = await chromium.launch(await launchOptions());
    browser = launched;
    const page = await launched.newPage({ viewport });
    // The machine may be busy.
    page.setDefaultTimeout(120_000);
    await mkdir(folder, { recursive: true });
    await progress.during('Taking screenshots', async () => {
      await takeEditor(page, demo);
      await takeSettings(page, demo);
      model.set({ openai: text(describeForLibrary) });
      await takeMediaPage(page, demo);
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

/** A new text, a suggestion beside an existing text, and images without one. */
async function takeEditor(page: Page, { site, draft }: Demo): Promise<void> {
  await page.goto(site.linkTo(draft));
  const canvas = page.frameLocator('iframe[name="editor-canvas"]');
  await canvas.locator('.wp-block-image img').first().waitFor();
  // A font that loads too late is not shown; the second time it is in the cache.
  await canvas.locator('body').evaluate(async (body) => {
    await body.ownerDocument.fonts.ready;
  });
  await page.reload();
  await canvas.locator('.wp-block-image img').first().waitFor();
  const sidebar = page.getByRole('region', { name: 'Editor settings' });
  const button = (name: string | RegExp) => sidebar.getByRole('button', { name, exact: true });
  // Image 1 is the featured image, whose text would be offered for image 2, the same photograph.
  for (const number of [2, 1, 3]) {
    await button(`Generate alt text for image ${number}`).click();
    await button(`Accept alt text of image ${number}`).waitFor();
  }
  const heading = button(/^Image 3\b/);
  if ((await heading.getAttribute('aria-expanded')) !== 'true') await heading.click();
  await button('Rewrite alt text of image 3').click();
  await sidebar.getByLabel('Suggested alt text for image 3').waitFor();
  await rest(page);
  await page.getByTestId('snackbar').last().waitFor({ state: 'detached' });
  // The whole row must be visible: below the summary, which stays at the top.
  await heading.evaluate((element) => {
    element.closest('li')?.scrollIntoView({ block: 'start' });
  });
  await save(page, 'screenshot-1.png');
}

async function takeSettings(page: Page, { site }: Demo): Promise<void> {
  // The editor asks before it discards changes.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${site.url}/wp-admin/options-general.php?page=altscribe`);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page
    .getByText(/^Connected: /)
    .first()
    .waitFor();
  await save(page, 'screenshot-2.png');
}

/** The model's text for an image in the media library, found by the title in the request. */
function describeForLibrary({ context }: ProviderCall): string {
  return Object.values(library).find(([title]) => context.includes(title))?.[1] ?? '';
}

/** Counts, a finished run, and its texts. */
async function takeMediaPage(page: Page, { site }: Demo): Promise<void> {
  await site.php(
    `foreach ( $args as $name => list( $title ) ) {
      wp_update_post( array( 'ID' => get_page_by_path( $name, OBJECT, 'attachment' )->ID, 'post_title' => $title ) );
    }`,
    library,
  );
  await page.goto(`${site.url}/wp-admin/upload.php?page=altscribe-media&tab=images`);
  await page.getByRole('button', { name: /^Generate \d+ alt texts?$/ }).click();
  await page
    .getByText(/^Done\. /)
    .first()
    .waitFor();
  await page.getByRole('row').filter({ hasText: 'Red columbines' }).waitFor();
  await rest(page);
  await save(page, 'screenshot-3.png');
}

/** The list view, sorted by alt text; one is a file name, which is near the top. */
async function takeMediaLibrary(page: Page, { site }: Demo): Promise<void> {
  await site.php(`foreach ( array( 'coral-square' => '20260412_0831.jpg', 'dallas-creek-square' => '' ) as $name => $text ) {
    update_post_meta( get_page_by_path( $name, OBJECT, 'attachment' )->ID, '_wp_attachment_image_alt', $text );
  }`);
  await page.goto(`${site.url}/wp-admin/upload.php?mode=list&orderby=altscribe_alt_text&order=asc`);
  await page.getByRole('link', { name: 'Alt text' }).first().waitFor();
  await save(page, 'screenshot-4.png');
}

/** Waits until the page has loaded, but not forever, because some pages keep sending requests. */
async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined);
}

async function save(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) => image.complete || image.getBoundingClientRect().top > window.innerHeight,
    ),
  );
  const image = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await saveScreenshot(image, `${folder}/${name}`);
}
