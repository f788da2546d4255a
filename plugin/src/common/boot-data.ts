import type { ApiError } from './api-error.ts';

/** What PHP hands to the editor. Never a key. */
export interface EditorBootData {
  /** The JSON of a WP_Error while the plugin is not connected to a service, else null. */
  connectionError: ApiError | null;
  /** Null where the user may not open the settings. */
  settingsUrl: string | null;
  /** The service runs without an AI model. */
  isDemo: boolean;
  /** Code of the language alt text is written in. */
  language: string;
}

/** What PHP hands to the settings page. */
export interface SettingsBootData {
  siteLanguage: { code: string; name: string };
}

declare global {
  interface Window {
    altscribeEditor?: EditorBootData;
    altscribeSettings?: SettingsBootData;
  }
}

export const editorBootData: EditorBootData = window.altscribeEditor ?? {
  connectionError: null,
  settingsUrl: null,
  isDemo: false,
  language: 'en',
};

export const settingsBootData: SettingsBootData = window.altscribeSettings ?? {
  siteLanguage: { code: 'en', name: 'English' },
};
