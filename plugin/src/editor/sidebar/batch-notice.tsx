import { Button, Notice } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import { targetKey } from '../post/alt-text-target.ts';
import { batchSummary, type Batch } from '../store/batch.ts';
import { focusRunButton } from '../components/focus.ts';
import { store } from '../store/index.ts';
import { wantedRowStore } from '../store/wanted-row.ts';

/**
 * "3 alt texts added. 1 could not be written." [Show] [Undo]. Not spoken here: the store speaks it,
 * even if the sidebar is closed.
 */
export function BatchNotice() {
  const batch = useSelect((select) => select(store).getBatch(), []);
  const { chooseFilter, undoBatch, dismissBatch } = useDispatch(store);
  const { wantRow } = useDispatch(wantedRowStore);
  if (!batch || batch.isRunning || batch.done === 0) {
    return null;
  }
  const [failed] = batch.failed;
  return (
    <Notice
      status={noticeStatus(batch)}
      spokenMessage=""
      onRemove={() => {
        focusRunButton();
        void dismissBatch();
      }}
    >
      {batchSummary(batch)}{' '}
      {failed && (
        <>
          <Button
            variant="link"
            onClick={() => {
              void chooseFilter('attention');
              void wantRow(targetKey(failed));
            }}
          >
            {__('Show', 'altscribe')}
          </Button>{' '}
        </>
      )}
      {batch.applied.length > 0 && (
        <Button
          variant="link"
          onClick={() => {
            focusRunButton();
            void undoBatch();
          }}
        >
          {__('Undo', 'altscribe')}
        </Button>
      )}
    </Notice>
  );
}

function noticeStatus({ applied, failed }: Batch): 'warning' | 'success' | 'info' {
  if (failed.length > 0) {
    return 'warning';
  }
  return applied.length > 0 ? 'success' : 'info';
}
