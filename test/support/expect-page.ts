import { expect } from 'vitest';
import { withoutChanging } from './changing.ts';

/** Compares the words of a page of the dashboard with the file of that name in `says/`. */
export async function expectPage({ html }: { readonly html: string }, name: string): Promise<void> {
  const [main = ''] = /<main.*<\/main>/s.exec(html) ?? [];
  const words = main
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll(/\s*\n\s*(\()?/g, (_, bracket?: string) => (bracket ? ' (' : '\n'))
    .trim();
  expect(words).not.toBe('');
  await expect(`${withoutChanging(words)}\n`).toMatchFileSnapshot(`says/${name}.txt`);
}
