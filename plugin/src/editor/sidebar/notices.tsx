import { Button, Notice } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ApiError } from '../../common/api-error.ts';
import { editorBootData } from '../../common/boot-data.ts';
import { formatNumber } from '../../common/format.ts';
import { useBusySeconds, useConnectionError, useCreditsError } from '../hooks.ts';
import { ErrorText } from '../image/error-text.tsx';
import { runSummary } from '../run-summary.ts';
import { store } from '../store/index.ts';

/** Everything that concerns more than one image. */
export function SidebarNotices() {
  const connectionError = useConnectionError();
  const creditsError = useCreditsError();
  const runError = useSelect((select) => select(store).getRun()?.error ?? null, []);
  const { generateAll, loadAccount } = useDispatch(store);
  const reload = () => void loadAccount();
  return (
    <div className="altscribe-notices">
      {editorBootData.isDemo && <DemoNotice />}
      {connectionError && <ErrorNotice error={connectionError} onRetry={reload} />}
      {creditsError && <ErrorNotice error={creditsError} onRetry={reload} />}
      {runError && runError.code !== 'altscribe_insufficient_credits' && (
        <ErrorNotice error={runError} onRetry={() => void generateAll()} />
      )}
      <BusyNotice />
      <RunNotice />
    </div>
  );
}

/** "The service is busy …", counting down; shown wherever a text was asked for. */
export function BusyNotice() {
  const seconds = useBusySeconds();
  return seconds > 0 ? <Countdown seconds={seconds} /> : null;
}

function Countdown({ seconds }: { seconds: number }) {
  const { stop } = useDispatch(store);
  // Spoken once for each wait, not once for each second.
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

function ErrorNotice({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return (
    <Notice
      status={error.code === 'altscribe_not_connected' ? 'info' : 'error'}
      isDismissible={false}
      spokenMessage={error.message}
    >
      <ErrorText error={error} onRetry={onRetry} />
    </Notice>
  );
}

function DemoNotice() {
  return (
    <Notice status="info" isDismissible={false} spokenMessage="">
      {__('Demo: no AI model is connected, so texts only name shape and colours.', 'altscribe')}{' '}
      {__(
        'To connect one, start the demo with OPENAI_API_KEY, GEMINI_API_KEY or OPENAI_BASE_URL set.',
        'altscribe',
      )}
    </Notice>
  );
}

/** "3 alt texts added." [Undo]. The store has spoken it, also to a closed sidebar. */
function RunNotice() {
  const run = useSelect((select) => select(store).getRun(), []);
  const { undoRun, dismissRun } = useDispatch(store);
  if (!run || run.isRunning || run.added.length + run.without === 0) {
    return null;
  }
  return (
    <Notice
      status={run.added.length > 0 ? 'success' : 'info'}
      spokenMessage=""
      onRemove={() => void dismissRun()}
    >
      {runSummary(run)}{' '}
      {run.added.length > 0 && (
        <Button variant="link" onClick={() => void undoRun()}>
          {__('Undo', 'altscribe')}
        </Button>
      )}
    </Notice>
  );
}
