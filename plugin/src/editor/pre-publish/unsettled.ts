import type { EditorImage } from '../post/images.ts';

/**
 * The images that keep a post from being published where a site wants them settled: without an alt
 * text, or with a generated one that nobody has looked at. What the checks find in a text does not:
 * they may be wrong, and nobody could say so.
 */
export function findUnsettled(
  images: EditorImage[],
  isUnchecked: (image: EditorImage) => boolean,
): EditorImage[] {
  return images.filter((image) => image.state === 'missing' || isUnchecked(image));
}

const publishedStatuses = ['publish', 'future', 'private'];

/** True if a change of the status publishes the post, now or later. */
export function isPublishing(before: unknown, after: unknown): boolean {
  return !publishedStatuses.includes(String(before)) && publishedStatuses.includes(String(after));
}
