import { Icon, Spinner } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { caution, check, html, info, link, lock as lockIcon, notAllowed } from '@wordpress/icons';
import { missingName } from '../../common/missing-name.ts';
import { useChecks, useIsQueued } from '../main.tsx';
import type { ImageReview } from '../hooks/use-reviews.ts';
import type { EditorImage } from '../post/editor-image.ts';

/** The state of an image in words and an icon, so it can be understood without colour. */
export function ImageStateLabel({ image, findings, isNotRead, isSuggested }: ImageReview) {
  const { state } = image;
  const checks = useChecks();
  const isQueued = useIsQueued(image);
  const isListed = state === 'has-alt' && findings !== null && !isSuggested;
  const found = isListed ? checks?.describe(findings, isNotRead) : null;
  const isGood = found?.isGood ?? false;
  const shown = isSuggested ? 'has-alt' : state;
  const waiting = isSuggested
    ? __('Suggested', 'altscribe')
    : isNotRead && __('Written by AI, not checked', 'altscribe');
  return (
    <>
      <span className={`altscribe-state is-${isGood ? 'good' : shown}`}>
        <StateIcon state={isQueued ? 'uploading' : shown} isGood={isGood} />
        {isQueued && __('In the queue. Its text will appear here.', 'altscribe')}
        {!isQueued && (waiting || (found?.text ?? stateName(image)))}
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
      return __('Not checked for problems yet', 'altscribe');
    case 'decorative':
      return __('Decorative', 'altscribe');
    case 'uploading':
      return __('Uploading', 'altscribe');
    case 'html':
      return alt.trim() === ''
        ? __('Missing. Edit the HTML block', 'altscribe')
        : __('In HTML', 'altscribe');
    case 'pointer':
      return __('Shows the featured image', 'altscribe');
    case 'locked':
      return isMissingInPattern ? missingName('missing') : __('Locked', 'altscribe');
  }
}
