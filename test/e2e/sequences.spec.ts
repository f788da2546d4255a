import { phpOf } from './support/permissions.ts';
import { runQueue } from './support/queue.ts';
import { expect, test } from './support/test.ts';

/** To repeat a failure: the seed that it states. */
const { ALTSCRIBE_SEED } = process.env;
const count = 2_000;
/** As many as one request to PHP can be waited for. */
const atOnce = 100;

test('Paid texts survive random sequences of what people do to a post', async ({ site }) => {
  const first = Number(ALTSCRIBE_SEED ?? Date.now() % 1_000_000_000);
  for (let seed = first; seed < first + count; seed += atOnce) {
    const found = await runQueue(site.php, phpOf('sequences'), {
      args: { seed, count: atOnce, steps: 6 },
      settings: { review_new_texts: true },
    });
    expect(found).toEqual({ broken: [], sequences: atOnce });
  }
});
