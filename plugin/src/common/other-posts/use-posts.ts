import { speak } from '@wordpress/a11y';
import { useEffect, useReducer, useRef } from '@wordpress/element';
import { _n, sprintf } from '@wordpress/i18n';
import type { ApiError } from '../api-error.ts';
import { formatNumber } from '../format.ts';
import {
  fetchPosts,
  fillPosts,
  unfillPosts,
  type FillResult,
  type OtherUse,
  type UsingPost,
  type UsingPosts,
} from './posts-api.ts';

/** The known posts that show an image, and the results of the user's actions on them. */
export interface PostsState {
  readonly posts: readonly UsingPost[];
  /** Start of the next page; null at the end. */
  readonly next: number | null;
  /** Posts that the text was filled into, now or earlier, by id. */
  readonly filled: ReadonlyMap<number, UsingPost>;
  /** Terms, widgets and settings that show the image. */
  readonly others: readonly OtherUse[];
  /** How much of the site was read, in percent; null if all was. */
  readonly reading: number | null;
  readonly selected: ReadonlySet<number>;
  /** Results, by post id. */
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
  others: [],
  reading: null,
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
      const { posts, next, filled, others, reading } = action.found;
      const fillable = posts.filter(({ message }) => message === null).map(({ id }) => id);
      return {
        ...idle,
        posts: [...state.posts, ...posts],
        next,
        filled: new Map([...state.filled, ...byId(filled)]),
        others: [...state.others, ...others],
        reading,
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
      const posts = byId(state.posts);
      for (const result of action.results) {
        const { id, images, reason } = result;
        const post = posts.get(id) ?? filled.get(id);
        // Images that had no text beside those that were filled.
        const others = isFilled(results.get(id)) ? 0 : (posts.get(id)?.images ?? 0);
        if (images > 0 || reason === 'nothing_to_change') {
          filled.delete(id);
        }
        if (images === 0) {
          results.set(id, result);
          continue;
        }
        results.delete(id);
        selected.add(id);
        if (post) {
          posts.set(id, { ...post, images: others + images, message: null });
        }
      }
      return { ...idle, posts: [...posts.values()], results, filled, selected };
    }
    case 'failed':
      return { ...idle, error: action.error };
  }
}

/** Ids of the posts that were filled and can be restored. */
export function filledPosts({ filled }: PostsState): number[] {
  return [...filled.keys()];
}

/**
 * The number of known posts that show the image without alt text, whether or not the user can fill them now. The other
 * listed posts were filled, or the image needs no text there or gets it from elsewhere.
 */
export function countWithoutText(state: PostsState): number {
  return state.posts.filter(
    ({ id, images }) =>
      images > 0 && !isDone(state, id) && state.results.get(id)?.reason !== 'nothing_to_change',
  ).length;
}

/** Whether any post can still be selected. */
export function canFillMore({ posts, results }: PostsState): boolean {
  return posts.some(({ id, message }) => message === null && !results.has(id));
}

/** The posts to show, each once: the ones that can be filled and the ones that were. */
export function listPosts({ posts, filled }: PostsState, canFill: boolean): UsingPost[] {
  const shown = canFill ? posts : [];
  return [
    ...shown,
    ...[...filled.values()].filter(({ id }) => !shown.some((post) => post.id === id)),
  ];
}

/** Whether a post was filled, now or earlier, and has no image left to fill. */
export function isDone({ posts, filled, results }: PostsState, id: number): boolean {
  return isFilled(results.get(id)) || (filled.has(id) && !posts.some((post) => post.id === id));
}

function isFilled(result: FillResult | undefined): boolean {
  return result !== undefined && result.images > 0;
}

function byId(posts: readonly UsingPost[]): Map<number, UsingPost> {
  return new Map(posts.map((post) => [post.id, post]));
}

