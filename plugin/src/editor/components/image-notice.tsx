import { Icon } from '@wordpress/components';
import { caution } from '@wordpress/icons';
import type { ImageNotice } from '../store/state.ts';
import { ErrorText } from './error-text.tsx';

interface Props {
  notice: ImageNotice;
  onRetry: () => void;
}

/** Says why the last request for this image left no alt text. The store has already spoken it. */
export function ImageNoticeText({ notice, onRetry }: Props) {
  return (
    <div className="altscribe-image-notice">
      <Icon icon={caution} size={20} />
      <div>
        <ErrorText error={notice} onRetry={onRetry} />
      </div>
    </div>
  );
}
