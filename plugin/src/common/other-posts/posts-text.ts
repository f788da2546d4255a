import { _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../format.ts';

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

export function fillLabel(count: number): string {
  /* translators: %s: number of posts. */
  const label = _n('Fill in %s post', 'Fill in %s posts', count, 'altscribe');
  return sprintf(label, formatNumber(count));
}

export function filledText(count: number): string {
  /* translators: %s: number of posts. */
  const text = _n(
    'Alt text filled in %s post.',
    'Alt text filled in %s posts.',
    count,
    'altscribe',
  );
  return sprintf(text, formatNumber(count));
}

/** "Filled into 3 posts.": a note at an image or a batch whose text was filled into posts. */
export function filledIntoText(count: number): string {
  /* translators: %s: number of posts that an alt text was filled into. */
  const text = _n('Filled into %s post.', 'Filled into %s posts.', count, 'altscribe');
  return sprintf(text, formatNumber(count));
}

export function restoredText(count: number): string {
  /* translators: %s: number of posts. */
  const text = _n(
    '%s post is as it was before.',
    '%s posts are as they were before.',
    count,
    'altscribe',
  );
  return sprintf(text, formatNumber(count));
}
