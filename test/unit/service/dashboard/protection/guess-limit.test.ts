import { RateLimiterMemory } from 'rate-limiter-flexible';
import { beforeEach, expect, test } from 'vitest';
import {
  createGuessLimit,
  refusalsAnHour,
  type GuessLimit,
} from '../../../../../service/dashboard/protection/guess-limit.ts';
import { networkOf } from '../../../../../service/http/rate-limit.ts';
import { rateLimiter } from '../../../../../service/storage/rate-limiter.ts';

const [here, there] = ['203.0.113.1', '203.0.113.2'];

let limit: GuessLimit;
beforeEach(() => {
  limit = createGuessLimit({
    createRateLimiter({ name, ...options }) {
      const library = new RateLimiterMemory({ keyPrefix: name, ...options });
      return rateLimiter(library, (key) => library.delete(key));
    },
  });
});

/** How long each of these tries has to wait. */
async function tries(count: number, address: string, userId: (i: number) => string) {
  const waits: number[] = [];
  for (let i = 0; i < count; i++) waits.push(await limit.countTry(address, userId(i)));
  return waits;
}

test('allows five attempts per account and address without affecting others', async () => {
  const waits = await tries(6, here, () => 'anna');
  expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  expect(waits[5]).toBeGreaterThan(890);
  expect(waits[5]).toBeLessThanOrEqual(900);
  expect(await limit.countTry(there, 'anna')).toBe(0);
  expect(await limit.countTry(here, 'bert')).toBe(0);
});

test('allows twenty attempts from an address over all accounts', async () => {
  const waits = await tries(21, here, (i) => `somebody-${i}`);
  expect(waits.filter((wait) => wait > 0)).toHaveLength(1);
  expect(waits[20]).toBeGreaterThan(890);
  expect(await limit.countTry(there, 'somebody-20')).toBe(0);
});

test('a correct password does not count as an attempt; other attempts of the address still count', async () => {
  for (let i = 0; i < 30; i++) {
    expect(await limit.countTry(here, 'anna')).toBe(0);
    await limit.takeBack(here, 'anna');
  }
  await tries(19, here, (i) => `somebody-${i}`);
  expect(await limit.countTry(here, 'anna')).toBe(0);
  await limit.takeBack(here, 'anna');
  expect(await limit.countTry(here, 'somebody-19')).toBe(0);
  expect(await limit.countTry(here, 'anna')).toBeGreaterThan(0);
});

test('a correct password resets the attempts of its account', async () => {
  for (let i = 0; i < 3; i++) {
    expect(await tries(5, here, () => 'anna')).toEqual([0, 0, 0, 0, 0]);
    await limit.takeBack(here, 'anna');
  }
});

test('allows five codes of a user from an address, and ten from all', async () => {
  const codes = async (address: string, count: number) => {
    const waits = [];
    for (let i = 0; i < count; i++) waits.push((await limit.countCode(address, 'anna')) > 0);
    return waits;
  };
  expect(await codes(here, 6)).toEqual([false, false, false, false, false, true]);
  expect(await codes(there, 5)).toEqual(Array(5).fill(false));
  expect(await codes('203.0.113.3', 1)).toEqual([true]);
  expect(await limit.countCode('203.0.113.3', 'bert')).toBe(0);
  await limit.forgetCodes(there, 'anna');
  expect(await codes(there, 5)).toEqual(Array(5).fill(false));
});

test('codes count as attempts of their address', async () => {
  for (let i = 0; i < 20; i++) expect(await limit.countCode(here, `somebody-${i}`)).toBe(0);
  expect(await limit.countCode(here, 'anna')).toBeGreaterThan(0);
  expect(await limit.countTry(here, 'anna')).toBeGreaterThan(0);
  // An attempt refused because of its address does not count for the user.
  for (let i = 0; i < 10; i++) await limit.countCode(here, 'anna');
  expect(await limit.countCode(there, 'anna')).toBe(0);
});

test('an hour has 20 lines about refused sign-ins from an address, and 100 from all', async () => {
  const logged = async (address: string, count: number) => {
    let lines = 0;
    for (let i = 0; i < count; i++) lines += (await limit.mayLogRefusal(address)) ? 1 : 0;
    return lines;
  };
  expect(await logged(here, 150)).toBe(20);
  let others = 0;
  for (let i = 10; i < 30; i++) others += await logged(`203.0.113.${i}`, 20);
  expect(others).toBe(refusalsAnHour - 20);
});

test('treats the addresses of an IPv6 network as one, but not those of IPv4', () => {
  expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff::2'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  expect(networkOf('::ffff:203.0.113.1')).toBe('203.0.113.1');
  expect(networkOf('203.0.113.1')).not.toBe(networkOf('203.0.113.2'));
  expect(networkOf('')).toBe('');
});
