import type { ApiError } from '../common/api-error.ts';
import type { SettingLock, Settings, SettingsChange, StyleEntry, WriteTo } from '../common/api.ts';

/** The values of the fields. */
export interface Form {
  service_url: string;
  /** Null until the user replaces the stored key, which is never sent to the browser. */
  api_key: string | null;
  user_id: string;
  language: string;
  write_to: WriteTo;
  review_new_texts: boolean;
  lock_publishing_roles: string[];
  lock_until_read: boolean;
  send_names: boolean;
  style: StyleEntry[];
  generate_on_upload: boolean;
  visitor_uploads: boolean;
  limit_roles: boolean;
  generate_roles: string[];
  daily_credit_limit: number;
  low_credits_at: number;
}

export type FieldName = keyof Form;

/** A sentence for each invalid field. */
export type FieldErrors = Partial<Record<FieldName, string>>;

export function toForm(settings: Settings): Form {
  const { api_key, api_key_origin, locked, network, ...values } = settings;
  return { ...values, api_key: api_key === '' ? '' : null };
}

/**
 * The form after its settings were saved: the stored values, except for fields edited since.
 * @param form   The current form.
 * @param sent   The form when it was submitted.
 * @param stored The values stored from it.
 */
export function afterSaving(form: Form, sent: Form, stored: Form): Form {
  return { ...stored, ...editsSince(form, sent) };
}

/** The fields that the user has changed since `before`. */
export function editsSince(form: Form, before: Form): Partial<Form> {
  const changed = Object.entries(form).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as FieldName]),
  );
  return Object.fromEntries(changed);
}

/** The fields that differ from the saved settings. */
export function toChange(form: Form, settings: Settings): SettingsChange {
  const saved = toForm(settings);
  const changed = (Object.keys(form) as FieldName[]).filter(
    (field) =>
      form[field] !== null &&
      JSON.stringify(form[field]) !== JSON.stringify(saved[field]) &&
      isSent(settings, field),
  );
  return Object.fromEntries(changed.map((field) => [field, form[field]]));
}

/**
 * The rest of an error after an edit: the sentences about the other fields. An error that is not
 * about fields disappears with any edit.
 */
export function withoutErrorsOf(error: ApiError | null, edited: Partial<Form>): ApiError | null {
  const left = Object.entries(error?.params ?? {}).filter(([field]) => !(field in edited));
  return error && left.length > 0 ? { ...error, params: Object.fromEntries(left) } : null;
}

/** The values that "Test connection" tries. The server adds the stored and the locked ones. */
export function toConnection(form: Form, settings: Settings): SettingsChange {
  const { service_url, api_key, user_id } = form;
  return {
    ...(!settings.locked.service_url && { service_url }),
    ...(api_key !== null && { api_key }),
    ...(!settings.locked.user_id && { user_id }),
  };
}

/** True if saving this changes the service, key or account. */
export function changesConnection(change: object): boolean {
  return ['service_url', 'api_key', 'user_id'].some((field) => field in change);
}

/** True if every field required for a connection is filled in. */
export function isComplete(form: Form, settings: Settings): boolean {
  return (
    form.service_url.trim() !== '' &&
    form.api_key !== '' &&
    form.user_id.trim() !== '' &&
    !(form.api_key === null && isKeyNeeded(form, settings))
  );
}

/**
 * True if the user must enter the stored key again, because it was entered for a different origin
 * than that of the service URL in the form. The server requires this, by the same rule:
 * `Key_Origin::is_for()`.
 */
export function isKeyNeeded(form: Form, settings: Settings): boolean {
  return (
    settings.api_key !== '' &&
    form.service_url.trim() !== '' &&
    !isKeyFor(settings.api_key_origin, form.service_url)
  );
}

/** The page of a service's dashboard that issues keys; null if the field contains no valid URL. */
export function dashboardUrl(serviceUrl: string): string | null {
  const pasted = serviceUrl.trim();
  // The server cuts it too.
  const at = pasted.indexOf('/dashboard', 8);
  const url = (at === -1 ? pasted : pasted.slice(0, at)).replace(/(?<!\/)\/+$/, '');
  return URL.canParse(url) && /^https?:\/\//i.test(url) ? `${url}/dashboard/connect` : null;
}

/** True for the same origin, and for TLS on the same host, at the same port or the default one. */
function isKeyFor(enteredFor: string, url: string): boolean {
  if (!URL.canParse(enteredFor) || !URL.canParse(url)) {
    return enteredFor === url;
  }
  const from = new URL(enteredFor);
  const to = new URL(url);
  const addsTls = from.protocol === 'http:' && to.protocol === 'https:';
  const keepsPort = to.port === '' || to.port === from.port;
  return from.origin === to.origin || (addsTls && from.hostname === to.hostname && keepsPort);
}

/** A key in wp-config.php can be entered to confirm the service URL. */
function isSent(settings: Settings, field: FieldName): boolean {
  const locked: Partial<Record<FieldName, SettingLock>> = settings.locked;
  return field === 'api_key' || !locked[field];
}
