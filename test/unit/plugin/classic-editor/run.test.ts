// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AltTextField } from '../../../../plugin/src/common/alt-text-field/alt-text-field.ts';

const generateForAttachment = vi.fn<(id: number) => Promise<object>>();
const speak = vi.fn<(message: string) => void>();
vi.mock('../../../../plugin/src/common/api.ts', () => ({ generateForAttachment }));
vi.mock('../../../../plugin/src/common/edited-post.ts', () => ({
  readEditedPost: () => undefined,
}));
vi.mock('@wordpress/a11y', () => ({ speak }));
const { dismissRun, generateAll, getRun, markDecorative, stop, undoRun } =
  await import('../../../../plugin/src/classic-editor/run.ts');

const account = { planType: 'pro', creditsAvailable: 7, creditsError: null };
const answer = (altText: string, more = {}) => ({
  ok: true,
  value: { altText, isFromCache: false, account, ...more },
});
const failure = (code: string, more = {}) => ({
  ok: false,
  error: { code, message: 'A sentence.', ...more },
});

let texts: Map<string, string>;
let number = 0;

/** Images without a text. */
const open = (count: number, libraryText = '') =>
  Array.from({ length: count }, () => {
    number += 1;
    const key = `image-${String(number)}`;
    texts.set(key, '');
    const field: AltTextField = {
      key,
      isStored: false,
      isOfLibrary: false,
      attachmentId: number,
      language: 'en',
      olderTexts: [],
      filledPosts: 0,
      read: () => texts.get(key) ?? '',
      write: (written) => {
        texts.set(key, written);
        return Promise.resolve(written);
      },
      watch: () => () => undefined,
    };
    return { field, libraryText };
  });

const written = () => [...texts.values()];
const spoken = () => speak.mock.calls.map(([message]) => message);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  texts = new Map();
  dismissRun();
  speak.mockClear();
  generateForAttachment.mockReset();
  generateForAttachment.mockResolvedValue(answer('A boat'));
});

afterEach(() => {
  vi.useRealTimers();
});

it('takes the texts of the library, generates the rest, and undoes texts that were not edited', async () => {
  await generateAll([...open(1, 'A harbour'), ...open(2)], true);
  expect(written()).toEqual(['A harbour', 'A boat', 'A boat']);
  expect(generateForAttachment).toHaveBeenCalledTimes(2);
  texts.set(`image-${String(number)}`, 'My own');
  await undoRun();
  expect(written()).toEqual(['', '', 'My own']);
  expect(spoken()).toEqual([
    'Generating alt text for 2 images.',
    '3 alt texts added.',
    '2 alt texts undone.',
  ]);
});

it('waits while the service is busy, announces a long wait, and continues', async () => {
  generateForAttachment.mockResolvedValueOnce(
    failure('altscribe_rate_limited', { retryAfterSeconds: 20 }),
  );
  const done = generateAll(open(1));
  await vi.advanceTimersByTimeAsync(19_900);
  expect(getRun()?.busyUntil).toBe(1_020_000);
  expect(generateForAttachment).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(500);
  await done;
  expect(written()).toEqual(['A boat']);
  expect(getRun()).toMatchObject({ isRunning: false, busyUntil: null, done: 1 });
  expect(spoken()).toContain('Still working…');
});

it('leaves the rest after Stop, even while it waits', async () => {
  generateForAttachment.mockResolvedValue(
    failure('altscribe_rate_limited', { retryAfterSeconds: 20 }),
  );
  const done = generateAll(open(5));
  await vi.advanceTimersByTimeAsync(1_000);
  stop();
  expect(getRun()).toMatchObject({ isStopping: true, busyUntil: null });
  await vi.advanceTimersByTimeAsync(500);
  await done;
  expect(generateForAttachment).toHaveBeenCalledTimes(3);
  expect(getRun()).toMatchObject({ isRunning: false, isStopping: false, done: 0, failed: [] });
  expect(spoken().slice(1)).toEqual(['Stopping.', 'No alt text added.']);
});

it('announces the error that ended it, which stays until a request succeeds', async () => {
  generateForAttachment.mockResolvedValue(failure('altscribe_unreachable'));
  await generateAll(open(1));
  expect(spoken().at(-1)).toBe('A sentence. No alt text added.');
  await generateAll(open(1, 'A harbour'), true);
  expect(getRun()?.error?.code).toBe('altscribe_unreachable');
  expect(spoken().at(-1)).toBe('1 alt text added.');
});

it('marks images that seem to be decorative, but never replaces a text that was typed meanwhile', async () => {
  generateForAttachment.mockResolvedValue(answer('A swirl', { purpose: 'decorative' }));
  const images = open(2);
  await generateAll(images);
  expect(getRun()).toMatchObject({ suggested: 2 });
  texts.set(`image-${String(number)}`, 'My own');
  await markDecorative(images.map(({ field }) => field));
  expect(written()).toEqual(['', 'My own']);
});
