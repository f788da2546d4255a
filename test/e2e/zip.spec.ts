import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from './support/test.ts';

test('The installed plugin contains the source of its scripts, and all modules that it imports', async ({
  site,
}) => {
  const source = join(site.folder, 'wp-content/plugins/altscribe/source');
  const { scripts } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const entries = [...(scripts['build:plugin'] ?? '').matchAll(/=\.\/(\S+\.tsx)/g)];
  expect(entries.length).toBeGreaterThan(1);
  const files = entries.map(([, path]) => join(source, path ?? ''));
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    for (const [, path] of text.matchAll(/from '(\.[^']+)'/g)) {
      const imported = join(file, '..', path ?? '');
      if (!files.includes(imported)) files.push(imported);
    }
  }
  expect(files.some((file) => file.endsWith('shared/languages.ts'))).toBe(true);
});

test('WordPress, Site Health and the service get the version of this build', async ({ site }) => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  const shown = await site.php(
    `$agent = '';
    add_filter( 'pre_http_request', function ( $answer, $call ) use ( &$agent ) {
      $agent = $call['user-agent'];
      return new WP_Error( 'http_request_failed', 'Not sent.' );
    }, 20, 2 );
    \\Altscribe\\Service\\Account::fetch( array( 'service_url' => 'http://127.0.0.1:1', 'api_key' => 'a', 'user_id' => 'b@c' ) );
    echo wp_json_encode( array(
      get_plugin_data( WP_PLUGIN_DIR . '/altscribe/altscribe.php' )['Version'],
      \\Altscribe\\Platform\\Site_Health::add_debug_information( array() )['altscribe']['fields']['version']['value'],
      $agent,
    ) );`,
    {},
    'admin',
  );
  expect(JSON.parse(shown)).toEqual([
    version,
    version,
    `Altscribe-WordPress/${version}; ${site.url}`,
  ]);
});

test('The script that each editor loads is under 35 kB', async ({ site }) => {
  const script = join(site.folder, 'wp-content/plugins/altscribe/build/editor.js');
  expect(gzipSync(await readFile(script), { level: 9 }).byteLength).toBeLessThan(35_000);
});

test('The notices of libraries are in the scripts that contain them, and the zip contains no files of wordpress.org', async ({
  site,
}) => {
  const folder = join(site.folder, 'wp-content/plugins/altscribe');
  const names = (await readdir(join(folder, 'build'))).filter((name) => name.endsWith('.js'));
  const scripts = await Promise.all(
    names.map((name) => readFile(join(folder, 'build', name), 'utf8')),
  );
  const withDiff = scripts.filter((text) => text.includes('maxEditLength'));
  expect(withDiff.length).toBeGreaterThan(0);
  for (const text of withDiff) expect(text).toMatch(/^\/\*! jsdiff .+Kevin Decker.+BSD-3-Clause/);
  expect(scripts[names.indexOf('editor.js')]).toMatch(/^\/\*! noble-hashes .+Paul Miller.+MIT/);
  expect(await readdir(folder)).not.toContain('.wordpress-org');
  await expect(readFile(join(folder, 'source/docs/install.md'), 'utf8')).resolves.toContain('# ');
});

test('The zip contains the guide that the readme links to, and all pages that are linked from there', async ({
  site,
}) => {
  const docs = join(site.folder, 'wp-content/plugins/altscribe/source/docs');
  const pages = (await readdir(docs)).filter((name) => name.endsWith('.md'));
  expect(pages).toContain('install.md');
  for (const page of pages) {
    const text = await readFile(join(docs, page), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link = '']) => link);
    // The screenshots are on wordpress.org.
    const files = links.filter((link) => !/^[a-z]+:|\.wordpress-org/.test(link));
    const found = await Promise.allSettled(files.map((file) => stat(join(docs, file))));
    const missing = files.filter((_, index) => found[index]?.status === 'rejected');
    expect({ page, missing }).toEqual({ page, missing: [] });
  }
});
