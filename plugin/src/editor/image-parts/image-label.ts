import { __, sprintf } from '@wordpress/i18n';
import { imageName } from '../../common/url-file-name.ts';
import { formatNumber, isolate } from '../main.tsx';
import type { EditorImage } from '../post/editor-image.ts';

/** "Image 1, coral-square.webp, in Gallery", "Image 2, boat.jpg, Cover" */
export function imageLabel(image: EditorImage): string {
  return [
    /* translators: %s: number of the image in the post. */
    sprintf(__('Image %s', 'altscribe'), formatNumber(image.number)),
    ...fileName(image),
    ...places(image),
  ].join(', ');
}

/** Longer names would fill the row. */
const longestName = 40;

function fileName({ url }: EditorImage): string[] {
  const name = imageName(url);
  const short =
    name.length > longestName ? `${name.slice(0, longestName - 8)}…${name.slice(-7)}` : name;
  return short === '' ? [] : [isolate(short)];
}

/** The block that contains the image, and its position. */
function places({ kind, title, container, lock }: EditorImage): string[] {
  if (kind === 'featured') {
    return [title, __('shared by all posts that use it', 'altscribe')];
  }
  const names = kind === 'image' ? [] : [title];
  if (lock === 'pattern') {
    return [...names, __('in a synced pattern', 'altscribe')];
  }
  /* translators: %s: name of a block: Gallery. */
  return container === '' ? names : [...names, sprintf(__('in %s', 'altscribe'), container)];
}
