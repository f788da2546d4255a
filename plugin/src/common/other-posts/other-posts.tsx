import { speak } from '@wordpress/a11y';
import { Button, Notice, Spinner } from '@wordpress/components';
import { useEffect, useReducer, useRef } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { AccessibleButton } from '../accessible-button.tsx';
import { formatNumber } from '../format.ts';
import { PostRow } from './post-row.tsx';
import { fetchPosts, fillPosts, unfillPosts } from './posts-api.ts';
import { filledPosts, initialPosts, reducePosts } from './posts-state.ts';
import './other-posts.css';

/**
 * The posts that show an image of the media library without alt text, to fill in the library's text,
 * and to take it back. For an image that has a text there.
 */
export function OtherPosts({ attachmentId }: { attachmentId: number }) {
  const [state, dispatch] = useReducer(reducePosts, initialPosts);
  const button = useRef<HTMLButtonElement>(null);
  const filled = filledPosts(state);

  async function load(before: number) {
    dispatch({ type: 'start' });
    const found = await fetchPosts(attachmentId, before);
    dispatch(found.ok ? { type: 'found', found: found.value } : { type: 'failed', ...found });
  }

  async function change(type: 'filled' | 'unfilled', ids: readonly number[]) {
    dispatch({ type: 'start' });
    const send = type === 'filled' ? fillPosts : unfillPosts;
    const sent = await send(attachmentId, ids);
    // "Undo" comes and goes, and would take the focus along.
    button.current?.focus();
    if (!sent.ok) {
      dispatch({ type: 'failed', error: sent.error });
      speak(sent.error.message, 'assertive');
      return;
    }
    dispatch({ type, results: sent.value });
    const count = sent.value.filter(({ images }) => images > 0).length;
    speak(type === 'filled' ? filledText(count) : restoredText(count));
  }

  useEffect(() => {
    void load(0);
    // Whoever mounts it for another image gives it another key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const { posts, next, selected, results, isBusy, error } = state;
  const isEmpty = posts.length === 0 && next === null && !isBusy && !error;
  return (
    <div className="altscribe-other-posts">
      {error && (
        <Notice status="error" isDismissible={false}>
          {error.message}
        </Notice>
      )}
      {isEmpty && <p>{__('No post shows this image without alt text.', 'altscribe')}</p>}
      {posts.length > 0 && (
        <ul>
          {posts.map((post) => (
            <PostRow
              key={post.id}
              post={post}
              result={results.get(post.id)}
              isSelected={selected.has(post.id)}
              onSelect={(isSelected) => {
                dispatch({ type: 'select', id: post.id, isSelected });
              }}
            />
          ))}
        </ul>
      )}
      {isBusy && <Spinner />}
      {next !== null && (
        <Button
          variant="link"
          disabled={isBusy}
          accessibleWhenDisabled
          onClick={() => void load(next)}
        >
          {__('Look for more posts', 'altscribe')}
        </Button>
      )}
      {posts.length > 0 && (
        <div className="altscribe-other-posts__actions">
          <AccessibleButton
            variant="secondary"
            buttonRef={button}
            isBusy={isBusy}
            disabledReason={
              isBusy || selected.size > 0 ? null : __('No post is selected.', 'altscribe')
            }
            onClick={() => {
              if (!isBusy) {
                void change('filled', [...selected]);
              }
            }}
          >
            {fillLabel(selected.size)}
          </AccessibleButton>
          {filled.length > 0 && !isBusy && (
            <>
              <span>{filledText(filled.length)}</span>
              <Button variant="link" onClick={() => void change('unfilled', filled)}>
                {__('Undo', 'altscribe')}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}

function fillLabel(count: number): string {
  /* translators: %s: number of posts. */
  const label = _n('Fill in %s post', 'Fill in %s posts', count, 'altscribe');
  return sprintf(label, formatNumber(count));
}

function filledText(count: number): string {
  /* translators: %s: number of posts. */
  const text = _n(
    'Alt text filled in %s post.',
    'Alt text filled in %s posts.',
    count,
    'altscribe',
  );
  return sprintf(text, formatNumber(count));
}

function restoredText(count: number): string {
  /* translators: %s: number of posts. */
  const text = _n(
    '%s post is as it was before.',
    '%s posts are as they were before.',
    count,
    'altscribe',
  );
  return sprintf(text, formatNumber(count));
}
