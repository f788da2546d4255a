import { CheckboxControl, Button, Notice, Spinner } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import { mayMoveFocus } from '../focus.ts';
import { formatNumber, joinFacts } from '../format.ts';
import { readingText } from '../run-texts.ts';
import type { FillResult, OtherUse, UsingPost } from './posts-api.ts';
import { useLayoutEffect, useRef } from '@wordpress/element';
import { AccessibleButton } from '../accessible-button.tsx';
import {
  canFillMore,
  filledPosts,
  isDone,
  listPosts,
  fillLabel,
  filledText,
  type Posts,
} from './use-posts.ts';
import './other-posts.css';

interface PostRowProps {
  post: UsingPost;
  /** The result of the last action; undefined if there was none. */
  result: FillResult | undefined;
  /** It was filled, now or earlier, and no image in it is left to fill. */
  isFilled: boolean;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

/** A post that shows the image, with a checkbox or the reason why it cannot be selected. */
function PostRow({ post, result, isFilled, isSelected, onSelect }: PostRowProps) {
  const problem = result?.message ?? post.message;
  return (
    <li>
      <CheckboxControl
        __nextHasNoMarginBottom
        label={post.title}
        help={
          isFilled
            ? [__('Added.', 'altscribe'), problem].filter(Boolean).join(' ')
            : (problem ?? describe(post))
        }
        checked={isFilled || isSelected}
        disabled={isFilled || problem !== null}
        onChange={onSelect}
      />
      <EditLink href={post.edit_link} title={post.title} />
    </li>
  );
}

function EditLink({ href, title }: { href: string; title: string }) {
  return href === '' ? null : (
    <a
      href={href}
      /* translators: %s: title of a post. */
      aria-label={sprintf(__('Edit “%s”', 'altscribe'), title)}
    >
      {__('Edit', 'altscribe')}
    </a>
  );
}

/** The terms, widgets and settings that show the image, with the reason why nothing is filled in. */
function OtherUses({ uses }: { uses: readonly OtherUse[] }) {
  return uses.length === 0 ? null : (
    <>
      <p>{__('Also used here:', 'altscribe')}</p>
      <ul>
        {uses.map(({ title, edit_link, message }, index) => (
          <li key={index}>
            <div>
              <strong>{title}</strong>
              <br />
              {message}
            </div>
            <EditLink href={edit_link} title={title} />
          </li>
        ))}
      </ul>
    </>
  );
}

function describe({ type, status, images }: UsingPost): string {
  return joinFacts([
    type,
    status,
    /* translators: %s: number of images. */
    sprintf(_n('%s image', '%s images', images, 'altscribe'), formatNumber(images)),
  ]);
}

interface OtherPostsProps {
  posts: Posts;
  /** Whether the image has a text to fill in. Without one, only undo is possible. */
  canFill?: boolean;
}

/**
 * The posts that show an image of the media library without alt text, to fill in the library's
 * text, and the posts that were filled, to undo that.
 */
export function OtherPosts({ posts: control, canFill = true }: OtherPostsProps) {
  const { state, load, select, fill, unfill } = control;
  const actions = useRef<HTMLDivElement>(null);
  const isFocusDue = useRef(false);
  const filled = filledPosts(state);
  const { selected, results, isBusy, error } = state;
  const posts = listPosts(state, canFill);
  const next = canFill ? state.next : null;
  useLayoutEffect(() => {
    // The clicked button may be removed, which would lose the focus.
    if (isFocusDue.current && mayMoveFocus()) {
      actions.current?.querySelector('button')?.focus();
    }
    isFocusDue.current &&= isBusy;
  });
  const isReading = state.reading !== null;
  const isEmpty = posts.length === 0 && next === null && !isBusy && !error && !isReading;
  return (
    <div className="altscribe-other-posts">
      {error && (
        <Notice status="error" isDismissible={false}>
          {error.message}
        </Notice>
      )}
      {isEmpty && canFill && <p>{__('No post shows this image without alt text.', 'altscribe')}</p>}
      {posts.length > 0 && (
        <ul>
          {posts.map((post) => (
            <PostRow
              key={post.id}
              post={post}
              result={results.get(post.id)}
              isFilled={isDone(state, post.id)}
              isSelected={selected.has(post.id)}
              onSelect={(isSelected) => {
                select(post.id, isSelected);
              }}
            />
          ))}
        </ul>
      )}
      {isBusy && <Spinner />}
      {next !== null && (
        <AccessibleButton
          variant="link"
          isBusy={isBusy}
          disabledReason={null}
          onClick={() => {
            if (!isBusy) {
              isFocusDue.current = true;
              void load(next);
            }
          }}
        >
          {__('Find more posts', 'altscribe')}
        </AccessibleButton>
      )}
      {canFill && state.reading !== null && <p>{readingText(state.reading)}</p>}
      {posts.length > 0 && (
        <div ref={actions} className="altscribe-other-posts__actions">
          {canFill && (isBusy || canFillMore(state)) && (
            <AccessibleButton
              variant="secondary"
              size="compact"
              isBusy={isBusy}
              disabledReason={
                isBusy || selected.size > 0 ? null : __('No posts selected.', 'altscribe')
              }
              onClick={() => {
                if (!isBusy) {
                  isFocusDue.current = true;
                  void fill([...selected]);
                }
              }}
            >
              {fillLabel(selected.size)}
            </AccessibleButton>
          )}
          {filled.length > 0 && !isBusy && (
            <>
              <span>{filledText(filled.length)}</span>
              <Button
                variant="link"
                onClick={() => {
                  isFocusDue.current = true;
                  void unfill(filled);
                }}
              >
                {__('Undo', 'altscribe')}
              </Button>
            </>
          )}
        </div>
      )}
      {canFill && <OtherUses uses={state.others} />}
    </div>
  );
}
