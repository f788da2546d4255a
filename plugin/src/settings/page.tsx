import { Button, Notice, Spinner } from '@wordpress/components';
import { useCallback, useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { fetchSettings, type Settings } from '../common/api.ts';
import { problemMessage } from '../common/messages.ts';
import type { Problem } from '../common/problem.ts';
import { SettingsForm } from './settings-form.tsx';

/** Settings > Altscribe: reads what is saved, then shows the form. */
export function SettingsPage() {
  const [settings, setSettings] = useState<Settings | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  const load = useCallback(async () => {
    setProblem(null);
    const result = await fetchSettings();
    if (result.ok) {
      setSettings(result.value);
    } else {
      setProblem(result.problem);
    }
  }, []);

  useEffect(() => {
    void load();
  }, [load]);

  if (settings) {
    return <SettingsForm settings={settings} onSaved={setSettings} />;
  }
  if (problem) {
    const message = problemMessage(problem, true);
    return (
      <Notice status="error" isDismissible={false} spokenMessage={message}>
        {message}{' '}
        <Button variant="link" onClick={() => void load()}>
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
