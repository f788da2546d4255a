import { readFile } from 'node:fs/promises';
import { expect, test, type Locator } from '@playwright/test';
import { withoutChanging, type Replacement } from '../../support/changing.ts';

/**
 * Compares what a screen reader says of a part of a page (roles, names, states, text, and where
 * links lead) with the file of that name in the folder `says` beside the test, which
 * `--update-snapshots` writes. Without a name: with the next file of the test.
 */
export async function expectSays(
  part: Locator,
  name?: string,
  alsoChanging?: readonly Replacement[],
): Promise<void> {
  const read = async () => `${withoutChanging(await part.ariaSnapshot(), alsoChanging)}\n`;
  if (!name) {
    expect(await read()).toMatchSnapshot();
    return;
  }
  const file = `${name}.txt`;
  const expected = await readFile(test.info().snapshotPath(file), 'utf8').catch(() => '');
  // Parts may still be on their way. The comparison below says what differs in the end.
  await expect
    .poll(read, { timeout: 5_000 })
    .toBe(expected)
    .catch(() => undefined);
  expect(await read()).toMatchSnapshot(file);
}
