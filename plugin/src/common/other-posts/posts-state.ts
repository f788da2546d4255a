import type { ApiError } from '../api-error.ts';
import type { FillResult, UsingPost, UsingPosts } from './posts-api.ts';

/** What is known of the posts that show an image, and what somebody did with them. */
export interface PostsState {
  readonly posts: readonly UsingPost[];
  /** Where more of them begin; null at the end. */
  readonly next: number | null;
  readonly selected: ReadonlySet<number>;
  /** What became of posts, by id. */
  readonly results: ReadonlyMap<number, FillResult>;
  readonly isBusy: boolean;
  readonly error: ApiError | null;
}

export type PostsAction =
  | { type: 'start' }
  | { type: 'found'; found: UsingPosts }
  | { type: 'select'; id: number; isSelected: boolean }
  | { type: 'filled' | 'unfilled'; results: readonly FillResult[] }
  | { type: 'failed'; error: ApiError };

export const initialPosts: PostsState = {
  posts: [],
  next: null,
  selected: new Set(),
  results: new Map(),
  isBusy: true,
  error: null,
};

export function reducePosts(state: PostsState, action: PostsAction): PostsState {
  const idle = { ...state, isBusy: false, error: null };
  switch (action.type) {
    case 'start':
      return { ...state, isBusy: true, error: null };
    case 'found': {
      const { posts, next } = action.found;
      const fillable = posts.filter(({ message }) => message === null).map(({ id }) => id);
      return {
        ...idle,
        posts: [...state.posts, ...posts],
        next,
        selected: new Set([...state.selected, ...fillable]),
      };
    }
    case 'select': {
      const selected = new Set(state.selected);
      if (action.isSelected) {
        selected.add(action.id);
      } else {
        selected.delete(action.id);
      }
      return { ...state, selected };
    }
    case 'filled': {
      const results = new Map(state.results);
      for (const result of action.results) {
        results.set(result.id, result);
      }
      const left = [...state.selected].filter((id) => !results.has(id));
      return { ...idle, results, selected: new Set(left) };
    }
    case 'unfilled': {
      const results = new Map(state.results);
      const selected = new Set(state.selected);
      for (const { id, images } of action.results) {
        results.delete(id);
        if (images > 0) {
          selected.add(id);
        }
      }
      return { ...idle, results, selected };
    }
    case 'failed':
      return { ...idle, error: action.error };
  }
}

/** Ids of the posts that were filled and can be restored. */
export function filledPosts({ results }: PostsState): number[] {
  return [...results.values()].filter(({ images }) => images > 0).map(({ id }) => id);
}

/** Whether there is a post left that can be chosen. */
export function canFillMore({ posts, results }: PostsState): boolean {
  return posts.some(({ id, message }) => message === null && !results.has(id));
}
