import { Icon } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { info } from '@wordpress/icons';
import { AltTextControls } from '../components/alt-text-controls.tsx';
import { BusyNotice, ErrorText, ImageNoticeText } from '../components/notices.tsx';
import { useBlockingError } from '../hooks/use-service.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { isCalm } from '../store/error-handling.ts';
import { store } from '../store/index.ts';

/** The controls of one image outside of the sidebar, with what keeps them from working. */
export function WideControls({ image }: { image: EditorImage }) {
  return (
    <div className="altscribe-image altscribe-inspector">
      <AltTextControls image={image} isWide />
      <BlockingNotice />
      <BusyNotice />
    </div>
  );
}

/** The error that the sidebar shows in its notices. A plugin that is not set up is none. */
function BlockingNotice() {
  const error = useBlockingError();
  const { loadAccount } = useDispatch(store);
  if (!error) {
    return null;
  }
  const onRetry = () => void loadAccount();
  return isCalm(error) ? (
    <p className="altscribe-note altscribe-setup">
      <Icon icon={info} size={20} />
      <span>
        <ErrorText error={error} onRetry={onRetry} />
      </span>
    </p>
  ) : (
    <ImageNoticeText notice={error} onRetry={onRetry} />
  );
}
