import { expect, type Locator } from '@playwright/test';
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
  const said = withoutChanging(await part.ariaSnapshot(), alsoChanging);
  if (name) expect(`${said}\n`).toMatchSnapshot(`${name}.txt`);
  else expect(`${said}\n`).toMatchSnapshot();
}
