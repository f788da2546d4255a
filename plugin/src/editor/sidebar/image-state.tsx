import { Icon, Spinner } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { caution, check, lock, notAllowed } from '@wordpress/icons';
import type { ImageState } from '../editor-image.ts';

/** State of an image as a word with a sign, so that nothing hangs on the colour. */
export function ImageStateLabel({ state }: { state: ImageState }) {
  return (
    <span className={`altscribe-state is-${state}`}>
      <StateIcon state={state} />
      {stateName(state)}
    </span>
  );
}

function StateIcon({ state }: { state: ImageState }) {
  switch (state) {
    case 'missing':
      return <Icon icon={caution} size={20} />;
    case 'described':
      return <Icon icon={check} size={20} />;
    case 'decorative':
      return <Icon icon={notAllowed} size={20} />;
    case 'uploading':
      return <Spinner />;
    case 'locked':
      return <Icon icon={lock} size={20} />;
  }
}

function stateName(state: ImageState): string {
  switch (state) {
    case 'missing':
      return __('Missing', 'altscribe');
    case 'described':
      return __('Has alt text', 'altscribe');
    case 'decorative':
      return __('Decorative', 'altscribe');
    case 'uploading':
      return __('Uploading', 'altscribe');
    case 'locked':
      return __('Locked', 'altscribe');
  }
}
