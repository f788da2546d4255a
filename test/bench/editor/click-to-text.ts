import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright-core';
import { image, paragraph } from '../../e2e/support/blocks.ts';
import { uploadImages, type Images } from '../../e2e/support/images.ts';
import { launchOptions } from '../../wordpress/browser.ts';
import { createPost, hideWelcomeGuide, setOption } from '../../wordpress/content.ts';
import { logIn } from '../../wordpress/session.ts';
import { startWordPress } from '../../wordpress/start-wordpress.ts';
import type { Part } from '../part.ts';
import { withServers } from '../peers/server.ts';
import { userId, startAltscribe } from '../peers/altscribe.ts';
import { median, percentile, round } from '../rounds.ts';
import { answerText, type Stage } from '../stage/stage.ts';

const root = new URL('../../../', import.meta.url).pathname;
/** The first ones, which fill caches of PHP and WordPress, do not count. */
const warmUps = 3;
const imageCount = 33;
const loadMs = 180_000;

/** How long an editor waits, excluding the model, from the click to the text in the sidebar. */
export const clickToText: Part = {
  name: 'click-to-text',
  title: 'From the click on "Generate alt text" to the text, with a model that answers immediately',
  async measure(stage) {
    execFileSync('npm', ['run', '--silent', 'build:plugin'], { cwd: root, stdio: 'ignore' });
    const times = await measureClicks(stage);
    const row = {
      clicks: times.length,
      'p50 ms': round(median(times)),
      'p95 ms': round(percentile(times, 0.95)),
      'max ms': round(Math.max(...times)),
    };
    return { rows: [row], remarks: [`Scripts: ${await measureScripts(`${root}plugin/build`)}.`] };
  },
};

function measureClicks(stage: Stage): Promise<number[]> {
  return withServers(async (keep) => {
    const service = await keep(startAltscribe(stage));
    const plugin = { kind: 'folder' as const, path: `${root}plugin` };
    const wordpress = await keep(startWordPress({ version: '7.1', php: 'native', plugin }));
    const { php, url } = wordpress;
    await setOption(php, 'altscribe_settings', {
      service_url: service.url,
      api_key: service.key,
      user_id: userId,
      language: '',
    });
    const post_content = content(await uploadImages(php));
    const post = await createPost(php, { post_title: 'Boats', post_content });
    await hideWelcomeGuide(php);
    const { cookies } = await logIn(url, 'admin', 'password');
    const browser = await chromium.launch(await launchOptions());
    await keep(Promise.resolve({ stop: () => browser.close() }));
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.goto(`${url}/wp-admin/post.php?post=${post}&action=edit`, { timeout: loadMs });
    await page.locator('.editor-header button[aria-label^="Alt text"]').click({ timeout: loadMs });
    await page.locator('.altscribe-image').first().waitFor({ timeout: loadMs });
    const times: number[] = [];
    for (let row = 0; row < imageCount; row += 1) times.push(await click(page, row));
    return times.slice(warmUps);
  });
}

/** Images with different contexts, so none is answered from the cache. */
function content(images: Images): string {
  const blocks = Array.from({ length: imageCount }, (_, n) => [
    paragraph(`Boat number ${n} lies at the quay.`),
    image({ ...images.green, caption: `Boat ${n}` }),
  ]);
  return blocks.flat().join('\n\n');
}

/** Clicks the button of a row, and returns how many milliseconds later the row has its text. */
async function click(page: Page, row: number): Promise<number> {
  // The list grows as it is scrolled.
  await page.locator('.altscribe-image').nth(row).scrollIntoViewIfNeeded();
  // Not a promise that the page resolves: Chromium may garbage-collect it first.
  const clicked = await page.evaluateHandle(
    ([index, text]) => {
      // No named functions here: the helper that preserves names for stack traces does not exist in
      // the browser.
      const rows = document.getElementsByClassName('altscribe-image');
      const buttons = [...(rows[index]?.querySelectorAll('button') ?? [])];
      const button = buttons.find(({ textContent }) => textContent === 'Generate alt text');
      if (!button) throw new Error(`Row ${index} has no button to generate.`);
      const start = performance.now();
      const times: { ms?: number } = {};
      const observer = new MutationObserver(() => {
        if (!rows[index]?.querySelector('.altscribe-text')?.textContent.includes(text)) return;
        observer.disconnect();
        times.ms = performance.now() - start;
      });
      observer.observe(document.body, { childList: true, characterData: true, subtree: true });
      button.click();
      return times;
    },
    [row, answerText] as const,
  );
  const ms = await page.waitForFunction(({ ms }) => ms, clicked);
  return (await ms.jsonValue()) as number;
}

/** The transfer size of the plugin's scripts, as part of a sentence. */
async function measureScripts(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js')).toSorted();
  const sizes = names.map(async (name) => {
    const bytes = await readFile(join(folder, name));
    const [whole, zipped] = [bytes.length, gzipSync(bytes).length].map((n) =>
      (n / 1000).toFixed(1),
    );
    return `${name} ${whole} kB (${zipped} kB gzipped)`;
  });
  return (await Promise.all(sizes)).join(', ');
}
