import type { EditorImage } from './editor-image.ts';
import { listImages } from './images.ts';
import { reuseEqualItems } from './reuse-equal-items.ts';
import { createWatch } from './watch.ts';

/** What images and the sources of bound attributes are read from. */
const stores = ['core/block-editor', 'core/blocks', 'core/editor', 'core'];

/** The images of the post: the same array as before if no image has changed. */
export const watchImages = createWatch(stores, (registry) => {
  const reuse = reuseEqualItems<EditorImage>();
  return () => reuse(listImages(registry));
});
