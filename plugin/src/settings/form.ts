import type { Settings, SettingsChange } from '../common/api.ts';

/** The values of the fields. */
export interface Form {
  service_url: string;
  /** Null as long as the user does not replace the stored key, which the browser never gets. */
  api_key: string | null;
  user_id: string;
  language: string;
}

export type FieldName = keyof Form;

/** A sentence for each wrong field. */
export type FieldErrors = Partial<Record<FieldName, string>>;

export function toForm(settings: Settings): Form {
  const { service_url, user_id, language } = settings;
  return { service_url, api_key: settings.api_key === '' ? '' : null, user_id, language };
}

/** The fields that differ from the saved settings. */
export function toChange(form: Form, settings: Settings): SettingsChange {
  const saved = toForm(settings);
  const change: SettingsChange = {};
  for (const field of Object.keys(form) as FieldName[]) {
    const value = form[field];
    if (value !== null && value !== saved[field] && isSent(settings, field)) {
      change[field] = value;
    }
  }
  return change;
}

/** The values that "Test connection" tries; the server adds the stored and the locked ones. */
export function toConnection(form: Form, settings: Settings): SettingsChange {
  const { service_url, api_key, user_id } = form;
  return {
    ...(!settings.locked.service_url && { service_url }),
    ...(api_key !== null && { api_key }),
    ...(!settings.locked.user_id && { user_id }),
  };
}

/** True if every field that a connection needs is filled in. */
export function isComplete(form: Form, settings: Settings): boolean {
  return (
    form.service_url.trim() !== '' &&
    form.api_key !== '' &&
    form.user_id.trim() !== '' &&
    !(form.api_key === null && isKeyNeeded(form, settings))
  );
}

/**
 * True if the user must enter the key that the server has: it was entered for another origin than
 * that of the service URL in the form. The server insists on it.
 */
export function isKeyNeeded(form: Form, settings: Settings): boolean {
  return (
    settings.api_key !== '' &&
    form.service_url.trim() !== '' &&
    toOrigin(form.service_url) !== toOrigin(settings.api_key_origin)
  );
}

function toOrigin(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return url;
  }
}

/** A key in wp-config.php can be entered, to confirm the service URL. */
function isSent(settings: Settings, field: FieldName): boolean {
  return field === 'api_key' || !settings.locked[field];
}
