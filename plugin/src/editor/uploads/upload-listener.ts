import { useRegistry } from '@wordpress/data';
import { useEffect } from '@wordpress/element';
import { editorBootData } from '../boot-data.ts';
import { watchUploads } from './watch-uploads.ts';

/** Waits for texts of uploads, on sites that generate them. */
export function UploadListener(): null {
  const registry = useRegistry();
  useEffect(
    () => (editorBootData.generatesOnUpload ? watchUploads(registry) : undefined),
    [registry],
  );
  return null;
}
