import { Button, ExternalLink, Icon, Notice } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { caution } from '@wordpress/icons';
import type { MouseEvent, ReactNode } from 'react';
import { errorAction } from '../../common/api-error.ts';
import { formatNumber } from '../../common/format.ts';
import { buttonName } from '../../common/accessible-button.tsx';
import { editorBootData } from '../boot-data.ts';
import { useBusySeconds } from '../hooks/use-service.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { store } from '../store/index.ts';
import type { ImageNotice } from '../store/state.ts';

interface ImageNoticeProps {
  notice: ImageNotice;
  /** The image of the notice, if the screen shows several. */
  image?: EditorImage;
  onRetry: () => void;
  /** Additional actions. */
  children?: ReactNode;
}

/**
 * Explains why the last request for this image produced no alt text. The store has already
 * announced it.
 */
export function ImageNoticeText({ notice, image, onRetry, children }: ImageNoticeProps) {
  return (
    <div className="altscribe-image-notice">
      <Icon icon={caution} size={20} />
      <div>
        <ErrorText error={notice} image={image} onRetry={onRetry} /> {children}
      </div>
    </div>
  );
}

interface ErrorTextProps {
  error: ImageNotice;
  image?: EditorImage;
  onRetry: () => void;
}

/** An error's message, followed by the one action available to this user. */
export function ErrorText({ error, image, onRetry }: ErrorTextProps) {
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
        <Button variant="link" aria-label={image && buttonName('retry', image)} onClick={onRetry}>
          {__('Try again', 'altscribe')}
        </Button>
      )}
    </>
  );
}

/**
 * "The service is busy …" with a countdown, while requests wait for the service. `hasStop`: no
 * other button on the screen stops the wait.
 */
export function BusyNotice({ hasStop = true }: { hasStop?: boolean }) {
  const seconds = useBusySeconds();
  return seconds > 0 ? <Countdown seconds={seconds} hasStop={hasStop} /> : null;
}

function Countdown({ seconds, hasStop }: { seconds: number; hasStop: boolean }) {
  const { stop } = useDispatch(store);
  // Screen readers only announce the first message, instead of one every second.
  const [spoken] = useState(() => busyMessage(seconds));
  return (
    <Notice status="warning" isDismissible={false} spokenMessage={spoken}>
      {busyMessage(seconds)}{' '}
      {hasStop && (
        <Button
          variant="link"
          onClick={(event: MouseEvent) => {
            // The notice disappears, which would lose the focus.
            event.currentTarget.closest<HTMLElement>('.altscribe-image')?.focus();
            void stop();
          }}
        >
          {__('Stop', 'altscribe')}
        </Button>
      )}
    </Notice>
  );
}

function busyMessage(seconds: number): string {
  return sprintf(
    /* translators: %s: number of seconds. */
    _n(
      'Too many requests right now. Continuing in %s second.',
      'Too many requests right now. Continuing in %s seconds.',
      seconds,
      'altscribe',
    ),
    formatNumber(seconds),
  );
}
