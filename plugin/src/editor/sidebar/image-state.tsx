import { Icon, Spinner } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import { caution, check, html, info, link, lock, notAllowed } from '@wordpress/icons';
import { formatList } from '../../common/format.ts';
import { findingName } from '../../common/findings.ts';
import type { ImageReview } from '../hooks/use-reviews.ts';
import type { EditorImage } from '../post/editor-image.ts';

/** The state of an image in words and an icon, so that colour is not needed to understand it. */
export function ImageStateLabel({ image, findings, isUnchecked }: ImageReview) {
  const { state } = image;
  const isGood = state === 'has-alt' && findings?.length === 0 && !isUnchecked;
  // That nobody has looked at a text comes before what the checks found in it.
  const others = (findings ?? []).slice(isUnchecked ? 0 : 1);
  return (
    <>
      <span className={`altscribe-state is-${isGood ? 'good' : state}`}>
        <StateIcon state={state} isGood={isGood} />
        {isUnchecked ? __('Generated: please check', 'altscribe') : stateName(image, findings)}
      </span>
      {others.length > 0 && (
        <span className="altscribe-note is-more-of-state">
          {sprintf(
            /* translators: %s: what else was found in an alt text: "very long and only one word". */
            __('Also: %s', 'altscribe'),
            formatList(others.map(findingName)),
          )}
        </span>
      )}
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
      return <Icon icon={lock} size={20} />;
  }
}

function stateName({ state, alt }: EditorImage, findings: ImageReview['findings']): string {
  const finding = findings?.[0];
  switch (state) {
    case 'missing':
      return findingName(finding ?? 'missing');
    case 'has-alt':
      if (findings === null) {
        return __('Not checked yet', 'altscribe');
      }
      return finding === undefined
        ? __('No problems found', 'altscribe')
        : /* translators: %s: what was found in an alt text: "repeats the caption". */
          sprintf(__('Check: %s', 'altscribe'), findingName(finding));
    case 'decorative':
      return __('Decorative', 'altscribe');
    case 'uploading':
      return __('Uploading', 'altscribe');
    case 'html':
      return alt.trim() === '' ? __('Missing in HTML', 'altscribe') : __('In HTML', 'altscribe');
    case 'pointer':
      return __('Shows the featured image', 'altscribe');
    case 'locked':
      return __('Locked', 'altscribe');
  }
}
