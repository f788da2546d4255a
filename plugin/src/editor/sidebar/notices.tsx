import { Button, Notice } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { editorBootData } from '../../common/boot-data.ts';
import { busyMessage, problemMessage } from '../../common/messages.ts';
import type { Problem } from '../../common/problem.ts';
import { canManage, useBusySeconds, useConnectionProblem, useCreditProblem } from '../hooks.ts';
import { ProblemText } from '../image/problem-text.tsx';
import { runSummary } from '../run-summary.ts';
import { store } from '../store/index.ts';

/** Everything that concerns more than one image. */
export function SidebarNotices() {
  const connectionProblem = useConnectionProblem();
  const creditProblem = useCreditProblem();
  const runProblem = useSelect((select) => select(store).getRun()?.problem ?? null, []);
  const { generateAll, loadAccount } = useDispatch(store);
  const reload = () => void loadAccount();
  return (
    <div className="altscribe-notices">
      {editorBootData.isDemo && <DemoNotice />}
      {connectionProblem && <ProblemNotice problem={connectionProblem} onRetry={reload} />}
      {creditProblem && <ProblemNotice problem={creditProblem} onRetry={reload} />}
      {runProblem && runProblem.kind !== 'insufficient_credits' && (
        <ProblemNotice problem={runProblem} onRetry={() => void generateAll()} />
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

function ProblemNotice({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  return (
    <Notice
      status={problem.kind === 'not_connected' ? 'info' : 'error'}
      isDismissible={false}
      spokenMessage={problemMessage(problem, canManage)}
    >
      <ProblemText problem={problem} onRetry={onRetry} />
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
