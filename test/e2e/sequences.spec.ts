import { phpOf } from './support/permissions.ts';
import { runQueue } from './support/queue.ts';
import { expect, test } from './support/test.ts';

/**
 * The only sequence to run, which a failure names, or `new` for 2,000 that have not been run yet. Those of
 * every check are the same, so a check that turns red has found what the change before it broke.
 */
const { ALTSCRIBE_SEED: wanted } = process.env;
const only = wanted === 'new' ? undefined : wanted;
const first = Number(only ?? (wanted === 'new' ? Date.now() % 1_000_000_000 : 1));
/** How many one request to PHP runs, which ends after a minute. */
const atOnce = 100;
const perTest = 500;
const parts = only ? ['only'] : ['first', 'second', 'third', 'fourth'];

for (const [index, part] of parts.entries()) {
  const title = only ? `sequence ${only}` : `${part} ${perTest} sequences`;
  test(`Paid texts survive what people do to a post at random: ${title}`, async ({ site }) => {
    const from = first + index * perTest;
    const count = only ? 1 : atOnce;
    for (let seed = from; seed < from + (only ? 1 : perTest); seed += count) {
      const found = await runQueue(site.php, phpOf('sequences'), {
        args: { seed, count, steps: 6 },
        settings: { review_new_texts: true },
      });
      expect(found).toEqual({ broken: [], sequences: count });
    }
  });
}
