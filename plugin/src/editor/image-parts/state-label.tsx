import { Icon, Spinner } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import {
  caution,
  check,
  html,
  info,
  link,
  lock as lockIcon,
  notAllowed,
  pending,
  unseen,
} from '@wordpress/icons';
import { missingName } from '../../common/missing-name.ts';
import { useChecks, useIsQueued } from '../main.tsx';
import type { ImageReview } from '../hooks/use-reviews.ts';
import type { EditorImage } from '../post/editor-image.ts';

/** The state of an image in words. `more`: the less serious problems. */
export function useStateName({ image, findings, isNotRead, isSuggested }: ImageReview) {
  const checks = useChecks();
  const isQueued = useIsQueued(image);
  const isListed = image.state === 'has-alt' && findings !== null && !isSuggested;
  const found = isListed ? checks?.describe(findings, isNotRead) : null;
  const waiting = isSuggested
    ? __('Suggested', 'altscribe')
    : isNotRead && __('Written by AI, not checked', 'altscribe');
  return {
    isQueued,
    isGood: found?.isGood ?? false,
    name: isQueued
      ? __('In the queue. Its text will appear here.', 'altscribe')
      : waiting || (found?.text ?? stateName(image)),
    more: found?.more,
  };
}

/** The state of an image in words and an icon, so it can be understood without colour. */
export function ImageStateLabel(review: ImageReview) {
  const { image, isNotRead, isSuggested, need } = review;
  const { isQueued, isGood, name, more } = useStateName(review);
  const shown = isSuggested ? 'has-alt' : image.state;
  return (
    <>
      <span className={`altscribe-state is-${isGood ? 'good' : shown}`}>
        {isQueued || shown === 'uploading' ? (
          <Spinner />
        ) : (
          <Icon
            icon={
              need === 'missing' ? caution : stateIcon(shown, { isGood, isNotRead, isSuggested })
            }
            size={20}
          />
        )}
        <span>{name}</span>
      </span>
      {more && <span className="altscribe-note is-more-of-state">{more}</span>}
    </>
  );
}

/** The shapes differ, because a line of the list has no room for the words. */
function stateIcon(
  state: EditorImage['state'],
  {
    isGood,
    isNotRead,
    isSuggested,
  }: Pick<ImageReview, 'isNotRead' | 'isSuggested'> & { isGood: boolean },
) {
  if (state === 'has-alt') {
    const waiting = isSuggested ? pending : isNotRead && unseen;
    return waiting || (isGood ? check : info);
  }
  return {
    missing: caution,
    decorative: notAllowed,
    uploading: info,
    html,
    pointer: link,
    locked: lockIcon,
  }[state];
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
