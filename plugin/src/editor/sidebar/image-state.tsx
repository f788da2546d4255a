import { Icon, Spinner } from '@wordpress/components';
import { __, _x, sprintf } from '@wordpress/i18n';
import { caution, check, info, lock, notAllowed } from '@wordpress/icons';
import type { AltTextFinding } from '../../../../shared/alt-text/checks.ts';
import { formatList } from '../../common/format.ts';
import type { ImageState } from '../editor-image.ts';
import { findingName } from './finding-name.ts';

interface Props {
  state: ImageState;
  /** What is wrong with its text, or its lack of one; the most serious first. */
  findings: AltTextFinding[];
}

/** State of an image as words with a sign, so that nothing hangs on the colour. */
export function ImageStateLabel({ state, findings: [first, ...others] }: Props) {
  const isGood = state === 'described' && first === undefined;
  return (
    <>
      <span className={`altscribe-state is-${isGood ? 'good' : state}`}>
        <StateIcon state={state} isGood={isGood} />
        {stateName(state, first)}
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

function StateIcon({ state, isGood }: { state: ImageState; isGood: boolean }) {
  switch (state) {
    case 'missing':
      return <Icon icon={caution} size={20} />;
    case 'described':
      return <Icon icon={isGood ? check : info} size={20} />;
    case 'decorative':
      return <Icon icon={notAllowed} size={20} />;
    case 'uploading':
      return <Spinner />;
    case 'locked':
      return <Icon icon={lock} size={20} />;
  }
}

function stateName(state: ImageState, finding: AltTextFinding | undefined): string {
  switch (state) {
    case 'missing':
      return findingName(finding ?? 'missing');
    case 'described':
      return finding === undefined
        ? _x('Good', 'alt text', 'altscribe')
        : /* translators: %s: what was found in an alt text: "repeats the caption". */
          sprintf(__('Check: %s', 'altscribe'), findingName(finding));
    case 'decorative':
      return __('Decorative', 'altscribe');
    case 'uploading':
      return __('Uploading', 'altscribe');
    case 'locked':
      return __('Locked', 'altscribe');
  }
}
