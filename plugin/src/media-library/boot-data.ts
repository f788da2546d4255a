import type { ApiError } from '../common/api-error.ts';
import type { KnownImage } from '../common/alt-text-field/alt-text-field.ts';

/** Data from PHP for the script of the media library. Never a key. */
export interface MediaBootData {
  /** A message that the plugin is not connected to a service; null if it is. */
  connectionError: ApiError | null;
  /** Null if the user may not open the settings. */
  settingsUrl: string | null;
  /** The page that shows the progress of batches. */
  progressUrl: string;
  /** The user may start batches. */
  mayUseQueue: boolean;
  /** Labels of the states that filter the library; '' for all. */
  stateFilters: Record<string, string>;
  /** The image whose screen this is; null on other screens. */
  editedImage: (KnownImage & { id: number }) | null;
}

declare global {
  interface Window {
    altscribeMedia?: MediaBootData;
  }
}

export const mediaBootData: MediaBootData = window.altscribeMedia ?? {
  connectionError: null,
  settingsUrl: null,
  progressUrl: '',
  mayUseQueue: false,
  stateFilters: {},
  editedImage: null,
};
