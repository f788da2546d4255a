import { Icon } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { caution, check } from '@wordpress/icons';
import type { ImageState } from '../../common/batches-api.ts';
import { findingsText, type Finding } from '../../common/findings.ts';

interface Props {
  state: ImageState;
  findings: Finding[];
}

/** "Missing", "Check: very long", "Decorative" or "No problems found". */
export function ImageStateText({ state, findings }: Props) {
  const needsSomebody = state === 'missing' || state === 'check';
  return (
    <span className={`altscribe-state is-${state}`}>
      <Icon icon={needsSomebody ? caution : check} size={20} />
      <span>{imageStateName(state, findings)}</span>
    </span>
  );
}

/** The state in words. */
export function imageStateName(state: ImageState, findings: Finding[]): string {
  switch (state) {
    case 'missing':
      return __('Missing', 'altscribe');
    case 'check':
      return findingsText(findings);
    case 'decorative':
      return __('Decorative', 'altscribe');
    case 'good':
      return __('No problems found', 'altscribe');
  }
}
