import { Button, Notice } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import { useBusySeconds } from '../hooks/use-busy-seconds.ts';
import { store } from '../store/index.ts';

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
