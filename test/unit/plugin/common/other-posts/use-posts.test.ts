import { expect, it } from 'vitest';
import type { UsingPost } from '../../../../../plugin/src/common/other-posts/posts-api.ts';
import {
  countWithoutText,
  filledPosts,
  initialPosts,
  isDone,
  listPosts,
  reducePosts,
  type PostsAction,
  type PostsState,
} from '../../../../../plugin/src/common/other-posts/use-posts.ts';

function post(id: number, message: string | null = null, images = 1): UsingPost {
  return {
    id,
    title: `Post ${id}`,
    type: 'Post',
    status: 'Draft',
    edit_link: '',
    images,
    message,
  };
}

function after(...actions: PostsAction[]): PostsState {
  return actions.reduce(reducePosts, initialPosts);
}

const found: PostsAction = {
  type: 'found',
  found: {
    posts: [post(9), post(8, 'Olga is editing this post.'), post(7)],
    next: 7,
    filled: [],
    others: [],
    reading: null,
  },
};
const filled: PostsAction = {
  type: 'filled',
  results: [
    { id: 9, images: 2, reason: null, message: null },
    { id: 7, images: 0, reason: 'nothing_to_change', message: 'Nothing to change.' },
  ],
};

it('selects the posts of every page that can be filled', () => {
  const state = after(found, {
    type: 'found',
    found: { posts: [post(3)], next: null, filled: [], others: [], reading: null },
  });
  expect([...state.selected]).toEqual([9, 7, 3]);
  expect([state.posts.length, state.next, state.isBusy]).toEqual([4, null, false]);
});

it('keeps posts deselected when more posts are found', () => {
  const state = after(
    found,
    { type: 'select', id: 9, isSelected: false },
    { type: 'start' },
    {
      type: 'found',
      found: { posts: [post(3)], next: null, filled: [], others: [], reading: null },
    },
  );
  expect([...state.selected]).toEqual([7, 3]);
});

it('knows which posts were filled and selects those that were undone', () => {
  const state = after(found, filled);
  expect(filledPosts(state)).toEqual([9]);
  expect([...state.selected]).toEqual([]);
  const restored = reducePosts(state, {
    type: 'unfilled',
    results: [{ id: 9, images: 2, reason: null, message: null }],
  });
  expect(filledPosts(restored)).toEqual([]);
  expect([...restored.selected]).toEqual([9]);
  expect(restored.results.get(7)?.message).toBe('Nothing to change.');
});

it('keeps the list and the selection after a failure', () => {
  const error = { code: 'site_unreachable', message: 'Your site could not be reached.' };
  const state = after(found, { type: 'start' }, { type: 'failed', error });
  expect(state).toMatchObject({ isBusy: false, error });
  expect([...state.selected]).toEqual([9, 7]);
});

it('shows posts that were filled earlier and the result of undoing that', () => {
  const state = after({
    type: 'found',
    found: {
      posts: [post(9), post(7)],
      next: null,
      filled: [post(7), post(5), post(4), post(3)],
      others: [],
      reading: null,
    },
  });
  const shown = (present: PostsState, canFill = true) =>
    listPosts(present, canFill).map(({ id }) => `${id}${isDone(present, id) ? ' filled' : ''}`);
  expect(shown(state)).toEqual(['9', '7', '5 filled', '4 filled', '3 filled']);
  expect(shown(state, false)).toEqual(['7', '5 filled', '4 filled', '3 filled']);
  expect(filledPosts(state)).toEqual([7, 5, 4, 3]);
  const restored = reducePosts(state, {
    type: 'unfilled',
    results: [
      { id: 7, images: 1, reason: null, message: null },
      { id: 5, images: 2, reason: null, message: null },
      { id: 4, images: 0, reason: 'locked', message: 'Olga is editing this post.' },
      { id: 3, images: 0, reason: 'nothing_to_change', message: 'Nothing to change.' },
    ],
  });
  expect(shown(restored)).toEqual(['9', '7', '5', '4 filled']);
  expect(filledPosts(restored)).toEqual([4]);
  expect([...restored.selected]).toEqual([9, 7, 5]);
  expect(restored.results.get(4)?.message).toBe('Olga is editing this post.');
});

it('counts the posts without alt text, including those that cannot be filled now', () => {
  const decorative = post(6, 'This image is marked as decorative in this post.', 0);
  const state = after({
    type: 'found',
    found: {
      posts: [post(9), post(8, 'Olga is editing this post.'), post(7), decorative, post(5)],
      next: null,
      // One of its images still has no text.
      filled: [post(5), post(4)],
      others: [],
      reading: null,
    },
  });
  expect(countWithoutText(state)).toBe(4);
  const later = reducePosts(state, filled);
  expect(countWithoutText(later)).toBe(2);
  const locked = { id: 5, images: 0, reason: 'locked', message: 'Olga is editing this post.' };
  expect(countWithoutText(reducePosts(later, { type: 'filled', results: [locked] }))).toBe(2);
  const results = [9, 4].map((id) => ({ id, images: 1, reason: null, message: null }));
  expect(countWithoutText(reducePosts(later, { type: 'unfilled', results }))).toBe(4);
});

it('shows the undone images of a post with images that cannot be filled', () => {
  const inUnknownBlock = post(9, 'This image is in a block that Altscribe does not know.', 0);
  const state = after(
    {
      type: 'found',
      found: {
        posts: [inUnknownBlock, post(5, null, 2)],
        next: null,
        filled: [post(9, null, 3), post(5)],
        others: [],
        reading: null,
      },
    },
    { type: 'filled', results: [{ id: 5, images: 2, reason: null, message: null }] },
    {
      type: 'unfilled',
      results: [
        { id: 9, images: 3, reason: null, message: null },
        { id: 5, images: 2, reason: null, message: null },
      ],
    },
  );
  expect(state.posts).toEqual([post(9, null, 3), post(5, null, 2)]);
  expect(countWithoutText(state)).toBe(2);
});
