import { Button, Notice } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { ApiError } from '../../common/api-error.ts';
import { editorBootData } from '../boot-data.ts';
import { ErrorText } from '../components/notices.tsx';
import { useErrorsAtTop } from '../hooks/use-service.ts';
import { isCalm } from '../store/error-handling.ts';
import { focusRunButton } from '../components/focus.ts';
import { store } from '../store/index.ts';

/**
 * All notices that are about more than one image. What a press of their buttons removes hands the
 * focus to the button that runs the next batch.
 */
export function SidebarNotices() {
  const { connection, credits, batch } = useErrorsAtTop();
  const { loadAccount, retryBatch } = useDispatch(store);
  const reload = () => void loadAccount();
  return (
    <div className="altscribe-notices">
      {editorBootData.isDemo && <DemoNotice />}
      {connection && <ErrorNotice error={connection} onRetry={reload} />}
      {credits && <ErrorNotice error={credits} onRetry={reload} />}
      {batch && <ErrorNotice error={batch} onRetry={() => void retryBatch()} />}
    </div>
  );
}

function ErrorNotice({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return (
    <Notice
      status={isCalm(error) ? 'info' : 'error'}
      isDismissible={false}
      spokenMessage={error.message}
    >
      <ErrorText
        error={error}
        onRetry={() => {
          focusRunButton();
          onRetry();
        }}
      />
    </Notice>
  );
}

function DemoNotice() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Notice status="info" isDismissible={false} spokenMessage="">
      {__('Demo: no AI model is connected, so texts only name shape and colours.', 'altscribe')}{' '}
      <Button variant="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {__('How to connect one', 'altscribe')}
      </Button>
      {isOpen && (
        <p className="altscribe-demo-help">
          {__(
            'Stop the demo, and start it with OPENAI_API_KEY, GEMINI_API_KEY or OPENAI_BASE_URL set.',
            'altscribe',
          )}
        </p>
      )}
    </Notice>
  );
}
