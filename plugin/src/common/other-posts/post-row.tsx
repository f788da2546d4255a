import { CheckboxControl } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../format.ts';
import type { FillResult, UsingPost } from './posts-api.ts';

interface Props {
  post: UsingPost;
  /** What became of it; undefined if nothing was done yet. */
  result: FillResult | undefined;
  /** It was filled, now or earlier, and nothing is left to fill in. */
  isDone: boolean;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

/** A post that shows the image: to choose, or why it cannot be chosen. */
export function PostRow({ post, result, isDone, isSelected, onSelect }: Props) {
  const problem = result?.message ?? post.message;
  return (
    <li>
      <CheckboxControl
        __nextHasNoMarginBottom
        label={post.title}
        help={
          isDone
            ? [__('Filled in.', 'altscribe'), problem].filter(Boolean).join(' ')
            : (problem ?? describe(post))
        }
        checked={isDone || isSelected}
        disabled={isDone || problem !== null}
        onChange={onSelect}
      />
      {post.edit_link !== '' && (
        <a
          href={post.edit_link}
          /* translators: %s: title of a post. */
          aria-label={sprintf(__('Edit “%s”', 'altscribe'), post.title)}
        >
          {__('Edit', 'altscribe')}
        </a>
      )}
    </li>
  );
}

function describe({ type, status, images }: UsingPost): string {
  return [
    type,
    status,
    /* translators: %s: number of images. */
    sprintf(_n('%s image', '%s images', images, 'altscribe'), formatNumber(images)),
  ].join(' · ');
}
