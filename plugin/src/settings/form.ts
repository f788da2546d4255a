import type { Settings, SettingsChange } from '../common/api.ts';

/** What stands in the fields. */
export interface Form {
  service_url: string;
  /** Null while the stored key is kept; it is never known here. */
  api_key: string | null;
  user_id: string;
  language: string;
}

export type Field = keyof Form;

export function toForm(settings: Settings): Form {
  const { service_url, user_id, language } = settings;
  return { service_url, api_key: settings.api_key === '' ? '' : null, user_id, language };
}

/** The fields that differ from what is saved; empty when nothing does. */
export function toChange(form: Form, settings: Settings): SettingsChange {
  const saved = toForm(settings);
  const change: SettingsChange = {};
  for (const field of Object.keys(form) as Field[]) {
    const value = form[field];
    if (value !== null && value !== saved[field] && !isLocked(settings, field)) {
      change[field] = value;
    }
  }
  return change;
}

/** The values that "Test connection" tries; the server knows the rest. */
export function toConnection(form: Form, settings: Settings): SettingsChange {
  const { service_url, api_key, user_id } = form;
  return {
    ...(!settings.locked.service_url && { service_url }),
    ...(!settings.locked.api_key && api_key !== null && { api_key }),
    user_id,
  };
}

/** True when there is something to connect with. */
export function isComplete(form: Form): boolean {
  return form.service_url.trim() !== '' && form.api_key !== '' && form.user_id.trim() !== '';
}

/** True where a constant in wp-config.php decides. */
export function isLocked(settings: Settings, field: Field): boolean {
  return (settings.locked as Partial<Record<Field, boolean>>)[field] === true;
}
