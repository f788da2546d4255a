import { Icon, Spinner } from '@wordpress/components';
import { __, _x, sprintf } from '@wordpress/i18n';
import { caution, check, html, info, link, lock, notAllowed } from '@wordpress/icons';
import type { AltTextFinding } from '../../../../shared/alt-text/checks.ts';
import { formatList } from '../../common/format.ts';
import type { ImageState } from '../post/images.ts';

interface Props {
  state: ImageState;
  /** What the checks found in its alt text; the most serious first. */
  findings: AltTextFinding[];
}

/** The state of an image in words and an icon, so that colour is not needed to understand it. */
export function ImageStateLabel({ state, findings: [first, ...others] }: Props) {
  const isGood = state === 'has-alt' && first === undefined;
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

function stateName(state: ImageState, finding: AltTextFinding | undefined): string {
  switch (state) {
    case 'missing':
      return findingName(finding ?? 'missing');
    case 'has-alt':
      return finding === undefined
        ? _x('Good', 'alt text', 'altscribe')
        : /* translators: %s: what was found in an alt text: "repeats the caption". */
          sprintf(__('Check: %s', 'altscribe'), findingName(finding));
    case 'decorative':
      return __('Decorative', 'altscribe');
    case 'uploading':
      return __('Uploading', 'altscribe');
    case 'html':
      return __('In HTML', 'altscribe');
    case 'pointer':
      return __('Shows the featured image', 'altscribe');
    case 'locked':
      return __('Locked', 'altscribe');
  }
}

/** A finding in a few words. Errors of an alt text follow the word "Check:". */
function findingName(finding: AltTextFinding): string {
  switch (finding) {
    case 'missing':
      return __('Missing', 'altscribe');
    case 'linked-without-text':
      return __('Missing: needed for the link', 'altscribe');
    case 'refusal':
      return __('reads like an AI’s refusal', 'altscribe');
    case 'wrong-script':
      return __('in another writing system', 'altscribe');
    case 'file-name':
      return __('looks like a file name', 'altscribe');
    case 'repeats-caption':
      return __('repeats the caption', 'altscribe');
    case 'repeats-other':
      return __('same text as another image', 'altscribe');
    case 'keyword-stuffing':
      return __('too many keywords', 'altscribe');
    case 'too-long':
      return __('very long', 'altscribe');
    case 'vague':
      return __('says nothing of what is in the image', 'altscribe');
    case 'too-short':
      return __('only one word', 'altscribe');
    case 'redundant-phrase':
      return __('says that it is an image', 'altscribe');
    case 'long':
      return __('rather long', 'altscribe');
  }
}
