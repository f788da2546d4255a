import { beforeEach, expect, it, vi } from 'vitest';

const request = vi.fn();
vi.mock('../../../../../plugin/src/common/api.ts', () => ({ request }));
const { fillPosts, unfillPosts } =
  await import('../../../../../plugin/src/common/other-posts/posts-api.ts');

const result = (id: number) => ({ id, images: 1, reason: null, message: null });
const respond = (...ids: number[]) =>
  request.mockResolvedValueOnce({ ok: true, value: ids.map(result) });
const asked = () =>
  (request.mock.calls as [string, { post_ids: number[] }][]).map(([route, { post_ids }]) => [
    route,
    post_ids,
  ]);

beforeEach(() => request.mockReset());

it('requests the posts again that one request had no time for', async () => {
  respond(3);
  respond(2, 1);
  expect(await fillPosts(7, [3, 2, 1])).toEqual({ results: [3, 2, 1].map(result), error: null });
  expect(asked()).toEqual([
    ['attachments/7/fill', [3, 2, 1]],
    ['attachments/7/fill', [2, 1]],
  ]);
});

it('keeps the earlier results if a later request fails', async () => {
  respond(3);
  const error = { code: 'site_unreachable', message: 'The site did not respond.' };
  request.mockResolvedValueOnce({ ok: false, error });
  expect(await unfillPosts(7, [3, 2, 1])).toEqual({ results: [result(3)], error });
  expect(asked().at(-1)).toEqual(['attachments/7/unfill', [2, 1]]);
});

it('sends no more than 100 posts at a time', async () => {
  const ids = Array.from({ length: 130 }, (_, index) => index + 1);
  respond(...ids.slice(0, 100));
  respond(...ids.slice(100));
  expect((await fillPosts(7, ids)).results).toHaveLength(130);
  expect(asked().map(([, sent]) => sent?.length)).toEqual([100, 30]);
});
