import { expect } from 'vitest';
import { withoutChanging } from './changing.ts';

/** Compares the words of pages of the dashboard with the file of that name in `says/`. */
export async function expectPages(
  pages: readonly { readonly html: string }[],
  name: string,
): Promise<void> {
  const words = pages.map(({ html }) => wordsOf(html));
  expect(words).not.toContain('');
  await expect(withoutChanging(`${words.join('\n\n')}\n`)).toMatchFileSnapshot(`says/${name}.txt`);
}

/** The same for one page. */
export function expectPage(page: { readonly html: string }, name: string): Promise<void> {
  return expectPages([page], name);
}

function wordsOf(html: string): string {
  const [main = ''] = /<main.*<\/main>/s.exec(html) ?? [];
  return main
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll(/\s*\n\s*(\()?/g, (_, bracket?: string) => (bracket ? ' (' : '\n'))
    .trim();
}
