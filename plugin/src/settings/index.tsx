import { Button, ExternalLink, Notice, Spinner } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { settingsBootData } from './boot-data.ts';
import {
  dashboardUrl,
  afterSaving,
  changesConnection,
  editsSince,
  isComplete,
  toChange,
  toConnection,
  toForm,
  withoutErrorsOf,
  type Form,
} from './form.ts';
import type { ApiError } from '../common/api-error.ts';
import {
  type Account,
  type Result,
  fetchAccount,
  saveSettings,
  testConnection,
  type Settings,
  fetchSettings,
} from '../common/api.ts';
import { connectedMessage, ConnectionCard } from './connection-card.tsx';
import { useEffect, useRef, useState, useCallback, createRoot } from '@wordpress/element';
import type { FormEvent } from 'react';
import { AccessibleButton } from '../common/accessible-button.tsx';
import { mayMoveFocus } from '../common/focus.ts';
import { Question } from '../common/run-questions.tsx';
import { updateCreditNotice } from '../common/credit-notice.ts';
import { LimitsCard, StyleCard, WritingCard } from './cards.tsx';
import '../common/admin-colours.css';
import '../common/forced-colours.css';
import './settings.css';

interface IntroductionProps {
  /** The value of the field. */
  serviceUrl: string;
  onUrlNeeded: () => void;
}

/** For users who open the page for the first time: explains the service and how to get a key. */
function Introduction({ serviceUrl, onUrlNeeded }: IntroductionProps) {
  const dashboard = dashboardUrl(serviceUrl);
  const getKey = __('Get an API key', 'altscribe');
  return (
    <p className="altscribe-introduction">
      {__(
        'An Altscribe service writes the texts. You or your host runs the service. Get an API key from its dashboard.',
        'altscribe',
      )}{' '}
      <ExternalLink href={settingsBootData.readmeUrl}>
        {__('About the service', 'altscribe')}
      </ExternalLink>{' '}
      {dashboard === null ? (
        <Button
          variant="link"
          description={__('Enter the service URL first.', 'altscribe')}
          onClick={onUrlNeeded}
        >
          {getKey}
        </Button>
      ) : (
        <ExternalLink href={dashboard}>{getKey}</ExternalLink>
      )}
    </p>
  );
}

/** The settings are saved. */
interface Saved {
  /** The result of the connection test; null if the settings are incomplete. */
  test: Result<Account> | null;
}

interface SaveNoticeProps {
  /** Why they were not saved, or not tested. */
  error: ApiError | null;
  saved: Saved | null;
  onDismiss: () => void;
}

/** What the button is described by while nothing has changed since. */
const savedId = 'altscribe-settings-saved';

function SaveNotice({ error, saved, onDismiss }: SaveNoticeProps) {
  if (error) {
    return <ErrorNotice error={error} />;
  }
  if (!saved) {
    return null;
  }
  const { test } = saved;
  return (
    <Notice status={test?.ok === false ? 'warning' : 'success'} onRemove={onDismiss}>
      <span id={savedId}>{__('Settings saved.', 'altscribe')}</span>
      {test && ` ${test.ok ? connectedMessage(test.value) : test.error.message}`}
    </Notice>
  );
}

/** Each invalid field shows its own sentence, so the notice only states that there are some. */
function ErrorNotice({ error: { message, params } }: { error: ApiError }) {
  return (
    <Notice status="error" isDismissible={false} spokenMessage={message}>
      {params ? __('Check the marked fields.', 'altscribe') : message}
    </Notice>
  );
}

interface SettingsFormProps {
  settings: Settings;
  onSaved: (settings: Settings) => void;
  /** The button that had the focus is gone. */
  takesFocus: boolean;
}

