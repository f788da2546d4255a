/** Data from PHP for the settings page. */
export interface SettingsBootData {
  /** A locale such as `de_DE`. */
  siteLanguage: string;
  /** The roles that may publish. */
  roles: { name: string; label: string }[];
  /** The roles that may write or upload, except those that may always generate. */
  generatingRoles: { name: string; label: string }[];
  /** The network's defaults. */
  networkStyle: { how: string; glossary: string };
  /** The plugin's readme, which explains the service. */
  readmeUrl: string;
}

declare global {
  interface Window {
    altscribeSettings?: SettingsBootData;
  }
}

export const settingsBootData: SettingsBootData = window.altscribeSettings ?? {
  siteLanguage: 'en_US',
  roles: [],
  generatingRoles: [],
  networkStyle: { how: '', glossary: '' },
  readmeUrl: '',
};
