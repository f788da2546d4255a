import { Notice } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { FormEvent } from 'react';
import { AccessibleButton } from '../common/accessible-button.tsx';
import type { ApiError } from '../common/api-error.ts';
import { saveSettings, type Settings } from '../common/api.ts';
import { ConnectionCard } from './connection-card.tsx';
import { toChange, toForm, type FieldErrors, type Form } from './form.ts';
import { WritingCard } from './writing-card.tsx';

interface Props {
  settings: Settings;
  onSaved: (settings: Settings) => void;
}

export function SettingsForm({ settings, onSaved }: Props) {
  const [form, setForm] = useState(() => toForm(settings));
  const [error, setError] = useState<ApiError | null>(null);
  const [phase, setPhase] = useState<'editing' | 'saving' | 'saved'>('editing');
  const element = useRef<HTMLFormElement>(null);
  const change = toChange(form, settings);
  const isChanged = Object.keys(change).length > 0;
  useUnsavedGuard(isChanged);

  useEffect(() => {
    if (error?.params) {
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [error]);

  const edit = (part: Partial<Form>) => {
    setForm({ ...form, ...part });
    setPhase('editing');
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || phase === 'saving') {
      return;
    }
    setPhase('saving');
    setError(null);
    const result = await saveSettings(change);
    setPhase(result.ok ? 'saved' : 'editing');
    if (result.ok) {
      setForm(toForm(result.value));
      onSaved(result.value);
    } else {
      setError(result.error);
    }
  };
  const errors: FieldErrors = error?.params ?? {};

  return (
    <form
      ref={element}
      className="altscribe-settings"
      noValidate
      onSubmit={(event) => void save(event)}
    >
      <ConnectionCard
        settings={settings}
        form={form}
        errors={errors}
        onEdit={edit}
        onError={setError}
      />
      <WritingCard
        form={form}
        error={errors.language}
        isLocked={settings.locked.language}
        onEdit={edit}
      />
      {error && <ErrorNotice error={error} />}
      {phase === 'saved' && (
        <Notice
          status="success"
          onRemove={() => {
            setPhase('editing');
          }}
        >
          {__('Settings saved.', 'altscribe')}
        </Notice>
      )}
      <div>
        <AccessibleButton
          variant="primary"
          type="submit"
          isBusy={phase === 'saving'}
          disabledReason={saveDisabledReason(isChanged, phase === 'saving')}
        >
          {__('Save settings', 'altscribe')}
        </AccessibleButton>
      </div>
    </form>
  );
}

function saveDisabledReason(isChanged: boolean, isSaving: boolean): string | null {
  if (isSaving) {
    return __('The settings are being saved.', 'altscribe');
  }
  return isChanged ? null : __('There is nothing to save yet.', 'altscribe');
}

/** Each wrong field shows its own sentence, so the notice only says that there are some. */
function ErrorNotice({ error: { message, params } }: { error: ApiError }) {
  return (
    <Notice status="error" isDismissible={false} spokenMessage={message}>
      {params ? __('Nothing was saved. Please correct the marked fields.', 'altscribe') : message}
    </Notice>
  );
}

/** Makes the browser ask before the user leaves a page with unsaved changes. */
function useUnsavedGuard(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) {
      return undefined;
    }
    const guard = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', guard);
    return () => {
      window.removeEventListener('beforeunload', guard);
    };
  }, [isChanged]);
}
