import { Button, Notice, Spinner } from '@wordpress/components';
import { useCallback, useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { ApiError } from '../common/api-error.ts';
import { fetchSettings, type Settings } from '../common/api.ts';
import { SettingsForm } from './settings-form.tsx';

/** Settings > Altscribe: loads the settings, then shows the form. */
export function SettingsPage() {
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
