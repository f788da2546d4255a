import { useSelect } from '@wordpress/data';
import { useState } from '@wordpress/element';
import type { AltTextFinding } from '../../../../shared/alt-text/checks.ts';
import { checkImage, findRepeats } from '../post/alt-text-checks.ts';
import { imageKey, type EditorImage } from '../post/images.ts';
import { reuseEqualItems } from '../post/reuse-equal-items.ts';
import { store } from '../store/index.ts';
import { useImages, useKeywords } from './use-post.ts';

/** What is known about an image of the post. */
export interface ImageReview {
  image: EditorImage;
  /** What the checks found in its alt text; the most serious first. */
  findings: AltTextFinding[];
  /** Its alt text was generated, and nobody has looked at it. */
  isUnchecked: boolean;
  /** Somebody must do something: write a text, look at one, or answer a suggestion. */
  needsAttention: boolean;
}

/** All images of the post with what is known about them; renders again only if one changes. */
export function useReviews(): ImageReview[] {
  const images = useImages();
  const keywords = useKeywords().value;
  const [reuse] = useState(() => reuseEqualItems<ImageReview>());
  return useSelect(
    (select) => {
      const { getSuggestion, isUnchecked } = select(store);
      const repeats = findRepeats(images);
      const reviews = images.map((image) => {
        const findings = check(image, repeats.has(image), keywords);
        const isNew = isUnchecked(image);
        const isMissingInHtml = image.state === 'html' && image.alt.trim() === '';
        const needsAttention =
          findings.length > 0 || isMissingInHtml || isNew || getSuggestion(image) !== null;
        return { image, findings, isUnchecked: isNew, needsAttention };
      });
      return reuse(reviews);
    },
    [images, keywords, reuse],
  );
}

/** What the checks find in a text that the user types for an image. */
export function useFindings(image: EditorImage, alt: string): AltTextFinding[] {
  const images = useImages();
  const keywords = useKeywords().value;
  const typed = { ...image, alt, state: 'has-alt' as const };
  const others = images.filter((other) => imageKey(other) !== imageKey(image));
  return checkImage(typed, { isRepeat: findRepeats([...others, typed]).has(typed), keywords });
}

/** What `checkImage` found last, for all components: a post may have hundreds of images. */
const known = new WeakMap<
  EditorImage,
  { isRepeat: boolean; keywords: string; findings: AltTextFinding[] }
>();

function check(image: EditorImage, isRepeat: boolean, keywords: string): AltTextFinding[] {
  const last = known.get(image);
  if (last?.isRepeat === isRepeat && last.keywords === keywords) {
    return last.findings;
  }
  const findings = checkImage(image, { isRepeat, keywords });
  known.set(image, { isRepeat, keywords, findings });
  return findings;
}
