import { useEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { FormEvent } from 'react';
import { AccessibleButton } from '../common/accessible-button.tsx';
import type { ApiError } from '../common/api-error.ts';
import { saveSettings, testConnection, type Settings } from '../common/api.ts';
import { updateCreditNotice } from '../common/credit-notice.ts';
import { ConnectionCard } from './connection-card.tsx';
import {
  afterSaving,
  editsSince,
  isComplete,
  toChange,
  toConnection,
  toForm,
  withoutErrorsOf,
  type Form,
} from './form.ts';
import { Introduction } from './introduction.tsx';
import { LimitsCard } from './limits-card.tsx';
import { SaveNotice, type Saved } from './save-notice.tsx';
import { WritingCard } from './writing-card.tsx';

interface Props {
  settings: Settings;
  onSaved: (settings: Settings) => void;
  /** The button that had the focus is gone. */
  takesFocus: boolean;
}

export function SettingsForm({ settings, onSaved, takesFocus }: Props) {
  const [form, setForm] = useState(() => toForm(settings));
  const [error, setError] = useState<ApiError | null>(null);
  const [failures, setFailures] = useState(0);
  const [isSaving, setIsSaving] = useState(false);
  const [saved, setSaved] = useState<Saved | null>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const element = useRef<HTMLFormElement>(null);
  // What is typed while the settings are on their way.
  const latest = useRef(form);
  const change = toChange(form, settings);
  const isChanged = Object.keys(change).length > 0;
  useUnsavedGuard(isChanged);

  useEffect(() => {
    if (takesFocus) {
      saveButton.current?.focus();
    }
  }, [takesFocus]);

  useEffect(() => {
    if (failures > 0) {
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [failures]);

  const report = (failure: ApiError | null) => {
    setError(failure);
    if (failure?.params) {
      // What an edit leaves of it takes no focus.
      setFailures((count) => count + 1);
    }
  };

  const edit = (part: Partial<Form>) => {
    latest.current = { ...latest.current, ...part };
    setForm(latest.current);
    setSaved(null);
    setError((present) => withoutErrorsOf(present, part));
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || isSaving) {
      return;
    }
    setIsSaving(true);
    setSaved(null);
    setError(null);
    const result = await saveSettings(change);
    if (result.ok) {
      const stored = toForm(result.value);
      latest.current = afterSaving(latest.current, form, stored);
      setForm(latest.current);
      onSaved(result.value);
      const test = isComplete(stored, result.value)
        ? await testConnection(toConnection(stored, result.value))
        : null;
      if (test?.ok) {
        // The message says the balance.
        updateCreditNotice(null);
      }
      setSaved({ test });
    } else {
      const { error: failure } = result;
      const edits = editsSince(latest.current, form);
      report(failure.params ? withoutErrorsOf(failure, edits) : failure);
    }
    setIsSaving(false);
  };
  const errors = error?.params ?? {};

  return (
    <form
      ref={element}
      className="altscribe-settings"
      noValidate
      onSubmit={(event) => void save(event)}
    >
      {!isComplete(toForm(settings), settings) && (
        <Introduction
          serviceUrl={form.service_url}
          onUrlNeeded={() => element.current?.querySelector<HTMLElement>('[type="url"]')?.focus()}
        />
      )}
      <ConnectionCard
        settings={settings}
        form={form}
        errors={errors}
        onEdit={edit}
        onError={report}
      />
      <WritingCard
        form={form}
        error={errors.language}
        lock={settings.locked.language}
        onEdit={edit}
      />
      <LimitsCard form={form} errors={errors} onEdit={edit} />
      <div>
        <AccessibleButton
          buttonRef={saveButton}
          variant="primary"
          type="submit"
          isBusy={isSaving}
          disabledReason={saveDisabledReason({ isChanged, isSaving, isSaved: saved !== null })}
        >
          {__('Save settings', 'altscribe')}
        </AccessibleButton>
      </div>
      <SaveNotice
        error={error}
        saved={saved}
        onDismiss={() => {
          // What has the focus goes away.
          saveButton.current?.focus();
          setSaved(null);
        }}
      />
    </form>
  );
}

/** Why nothing can be saved; '' right after saving, when the notice says it. */
function saveDisabledReason(state: { isChanged: boolean; isSaving: boolean; isSaved: boolean }) {
  if (state.isSaving) {
    return __('The settings are being saved.', 'altscribe');
  }
  if (state.isChanged) {
    return null;
  }
  return state.isSaved ? '' : __('There is nothing to save yet.', 'altscribe');
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
