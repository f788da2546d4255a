import type { ApiError } from '../api-error.ts';
import type { FillResult, UsingPost, UsingPosts } from './posts-api.ts';

/** What is known of the posts that show an image, and what somebody did with them. */
export interface PostsState {
  readonly posts: readonly UsingPost[];
  /** Where more of them begin; null at the end. */
  readonly next: number | null;
  /** Posts that the text was filled into, now or earlier, by id. */
  readonly filled: ReadonlyMap<number, UsingPost>;
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
  filled: new Map(),
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
      const { posts, next, filled } = action.found;
      const fillable = posts.filter(({ message }) => message === null).map(({ id }) => id);
      return {
        ...idle,
        posts: [...state.posts, ...posts],
        next,
        filled: new Map([...state.filled, ...byId(filled)]),
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
      const filled = state.posts.filter(({ id }) => isFilled(results.get(id)));
      return {
        ...idle,
        results,
        filled: new Map([...state.filled, ...byId(filled)]),
        selected: new Set(left),
      };
    }
    case 'unfilled': {
      const results = new Map(state.results);
      const selected = new Set(state.selected);
      const filled = new Map(state.filled);
      const posts = [...state.posts];
      for (const result of action.results) {
        const { id, images, reason } = result;
        const post = filled.get(id);
        if (images > 0 || reason === 'nothing_to_change') {
          filled.delete(id);
        }
        if (images === 0) {
          results.set(id, result);
          continue;
        }
        results.delete(id);
        selected.add(id);
        if (post && !posts.some((present) => present.id === id)) {
          posts.push(post);
        }
      }
      return { ...idle, posts, results, filled, selected };
    }
    case 'failed':
      return { ...idle, error: action.error };
  }
}

/** Ids of the posts that were filled and can be restored. */
export function filledPosts({ filled }: PostsState): number[] {
  return [...filled.keys()];
}

/** Whether there is a post left that can be chosen. */
export function canFillMore({ posts, results }: PostsState): boolean {
  return posts.some(({ id, message }) => message === null && !results.has(id));
}

/** The posts to show, each once: those that can be filled, and those that were. */
export function listPosts({ posts, filled }: PostsState, canFill: boolean): UsingPost[] {
  const shown = canFill ? posts : [];
  return [
    ...shown,
    ...[...filled.values()].filter(({ id }) => !shown.some((post) => post.id === id)),
  ];
}

/** Whether nothing is left to fill in a post, which was filled now or earlier. */
export function isDone({ posts, filled, results }: PostsState, id: number): boolean {
  return isFilled(results.get(id)) || (filled.has(id) && !posts.some((post) => post.id === id));
}

function isFilled(result: FillResult | undefined): boolean {
  return result !== undefined && result.images > 0;
}

function byId(posts: readonly UsingPost[]): [number, UsingPost][] {
  return posts.map((post) => [post.id, post]);
}
