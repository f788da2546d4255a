/**
 * `npm run bench:editor`: the cost of the plugin in the editor of a post with 300 images, alternating with
 * and without the plugin in the same editor. Everything is on loopback; it ends on its own.
 * `EDITORS`: how often the editor is reopened (default 3). `CYCLES`: how often each of them repeats
 * all measurements (default 5).
 */
import { chromium } from 'playwright-core';
import { print } from '../../../service/cli/print.ts';
import { uploadImages } from '../../e2e/support/images.ts';
import { createPost, hideWelcomeGuide, setOption } from '../../wordpress/content.ts';
import { launchOptions } from '../../wordpress/browser.ts';
import { logIn } from '../../wordpress/session.ts';
import { startWordPress } from '../../wordpress/start-wordpress.ts';
import { bigPost } from './big-post.ts';
import { compareCycles, takeCycle, type Cycle } from './compare.ts';
import { openEditor } from './editor.ts';
import { closeSidebar, measureLetter, measureOpening } from './measurements.ts';
import { switchPlugin } from './switch-plugin.ts';

const plugin = new URL('../../../plugin', import.meta.url).pathname;
const images = 300;
const editors = Number(process.env.EDITORS ?? 3);
const cyclesOfEditor = Number(process.env.CYCLES ?? 5);
const works = ['letter, sidebars closed', 'opening the sidebar', 'letter, sidebar open'] as const;

const wordpress = await startWordPress({
  version: '7.1',
  php: 'native',
  plugin: { kind: 'folder', path: plugin },
});
const browser = await chromium.launch(await launchOptions());
try {
  const { php, url } = wordpress;
  const content = bigPost(await uploadImages(php), images);
  const post = await createPost(php, { post_title: 'Big', post_content: content });
  await hideWelcomeGuide(php);
  await setOption(php, 'altscribe_settings', {
    // Nothing listens there: the editor reports it and continues.
    service_url: 'http://127.0.0.1:9',
    api_key: 'bench',
    user_id: 'bench@example.com',
    language: '',
  });
  const { cookies } = await logIn(url, 'admin', 'password');
  const address = `${url}/wp-admin/post.php?post=${post}&action=edit`;

  const cycles: Record<(typeof works)[number], Cycle>[] = [];
  for (let opened = 0; opened < editors; opened += 1) {
    const editor = await openEditor(browser, address, cookies);
    const measure = async (isOn: boolean) => {
      await closeSidebar(editor);
      await switchPlugin(editor.page, isOn);
      const closed = await measureLetter(editor);
      // WordPress's own sidebar, in the same place.
      const opening = await measureOpening(editor, isOn ? 'Alt text' : 'Settings');
      const open = await measureLetter(editor);
      return { [works[0]]: closed, [works[1]]: opening, [works[2]]: open };
    };
    // The first time, everything takes longer.
    await measure(false);
    await measure(true);
    for (let i = 0; i < cyclesOfEditor; i += 1) {
      cycles.push(await takeCycle(measure, works));
    }
    await editor.close();
  }

  console.log(`\nA post with ${images} images: main thread, milliseconds of processor time\n`);
  print(
    works.map((work) =>
      compareCycles(
        work,
        cycles.map((cycle) => cycle[work]),
      ),
    ),
    false,
  );
} finally {
  await browser.close();
  await wordpress.stop();
}
