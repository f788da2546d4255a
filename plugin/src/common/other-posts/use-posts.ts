import { speak } from '@wordpress/a11y';
import { useEffect, useReducer, useRef } from '@wordpress/element';
import { filledText, restoredText } from './posts-text.ts';
import { fetchPosts, fillPosts, unfillPosts, type UsingPost } from './posts-api.ts';
import { initialPosts, reducePosts, type PostsState } from './posts-state.ts';

export interface Posts {
  state: PostsState;
  /** Looks for more of them. `before`: the `next` of the page before. */
  load: (before: number) => Promise<void>;
  select: (id: number, isSelected: boolean) => void;
  fill: (ids: readonly number[]) => Promise<void>;
  unfill: (ids: readonly number[]) => Promise<void>;
}

/**
 * The posts that show an image of the media library without alt text. Whoever uses it for another image
 * or another text gives the component another key.
 *
 * @param attachmentId The image.
 * @param openPostId   The post in the editor around, which has its content itself; undefined elsewhere.
 * @param onChanged    Told how many posts have the text filled in, after each change.
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
