/**
 * `npm run bench:editor`: what the plugin costs the editor of a post with 300 images, beside the same
 * post without the plugin, in one run. Everything is on loopback; it ends by itself.
 */
import { chromium } from 'playwright-core';
import { print } from '../../../service/cli/print.ts';
import { uploadPictures } from '../../e2e/support/pictures.ts';
import { createPost, hideWelcomeGuide, setOption } from '../../wordpress/content.ts';
import { launchOptions } from '../../wordpress/browser.ts';
import { logIn } from '../../wordpress/session.ts';
import { startWordPress } from '../../wordpress/start-wordpress.ts';
import { bigPost } from './big-post.ts';
import { openEditor } from './editor.ts';
import { compareOpening, compareTyping } from './measurements.ts';

const plugin = new URL('../../../plugin', import.meta.url).pathname;
const images = 300;

const wordpress = await startWordPress({
  version: '7.1',
  plugin: { kind: 'folder', path: plugin },
});
const browser = await chromium.launch(await launchOptions());
try {
  const { php, url } = wordpress;
  const content = bigPost(await uploadPictures(php), images);
  const post = await createPost(php, { post_title: 'Big', post_content: content });
  await hideWelcomeGuide(php, 'admin');
  await setOption(php, 'altscribe_settings', {
    // Nobody listens there: the editor says so, and works on.
    service_url: 'http://127.0.0.1:9',
    api_key: 'bench',
    user_id: 'bench@example.com',
    language: '',
  });
  const { cookies } = await logIn(url, 'admin', 'password');
  const address = `${url}/wp-admin/post.php?post=${post}&action=edit`;
  const withPlugin = await openEditor(browser, address, cookies);
  await php(`deactivate_plugins( 'altscribe/altscribe.php' );`);
  const without = await openEditor(browser, address, cookies);

  console.log(`\nA post with ${images} images: main thread, milliseconds of processor time\n`);
  const rows = [
    await compareTyping('keystroke, sidebar closed', withPlugin, without),
    await compareOpening('opening the sidebar', withPlugin, without),
    await compareTyping('keystroke, sidebar open', withPlugin, without),
  ];
  print(rows, false);
} finally {
  await browser.close();
  await wordpress.stop();
}
