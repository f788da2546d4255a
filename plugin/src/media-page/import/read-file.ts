import { __ } from '@wordpress/i18n';

/**
 * The text of a CSV file: UTF-8, or UTF-16 as spreadsheets save "Unicode text".
 *
 * @throws Error with a sentence for the reader if it is in another encoding, or no text.
 */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder(findEncoding(bytes), { fatal: true }).decode(bytes);
    if (!text.includes('\0')) {
      return text;
    }
  } catch {
    // The error of the decoder is for developers.
  }
  throw new Error(
    __(
      'The file is not text in UTF-8. Choose “CSV UTF-8” when you save it in your spreadsheet.',
      'altscribe',
    ),
  );
}

function findEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le';
  }
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
