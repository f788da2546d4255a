import { useRegistry, type DataRegistry } from '@wordpress/data';
import { useEffect } from '@wordpress/element';
import { listItemsOf } from '../../common/batches-api.ts';
import { editorBootData } from '../boot-data.ts';
import { watchImages } from '../post/watch.ts';
import { store } from '../store/index.ts';
import type { UploadEditor } from './watch-uploads.ts';

/** The editor as `watchUploads` needs it. */
export function uploadEditor(registry: DataRegistry): UploadEditor {
  const { loadAccount, loadSuggestions, setQueued, writeUploadText } = registry.dispatch(store);
  return {
    images: watchImages(registry),
    listItems: listItemsOf,
    isNew: (attachmentId) => !(attachmentId in editorBootData.attachments),
    writeText: (attachmentId, text) => void writeUploadText(attachmentId, text),
    setQueued: (ids) => void setQueued(ids),
    loadAccount: () => void loadAccount(),
    loadSuggestions: () => void loadSuggestions(true),
  };
}

/** Waits for the texts of uploads, on sites that generate them. */
export function UploadListener(): null {
  const registry = useRegistry();
  useEffect(() => {
    if (!editorBootData.generatesOnUpload) {
      return undefined;
    }
    // Without the module, the texts are in the media library only.
    const watching = import('./watch-uploads.ts').then(
      ({ watchUploads }) => watchUploads(uploadEditor(registry)),
      () => undefined,
    );
    return () => void watching.then((stop) => stop?.());
  }, [registry]);
  return null;
}
