import { Icon } from '@wordpress/components';
import { caution } from '@wordpress/icons';
import { dropMessage } from '../store/announce.ts';
import type { Remark } from '../store/state.ts';
import { ErrorText } from './error-text.tsx';

interface Props {
  remark: Remark;
  onRetry: () => void;
}

/** Why the last request for this image left no text. Was spoken when it came. */
export function RemarkText({ remark, onRetry }: Props) {
  return (
    <div className="altscribe-remark">
      <Icon icon={caution} size={20} />
      <div>
        {remark.kind === 'failed' ? (
          <ErrorText error={remark.error} onRetry={onRetry} />
        ) : (
          dropMessage(remark.reason)
        )}
      </div>
    </div>
  );
}
