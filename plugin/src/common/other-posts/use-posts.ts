import { speak } from '@wordpress/a11y';
import { useEffect, useReducer } from '@wordpress/element';
import { filledText, restoredText } from './posts-text.ts';
import { fetchPosts, fillPosts, unfillPosts } from './posts-api.ts';
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
 */
export function usePosts(attachmentId: number, openPostId?: number): Posts {
  const [state, dispatch] = useReducer(reducePosts, initialPosts);

  const load = async (before: number) => {
    dispatch({ type: 'start' });
    const found = await fetchPosts(attachmentId, before);
    if (!found.ok) {
      dispatch({ type: 'failed', error: found.error });
      return;
    }
    const posts = found.value.posts.filter(({ id }) => id !== openPostId);
    dispatch({ type: 'found', found: { ...found.value, posts } });
  };

  const change = async (type: 'filled' | 'unfilled', ids: readonly number[]) => {
    dispatch({ type: 'start' });
    const send = type === 'filled' ? fillPosts : unfillPosts;
    const sent = await send(attachmentId, ids);
    if (!sent.ok) {
      dispatch({ type: 'failed', error: sent.error });
      speak(sent.error.message, 'assertive');
      return;
    }
    dispatch({ type, results: sent.value });
    const count = sent.value.filter(({ images }) => images > 0).length;
    speak(type === 'filled' ? filledText(count) : restoredText(count));
  };

  useEffect(() => {
    void load(0);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

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
