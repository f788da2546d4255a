import { __, __ as translatedByWordPress } from '@wordpress/i18n';
import type { Media, Result } from '../../common/api.ts';
import type { ApiError } from '../../common/api-error.ts';
import { readApiError } from '../main.tsx';

/** WordPress's own function for uploads. */
type Upload = (options: {
  filesList: File[];
  allowedTypes: string[];
  onFileChange: (files: Partial<Media>[]) => void;
  onError: (error: unknown) => void;
}) => void;

/**
 * Uploads the image at an address to the media library. `sideload`: the server itself fetches an
 * image that the browser may not read; undefined if it cannot.
 */
export async function uploadAddress(
  address: string,
  upload: Upload | undefined,
  sideload: () => Promise<Result<Media> | undefined>,
): Promise<Result<Media>> {
  const file = await readFile(address);
  if (file) {
    return uploadFile(file, upload);
  }
  // Since WordPress 7.1.
  const result = await sideload();
  return result?.ok
    ? result
    : failed(
        __(
          'This image could not be downloaded. Save it to your computer and upload it from there.',
          'altscribe',
        ),
      );
}

/** Null if the browser cannot read the image because its server does not allow other sites. */
async function readFile(url: string): Promise<File | null> {
  try {
    const response = await fetch(url);
    const blob = await response.blob();
    const name = url.startsWith('data:') ? '' : decodeURIComponent(new URL(url).pathname);
    // WordPress names an upload after its type if it has no other name.
    const fileName = name.split('/').at(-1) || blob.type.replace('/', '.').replace('+xml', '');
    return response.ok ? new File([blob], fileName, { type: blob.type }) : null;
  } catch {
    return null;
  }
}

function uploadFile(file: File, upload: Upload | undefined): Promise<Result<Media>> {
  return new Promise((resolve) => {
    upload?.({
      filesList: [file],
      allowedTypes: ['image'],
      onFileChange([media]) {
        const { id, url = '' } = media ?? {};
        if (id !== undefined && !url.startsWith('blob:')) {
          resolve({ ok: true, value: { id, url } });
        }
      },
      onError(error) {
        const { message = error } = error as { message?: unknown };
        resolve({ ok: false, error: readUploadError(String(message)) });
      },
    });
  });
}

function failed(message: string): Result<never> {
  return { ok: false, error: { code: 'upload_failed', message } };
}

/** Reads the message of WordPress's uploader, which drops the code of the error that `apiFetch` throws. */
function readUploadError(message: string): ApiError {
  const noJson = translatedByWordPress('The response is not a valid JSON response.');
  return readApiError({ code: message === noJson ? 'invalid_json' : 'upload_failed', message });
}
