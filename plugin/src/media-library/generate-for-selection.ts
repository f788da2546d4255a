import { speak } from '@wordpress/a11y';
import { __ } from '@wordpress/i18n';
import { startBatch } from '../common/batches-api.ts';
import { mediaBootData } from './boot-data.ts';

/** Starts a batch for images of the grid, and says so in a notice. Resolves with whether it runs. */
export async function generateForSelection(ids: number[]): Promise<boolean> {
  const result = await startBatch({ ids, origin: 'bulk' });
  const message = result.ok
    ? __(
        'Alt text is being generated for the images. You can close this page; it goes on.',
        'altscribe',
      )
    : result.error.message;
  showNotice(message, result.ok);
  speak(message, result.ok ? 'polite' : 'assertive');
  return result.ok;
}

/** A notice as WordPress has them, in the place of the one before. */
function showNotice(message: string, isSuccess: boolean): void {
  document.querySelector('#altscribe-notice')?.remove();
  const notice = document.createElement('div');
  notice.id = 'altscribe-notice';
  notice.className = `notice is-dismissible ${isSuccess ? 'notice-success' : 'notice-error'}`;
  const text = document.createElement('p');
  text.append(message);
  if (isSuccess) {
    const link = document.createElement('a');
    link.href = mediaBootData.progressUrl;
    link.textContent = __('Watch progress', 'altscribe');
    text.append(' ', link);
  }
  notice.append(text);
  document.querySelector('.wrap .wp-header-end, .wrap h1')?.after(notice);
  // Lets WordPress add the button that closes it.
  document.dispatchEvent(new Event('wp-updates-notice-added'));
}
