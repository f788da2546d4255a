import { FormFileUpload, Notice, ProgressBar } from '@wordpress/components';
import { speak } from '@wordpress/a11y';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import type { ImportPreview, ImportResult } from '../../common/images-api.ts';
import { ImportErrors } from './import-errors.tsx';
import { ImportRows } from './import-rows.tsx';
import { applyLabel, previewText, resultText } from './import-text.ts';
import { applyRows, previewFile } from './preview-import.ts';

interface Props {
  /** `batchId` is the batch of what was written; 0 if nothing was. */
  onImported: (batchId: number) => void;
  onClose: () => void;
  /** Nothing was imported. */
  onCancel: () => void;
}

type Step =
  | { name: 'choose' }
  | { name: 'reading' | 'writing'; share: number }
  | { name: 'preview'; file: string; preview: ImportPreview }
  | { name: 'done'; result: ImportResult };

/** Import: first shows what a file would change, then changes it. */
export function ImportPanel({ onImported, onClose, onCancel }: Props) {
  const [step, setStep] = useState<Step>({ name: 'choose' });
  const [error, setError] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    // Each step takes away what had the focus.
    heading.current?.focus();
  }, [step.name]);

  const read = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    setError('');
    setStep({ name: 'reading', share: 0 });
    const result = await previewFile(file, (share) => {
      setStep({ name: 'reading', share });
    });
    if (result.ok) {
      setStep({ name: 'preview', file: file.name, preview: result.value });
      speak(previewText(result.value));
    } else {
      setStep({ name: 'choose' });
      setError(result.error.message);
    }
  };

  const write = async ({ rows }: ImportPreview) => {
    setStep({ name: 'writing', share: 0 });
    const { result, error: failure } = await applyRows(rows, (share) => {
      setStep({ name: 'writing', share });
    });
    setError(failure?.message ?? '');
    onImported(result.batch_id);
    if (!failure && result.errors.length === 0) {
      onClose();
    } else {
      setStep({ name: 'done', result });
      speak(resultText(result));
    }
  };

  return (
    <section className="altscribe-panel altscribe-import" aria-labelledby="altscribe-import">
      <h2 id="altscribe-import" ref={heading} tabIndex={-1}>
        {__('Import CSV', 'altscribe')}
      </h2>
      {error !== '' && (
        <Notice status="error" isDismissible={false}>
          {error}
        </Notice>
      )}
      {step.name === 'choose' && (
        <p>
          {__(
            'Choose a CSV file with the columns “id” and “alt_text”, such as an exported one. First you see what it would change.',
            'altscribe',
          )}
        </p>
      )}
      {(step.name === 'reading' || step.name === 'writing') && (
        <ProgressBar className="altscribe-progress" value={step.share * 100} />
      )}
      {step.name === 'preview' && (
        <>
          <p>
            <strong>{step.file}</strong> {previewText(step.preview)}
          </p>
          <ImportErrors errors={step.preview.errors} unknown={step.preview.unknown} />
          <ImportRows rows={step.preview.rows} />
        </>
      )}
      {step.name === 'done' && (
        <>
          <p>{resultText(step.result)}</p>
          <ImportErrors errors={step.result.errors} unknown={[]} />
        </>
      )}
      <div className="altscribe-panel__buttons">
        {step.name === 'choose' && (
          <FormFileUpload
            __next40pxDefaultSize
            accept=".csv,.txt,.tsv,text/csv"
            className="is-primary"
            onChange={(event) => void read(event.currentTarget.files?.[0])}
          >
            {__('Choose file', 'altscribe')}
          </FormFileUpload>
        )}
        {step.name === 'preview' && (
          <AccessibleButton
            variant="primary"
            disabledReason={
              step.preview.rows.length === 0 ? __('This file changes nothing.', 'altscribe') : null
            }
            onClick={() => void write(step.preview)}
          >
            {applyLabel(step.preview.rows.length)}
          </AccessibleButton>
        )}
        {step.name !== 'reading' && step.name !== 'writing' && (
          <AccessibleButton
            variant="tertiary"
            disabledReason={null}
            onClick={step.name === 'done' ? onClose : onCancel}
          >
            {step.name === 'done' ? __('Close', 'altscribe') : __('Cancel', 'altscribe')}
          </AccessibleButton>
        )}
      </div>
    </section>
  );
}
