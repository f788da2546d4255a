import { useRegistry, useSelect } from '@wordpress/data';
import { useState } from '@wordpress/element';
import type { AltTextFinding } from '../../../../shared/alt-text/checks.ts';
import { checkEmptyText } from '../../../../shared/alt-text/empty.ts';
import { isFault } from '../../../../shared/alt-text/hints.ts';
import type { Counts } from '../../common/counts.ts';
import { lazyModule } from '../../common/hooks.ts';
import type { Surroundings } from '../../common/image-context.ts';
import { findSurroundings, listSurroundings } from '../image-blocks/surroundings.ts';
import { findClientId } from '../post/alt-text-target.ts';
import type * as AltTextChecks from '../post/alt-text-checks.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { reuseEqualItems } from '../post/images.ts';
import { isUnread } from '../post/sources.ts';
import { store } from '../store/index.ts';
import { isGenerated } from '../../common/request/state.ts';
import { createWatch, imageStores, watchImages } from '../post/watch.ts';
import { useImages, useKeywords, useLanguage, useWatched } from './use-post.ts';

/** The patterns for ten languages, and the names of findings; null until they are loaded. */
export const useChecks = lazyModule(() => import('../post/alt-text-checks.ts'));

/** The state of an image in the post. */
export interface ImageReview {
  image: EditorImage;
  /** The findings for its alt text, most serious first; null until the checks are loaded. */
  findings: AltTextFinding[] | null;
  /** Its alt text was generated and has not been reviewed. */
  isNotRead: boolean;
  /** A suggestion waits for a decision. */
  isSuggested: boolean;
  /** What the user must do: review a text, write one, or correct one; null if nothing. */
  need: Need | null;
}

type Need = keyof Counts;

type Arounds = ReturnType<typeof listSurroundings>;

/** The text around the images of the post, by client id. */
const watchSurroundings = createWatch(imageStores, (registry) => {
  let last: Arounds = new Map();
  return () => {
    const images = watchImages(registry).get();
    const found = listSurroundings(
      registry,
      images.map(({ target }) => findClientId(target)),
    );
    last = isSameText(last, found) ? last : found;
    return last;
  };
});

function isSameText(one: Arounds, other: Arounds): boolean {
  return (
    one.size === other.size && [...other].every(([id, around]) => isAlike(one.get(id), around))
  );
}

function isAlike(one: Surroundings | undefined, other: Surroundings | undefined): boolean {
  return (
    one?.before === other?.before && one?.around === other?.around && one?.after === other?.after
  );
}

/** All images of the post with their state. Renders again only if one changes. */
export function useReviews(): ImageReview[] {
  const images = useImages();
  const checks = useChecks();
  const keywords = useKeywords();
  const language = useLanguage();
  const arounds = useWatched(watchSurroundings);
  const [reuse] = useState(() => reuseEqualItems<ImageReview>());
  return useSelect(
    (select, registry) => {
      const { getSuggestion } = select(store);
      const repeats = checks?.findRepeats(images);
      const reviews = images.map((image) => {
        const isRepeat = repeats?.has(image) ?? false;
        const around = arounds.get(findClientId(image.target));
        const findings = check(checks, image, { isRepeat, keywords, language, around });
        const isNew = isUnread(registry, image);
        const isSuggested = isGenerated(getSuggestion(image));
        const need = isSuggested || isNew ? 'review' : findNeed(image, findings);
        return { image, findings, isNotRead: isNew, isSuggested, need };
      });
      return reuse(reviews);
    },
    [images, checks, keywords, language, arounds, reuse],
  );
}

function findNeed(image: EditorImage, findings: AltTextFinding[] | null): Need | null {
  const isMissingInHtml = image.state === 'html' && image.alt.trim() === '';
  if (image.state === 'missing' || image.isMissingInPattern === true || isMissingInHtml) {
    return 'missing';
  }
  return findings?.some(isFault) ? 'problem' : null;
}

/** The findings for a text that an image may get; none for an empty one. */
export function useFindings(image: EditorImage, alt: string): AltTextFinding[] {
  return useTextCheck()(image, alt);
}

/** The findings for texts that images may get, by `useFindings`. */
export function useTextCheck(): (image: EditorImage, alt: string) => AltTextFinding[] {
  const images = useImages();
  const checks = useChecks();
  const keywords = useKeywords();
  const language = useLanguage();
  const registry = useRegistry();
  return (image, alt) => {
    if (!checks || alt.trim() === '') {
      return [];
    }
    const typed = { ...image, alt, state: 'has-alt' as const };
    const isRepeat = checks.isTextOfAnother(images, image, alt);
    const around = findSurroundings(registry, findClientId(image.target));
    return checks.checkImage(typed, { isRepeat, keywords, language, around });
  };
}

/**
 * The last result of `checkImage`, shared by all components because a post may have hundreds of
 * images.
 */
const known = new WeakMap<
  EditorImage,
  AltTextChecks.CheckOptions & { findings: AltTextFinding[] }
>();

function check(
  checks: typeof AltTextChecks | null,
  image: EditorImage,
  options: AltTextChecks.CheckOptions,
): AltTextFinding[] | null {
  if (image.state === 'missing') {
    return checkEmptyText(image);
  }
  if (!checks) {
    return null;
  }
  const { isRepeat, keywords, language, around } = options;
  const last = known.get(image);
  if (
    last?.isRepeat === isRepeat &&
    last.keywords === keywords &&
    last.language === language &&
    isAlike(last.around, around)
  ) {
    return last.findings;
  }
  const findings = checks.checkImage(image, options);
  known.set(image, { ...options, findings });
  return findings;
}

export function countNeeds(reviews: ImageReview[]): Counts {
  const counts = { review: 0, missing: 0, problem: 0 };
  for (const { need } of reviews) {
    if (need) {
      counts[need] += 1;
    }
  }
  return counts;
}
