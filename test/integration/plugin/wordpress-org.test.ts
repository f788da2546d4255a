import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { vendors } from '../../../service/providers/vendors.ts';

const plugin = join(import.meta.dirname, '../../../plugin');
const readme = await readFile(join(plugin, 'readme.txt'), 'utf8');

/** The text below a heading such as `== Screenshots ==`. */
function section(name: string): string {
  return readme.split(`\n== ${name} ==\n`)[1]?.split('\n== ')[0] ?? '';
}

test('The readme has a caption for each screenshot', async () => {
  const screenshots = (await readdir(join(plugin, '.wordpress-org'))).filter((name) =>
    name.startsWith('screenshot-'),
  );
  expect(screenshots.length).toBeGreaterThan(0);
  const captions = section('Screenshots').match(/^\d+\. .+$/gm) ?? [];
  expect(captions.map((caption) => `screenshot-${parseInt(caption)}.png`)).toEqual(
    screenshots.sort(),
  );
});

test("The plugin's page has an icon and a banner in each size that wordpress.org shows", async () => {
  for (const name of ['icon-128x128', 'icon-256x256', 'banner-772x250', 'banner-1544x500']) {
    const { width, height } = await sharp(join(plugin, `.wordpress-org/${name}.png`)).metadata();
    expect(name).toMatch(new RegExp(`-${width}x${height}$`));
  }
  expect(await readFile(join(plugin, '.wordpress-org/icon.svg'), 'utf8')).toContain('<svg');
});

test('The readme links to the instructions for hosting the service', () => {
  expect(section('Description')).toMatch(/host it yourself.*\(https:\/\/\S+\/docs\/install\.md\)/);
});

test('The readme names all vendors, and links to their terms and privacy policies', () => {
  const services = section('External services');
  for (const { name } of vendors) expect(services.toLowerCase()).toContain(name);
  for (const link of [
    'https://openai.com/policies/services-agreement/',
    'https://openai.com/policies/privacy-policy/',
    'https://ai.google.dev/gemini-api/terms',
    'https://policies.google.com/privacy',
  ]) {
    expect(services).toContain(link);
  }
});

test('The folder in Domain Path exists, and the requirements agree', async () => {
  const main = await readFile(join(plugin, 'altscribe.php'), 'utf8');
  const header = (name: string) => new RegExp(`^ \\* ${name}: (.+)$`, 'm').exec(main)?.[1] ?? '';
  expect(await readdir(join(plugin, header('Domain Path')))).not.toEqual([]);
  for (const [inReadme, inMain] of [
    ['Requires at least', 'Requires at least'],
    ['Requires PHP', 'Requires PHP'],
    ['License', 'License'],
  ] as const) {
    expect(readme).toContain(`\n${inReadme}: ${header(inMain)}\n`);
  }
});

test('Each PHP file ends if it is opened without WordPress, as wordpress.org requires', async () => {
  const files = await readdir(plugin, { recursive: true });
  const own = files.filter((name) => /^(?:includes\/.*|[^/]+)\.php$/.test(name));
  expect(own.length).toBeGreaterThan(50);
  const open: string[] = [];
  for (const name of own) {
    const text = await readFile(join(plugin, name), 'utf8');
    if (!/^defined\( '(?:ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;$/m.test(text)) open.push(name);
  }
  expect(open).toEqual([]);
});
