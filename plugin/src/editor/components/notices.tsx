import { Button, ExternalLink, Icon, Notice } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { caution } from '@wordpress/icons';
import { formatNumber } from '../../common/format.ts';
import { editorBootData } from '../boot-data.ts';
import { useBusySeconds } from '../hooks/use-service.ts';
import { errorAction } from '../store/error-handling.ts';
import { store } from '../store/index.ts';
import type { ImageNotice } from '../store/state.ts';

interface ImageNoticeProps {
  notice: ImageNotice;
  /** Name of "Try again" for assistive technology, in a list. */
  retryName?: string;
  onRetry: () => void;
}

/** Says why the last request for this image left no alt text. The store has already spoken it. */
export function ImageNoticeText({ notice, retryName, onRetry }: ImageNoticeProps) {
  return (
    <div className="altscribe-image-notice">
      <Icon icon={caution} size={20} />
      <div>
        <ErrorText error={notice} retryName={retryName} onRetry={onRetry} />
      </div>
    </div>
  );
}

interface ErrorTextProps {
  error: ImageNotice;
  retryName?: string;
  onRetry: () => void;
}

/** The message of an error, followed by the one action that this user can take. */
export function ErrorText({ error, retryName, onRetry }: ErrorTextProps) {
  const { settingsUrl } = editorBootData;
  const action = errorAction(error, settingsUrl !== null);
  return (
    <>
      {error.message}{' '}
      {action === 'open-settings' && (
        <ExternalLink href={settingsUrl ?? ''}>{__('Open settings', 'altscribe')}</ExternalLink>
      )}
      {action === 'check-credits' && (
        <Button variant="link" onClick={onRetry}>
          {__('Check again', 'altscribe')}
        </Button>
      )}
      {action === 'retry' && (
        <Button variant="link" aria-label={retryName} onClick={onRetry}>
          {__('Try again', 'altscribe')}
        </Button>
      )}
    </>
  );
}

/** "The service is busy …" with a countdown, while requests wait for the service. */
export function BusyNotice() {
  const seconds = useBusySeconds();
  return seconds > 0 ? <Countdown seconds={seconds} /> : null;
}

function Countdown({ seconds }: { seconds: number }) {
  const { stop } = useDispatch(store);
  // A screen reader reads the first message, not one every second.
  const [spoken] = useState(() => busyMessage(seconds));
  return (
    <Notice status="warning" isDismissible={false} spokenMessage={spoken}>
      {busyMessage(seconds)}{' '}
      <Button variant="link" onClick={() => void stop()}>
        {__('Stop', 'altscribe')}
      </Button>
    </Notice>
  );
}

function busyMessage(seconds: number): string {
  return sprintf(
    /* translators: %s: number of seconds. */
    __("The service is busy with your site's requests. Going on in %s s.", 'altscribe'),
    formatNumber(seconds),
  );
}
