import { Icon, Spinner } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import { caution, check, html, info, link, lock as lockIcon, notAllowed } from '@wordpress/icons';
import { formatNumber } from '../../common/format.ts';
import { missingName } from '../../common/missing-name.ts';
import { imageName } from '../../common/url-file-name.ts';
import { useIsQueued } from '../hooks/use-post.ts';
import { useChecks, type ImageReview } from '../hooks/use-reviews.ts';
import type { EditorImage } from '../post/editor-image.ts';

/** "3 of 12 images need attention", "1 image needs attention" */
export function attentionText({ count, total }: { count: number; total: number }): string {
  if (count === 0) {
    return __('No images need attention.', 'altscribe');
  }
  if (count === total) {
    return sprintf(
      /* translators: %s: number of images that somebody must look at. */
      _n('%s image needs attention', '%s images need attention', count, 'altscribe'),
      formatNumber(count),
    );
  }
  return sprintf(
    /* translators: 1: number of images that somebody must look at, 2: number of images. */
    _n(
      '%1$s of %2$s images needs attention',
      '%1$s of %2$s images need attention',
      count,
      'altscribe',
    ),
    formatNumber(count),
    formatNumber(total),
  );
}

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
  return short === '' ? [] : [short];
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

/** The state of an image in words and an icon, so it can be understood without colour. */
export function ImageStateLabel({ image, findings, isNotRead }: ImageReview) {
  const { state } = image;
  const checks = useChecks();
  const isQueued = useIsQueued(image);
  const found = state === 'has-alt' && findings ? checks?.describe(findings, isNotRead) : null;
  const isGood = found?.isGood ?? false;
  return (
    <>
      <span className={`altscribe-state is-${isGood ? 'good' : state}`}>
        <StateIcon state={isQueued ? 'uploading' : state} isGood={isGood} />
        {isQueued && __('In the queue. Its text will appear here.', 'altscribe')}
        {!isQueued &&
          (isNotRead ? __('AI, not read yet', 'altscribe') : (found?.text ?? stateName(image)))}
      </span>
      {found?.more && <span className="altscribe-note is-more-of-state">{found.more}</span>}
    </>
  );
}

function StateIcon({ state, isGood }: { state: EditorImage['state']; isGood: boolean }) {
  switch (state) {
    case 'missing':
      return <Icon icon={caution} size={20} />;
    case 'has-alt':
      return <Icon icon={isGood ? check : info} size={20} />;
    case 'decorative':
      return <Icon icon={notAllowed} size={20} />;
    case 'uploading':
      return <Spinner />;
    case 'html':
      return <Icon icon={html} size={20} />;
    case 'pointer':
      return <Icon icon={link} size={20} />;
    case 'locked':
      return <Icon icon={lockIcon} size={20} />;
  }
}

function stateName({ state, alt, isLinked, isMissingInPattern }: EditorImage): string {
  switch (state) {
    case 'missing':
      return missingName(isLinked ? 'linked-without-text' : 'missing');
    case 'has-alt':
      return __('Not checked yet', 'altscribe');
    case 'decorative':
      return __('Decorative', 'altscribe');
    case 'uploading':
      return __('Uploading', 'altscribe');
    case 'html':
      return alt.trim() === '' ? __('Missing in HTML', 'altscribe') : __('In HTML', 'altscribe');
    case 'pointer':
      return __('Shows the featured image', 'altscribe');
    case 'locked':
      return isMissingInPattern ? missingName('missing') : __('Locked', 'altscribe');
  }
}
