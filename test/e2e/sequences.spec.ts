import { phpOf } from './support/permissions.ts';
import { runQueue } from './support/queue.ts';
import { expect, test } from './support/test.ts';

/** To repeat a failure: the seed that it states. */
const first = Number(process.env['ALTSCRIBE_SEED'] ?? Date.now() % 1_000_000_000);
/** How many one request to PHP runs, which ends after a minute. */
const atOnce = 50;
const perTest = 500;

for (const [index, part] of ['first', 'second', 'third', 'fourth'].entries()) {
  test(`Paid texts survive what people do to a post at random: ${part} 500 sequences`, async ({
    site,
  }) => {
    for (let seed = first + index * perTest; seed < first + (index + 1) * perTest; seed += atOnce) {
      const found = await runQueue(site.php, phpOf('sequences'), {
        args: { seed, count: atOnce, steps: 6 },
        settings: { review_new_texts: true },
      });
      expect(found).toEqual({ broken: [], sequences: atOnce });
    }
  });
}