/** "Also in 3 posts without alt text". `hasMore`: there may be more of them. */
export function foundText(count: number, hasMore: boolean): string {
  /* translators: %s: number of posts, such as "3" or "20+". */
  const text = _n(
    'Also in %s post without alt text',
    'Also in %s posts without alt text',
    count,
    'altscribe',
  );
  return sprintf(text, `${formatNumber(count)}${hasMore ? '+' : ''}`);
}

/** "Also in 2 other places": terms, widgets, settings, and posts where the library's text cannot be filled in. */
export function othersText(count: number): string {
  return sprintf(
    /* translators: %s: number of places, such as a widget or the site's logo. */
    _n('Also in %s other place', 'Also in %s other places', count, 'altscribe'),
    formatNumber(count),
  );
}

export function fillLabel(count: number): string {
  /* translators: %s: number of posts. */
  const label = _n('Add to %s post', 'Add to %s posts', count, 'altscribe');
  return sprintf(label, formatNumber(count));
}

export function filledText(count: number): string {
  /* translators: %s: number of posts. */
  const text = _n('Alt text added to %s post.', 'Alt text added to %s posts.', count, 'altscribe');
  return sprintf(text, formatNumber(count));
}

/** "Added to 3 posts.": a note at an image or a batch whose text was filled into posts. */
export function filledIntoText(count: number): string {
  /* translators: %s: number of posts that an alt text was filled into. */
  const text = _n('Added to %s post.', 'Added to %s posts.', count, 'altscribe');
  return sprintf(text, formatNumber(count));
}

function restoredText(count: number): string {
  /* translators: %s: number of posts. */
  const text = _n('Undone in %s post.', 'Undone in %s posts.', count, 'altscribe');
  return sprintf(text, formatNumber(count));
}

export interface Posts {
  state: PostsState;
  /** Loads the next page. `before`: the `next` of the previous page. */
  load: (before: number) => Promise<void>;
  select: (id: number, isSelected: boolean) => void;
  fill: (ids: readonly number[]) => Promise<void>;
  unfill: (ids: readonly number[]) => Promise<void>;
}

/**
 * The posts that show an image of the media library without alt text. For another image or text,
 * give the component a different key.
 * @param attachmentId The image.
 * @param openPostId   The post open in the editor, which manages its own content; undefined
 *                     elsewhere.
 * @param onChanged    Called after each change with the number of posts that have the text filled in.
 */
export function usePosts(
  attachmentId: number,
  openPostId?: number,
  onChanged?: (filled: number) => void,
): Posts {
  const [state, dispatch] = useReducer(reducePosts, initialPosts);
  const hasChanged = useRef(false);
  const filledCount = state.filled.size;

  const load = async (before: number) => {
    dispatch({ type: 'start' });
    const found = await fetchPosts(attachmentId, before);
    if (!found.ok) {
      dispatch({ type: 'failed', error: found.error });
      return;
    }
    const isOther = ({ id }: UsingPost) => id !== openPostId;
    const posts = found.value.posts.filter(isOther);
    const filled = found.value.filled.filter(isOther);
    dispatch({ type: 'found', found: { ...found.value, posts, filled } });
  };

  const change = async (type: 'filled' | 'unfilled', ids: readonly number[]) => {
    dispatch({ type: 'start' });
    const send = type === 'filled' ? fillPosts : unfillPosts;
    const { results, error } = await send(attachmentId, ids);
    dispatch({ type, results });
    hasChanged.current = true;
    if (error) {
      dispatch({ type: 'failed', error });
      speak(error.message, 'assertive');
      return;
    }
    const count = results.filter(({ images }) => images > 0).length;
    speak(type === 'filled' ? filledText(count) : restoredText(count));
  };

  useEffect(() => {
    void load(0);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    if (hasChanged.current) {
      onChanged?.(filledCount);
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [filledCount]);

  return {
    state,
    load,
    select: (id, isSelected) => {
      dispatch({ type: 'select', id, isSelected });
    },
    fill: (ids) => change('filled', ids),
    unfill: (ids) => change('unfilled', ids),
  };
}
