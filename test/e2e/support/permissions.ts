import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageWithXmp, writeXmp } from '../../support/xmp.ts';

/** PHP files beside this one, as one piece of code. */
export function phpOf(...names: readonly string[]): string {
  const read = (name: string) => readFileSync(join(import.meta.dirname, `${name}.php`), 'utf8');
  return names.map((name) => read(name).replace(/^<\?php/, '')).join('\n');
}

/** Files for the images of the world (`permission-world.php`): base64, by name. Each has a text inside. */
export async function makeFiles(): Promise<Record<string, string>> {
  const [, table = ''] = phpOf('permission-world').split('const WORLD_IMAGES = array(');
  const names = [...(table.split(');\n')[0] ?? '').matchAll(/'(\w+)' +=>/g)].map(
    ([, name]) => name ?? '',
  );
  const sentence = (name: string, field: string) =>
    `Small boats of secret-image-${name}-${field} near the old harbour`;
  const entries = names.map(async (name) => {
    // Posts show these, so their text is searched for there first.
    const alt = /^(in|held)/.test(name) ? {} : { 'x-default': sentence(name, 'filetext') };
    const bytes = await imageWithXmp(writeXmp({ alt, headline: sentence(name, 'headline') }));
    return [name, bytes.toString('base64')] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