function SettingsForm({ settings, onSaved, takesFocus }: SettingsFormProps) {
  const [form, setForm] = useState(() => toForm(settings));
  const [error, setError] = useState<ApiError | null>(null);
  const [failures, setFailures] = useState(0);
  const [isSaving, setIsSaving] = useState(false);
  /** "Save it anyway?" */
  const [question, setQuestion] = useState('');
  const [saved, setSaved] = useState<Saved | null>(null);
  /** Not known yet if undefined; null once the fields differ from what was tested. */
  const [account, setAccount] = useState<Account | null>();
  const saveButton = useRef<HTMLButtonElement>(null);
  const element = useRef<HTMLFormElement>(null);
  // Edits made while the settings are being saved.
  const latest = useRef(form);
  const change = toChange(form, settings);
  const isChanged = Object.keys(change).length > 0;
  useUnsavedGuard(isChanged);

  const [wasComplete] = useState(() => isComplete(form, settings));
  useEffect(() => {
    if (wasComplete) {
      // Without an answer, or after an edit, the page makes no claim.
      void fetchAccount().then((result) => {
        setAccount((known) => (known === undefined && result.ok ? result.value : known));
      });
    }
  }, [wasComplete]);

  useEffect(() => {
    if (takesFocus && mayMoveFocus()) {
      saveButton.current?.focus();
    }
  }, [takesFocus]);

  useEffect(() => {
    if (failures > 0) {
      focusInvalidField(element.current);
    }
  }, [failures]);

  const report = (failure: ApiError | null, mayFocus = mayMoveFocus(element.current)) => {
    setError(failure);
    if (failure?.params && mayFocus) {
      // The rest of an error after an edit does not take the focus.
      setFailures((count) => count + 1);
    }
  };

  const edit = (part: Partial<Form>) => {
    latest.current = { ...latest.current, ...part };
    setForm(latest.current);
    setSaved(null);
    setQuestion('');
    if (changesConnection(toChange(latest.current, settings))) {
      setAccount(null);
    }
    setError((present) => withoutErrorsOf(present, part));
  };
  const save = async (keepsWorking: boolean) => {
    if (!isChanged || isSaving) {
      return;
    }
    setIsSaving(true);
    setSaved(null);
    setQuestion('');
    setError(null);
    const { activeElement: submitter } = document;
    const result = await saveSettings(change, keepsWorking);
    if (result.ok) {
      const stored = toForm(result.value);
      latest.current = afterSaving(latest.current, form, stored);
      setForm(latest.current);
      onSaved(result.value);
      const test = isComplete(stored, result.value)
        ? await testConnection(toConnection(stored, result.value))
        : null;
      if (test?.ok || changesConnection(change)) {
        // The message states the balance, or the notice is about another account.
        updateCreditNotice(null);
      }
      if (test) {
        setAccount(test.ok ? test.value : null);
      }
      setSaved({ test });
    } else {
      const { error: failure } = result;
      const edits = editsSince(latest.current, form);
      if (failure.code === 'altscribe_connection_lost' && !changesConnection(edits)) {
        setError(failure.params ? failure : null);
        setQuestion(failure.message);
      } else {
        // Enter in a field submits, too.
        const isWaiting = submitter === document.activeElement && Object.keys(edits).length === 0;
        report(
          failure.params ? withoutErrorsOf(failure, edits) : failure,
          isWaiting || mayMoveFocus(element.current),
        );
      }
    }
    setIsSaving(false);
  };
  const verdict = saved?.test?.ok === false ? saved.test.error : null;
  const errors = (error ?? verdict)?.params ?? {};
  const isConnected = isComplete(toForm(settings), settings);

  return (
    <form
      ref={element}
      className="altscribe-settings"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save(true);
      }}
    >
      {!isConnected && (
        <Introduction
          serviceUrl={form.service_url}
          onUrlNeeded={() => element.current?.querySelector<HTMLElement>('[type="url"]')?.focus()}
        />
      )}
      <ConnectionCard
        settings={settings}
        form={form}
        errors={errors}
        account={account}
        onAccount={setAccount}
        onEdit={edit}
        onError={report}
      />
      {(wasComplete || isConnected) && (
        <>
          <WritingCard
            form={form}
            error={errors.language}
            lock={settings.locked.language}
            onEdit={edit}
          />
          <StyleCard form={form} error={errors.style} onEdit={edit} />
          <LimitsCard form={form} errors={errors} onEdit={edit} />
        </>
      )}
      <div>
        <AccessibleButton
          buttonRef={saveButton}
          variant="primary"
          type="submit"
          isBusy={isSaving}
          disabledReason={saveDisabledReason(isChanged, isSaving)}
          reasonId={saved && !error && !isChanged && !isSaving ? savedId : undefined}
        >
          {__('Save settings', 'altscribe')}
        </AccessibleButton>
      </div>
      {question === '' ? (
        <SaveNotice
          error={error}
          saved={saved}
          onDismiss={() => {
            // The focused element disappears.
            saveButton.current?.focus();
            setSaved(null);
          }}
        />
      ) : (
        <Question
          text={question}
          answers={[
            {
              label: __('Save anyway', 'altscribe'),
              onClick: () => {
                saveButton.current?.focus();
                void save(false);
              },
            },
          ]}
          onCancel={() => {
            setQuestion('');
            saveButton.current?.focus();
            focusInvalidField(element.current);
          }}
        />
      )}
    </form>
  );
}

function focusInvalidField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** Why nothing can be saved; null if it can. */
function saveDisabledReason(isChanged: boolean, isSaving: boolean) {
  if (isSaving) {
    return __('The settings are being saved.', 'altscribe');
  }
  return isChanged ? null : __('Nothing to save yet.', 'altscribe');
}

/** Lets the browser ask before the user leaves a page with unsaved changes. */
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

/** Settings > Altscribe: loads the settings, then shows the form. */
function SettingsPage() {
  const [settings, setSettings] = useState<Settings | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [wasRetried, setWasRetried] = useState(false);

  const load = useCallback(async () => {
    const result = await fetchSettings();
    if (result.ok) {
      setSettings(result.value);
    } else {
      setError(result.error);
    }
  }, []);

  useEffect(() => {
    void load();
  }, [load]);

  const retry = () => {
    setWasRetried(true);
    void load();
  };

  if (settings) {
    return <SettingsForm settings={settings} onSaved={setSettings} takesFocus={wasRetried} />;
  }
  if (error) {
    return (
      <Notice status="error" isDismissible={false} spokenMessage={error.message}>
        {error.message}{' '}
        <Button variant="link" onClick={retry}>
          {__('Try again', 'altscribe')}
        </Button>
      </Notice>
    );
  }
  return (
    <p className="altscribe-loading">
      <Spinner /> {__('Loading settings…', 'altscribe')}
    </p>
  );
}

const root = document.getElementById('altscribe-settings');
if (root) {
  createRoot(root).render(<SettingsPage />);
}
