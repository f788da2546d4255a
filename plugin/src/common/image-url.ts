import { __ } from '@wordpress/i18n';
import type { GenerateRequest, Result } from './api.ts';

/**
 * The image of a request. An error `altscribe_image_unreadable` for an image that is not in the
 * media library and that the server cannot fetch.
 */
export function readImageFields({
  attachmentId,
  url,
}: {
  attachmentId: number | null;
  url: string;
}): Result<Pick<GenerateRequest, 'attachment_id' | 'image_url'>> {
  const fetchable = findFetchableUrl(url);
  if (attachmentId === null && fetchable === undefined) {
    return unreadable(url);
  }
  const value = {
    ...(attachmentId !== null && { attachment_id: attachmentId }),
    ...(fetchable !== undefined && { image_url: fetchable }),
  };
  return { ok: true, value };
}

/** A URL in the post as an absolute one; undefined if it is malformed or not on the web. */
export function findFetchableUrl(address: string): string | undefined {
  // The editor is in wp-admin, a folder of the site.
  const site = new URL('..', document.baseURI);
  if (address === '') {
    return undefined;
  }
  const url = URL.canParse(address, site) ? new URL(address, site) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

function unreadable(address: string): Result<never> {
  const [problem, message] = address.startsWith('data:')
    ? [
        'image_embedded',
        __(
          'This image is embedded in the post. Upload it to the media library first.',
          'altscribe',
        ),
      ]
    : [
        'image_url_invalid',
        __('This image could not be read: its address is not valid.', 'altscribe'),
      ];
  return { ok: false, error: { code: 'altscribe_image_unreadable', message, problem } };
}
