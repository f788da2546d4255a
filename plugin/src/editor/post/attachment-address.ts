import type { Attachment } from './attachments.ts';

/** True if an address is one of the attachment's files: after an import, an id may be another's. */
export function isAddressOf({ file }: Pick<Attachment, 'file'>, url: string): boolean {
  const path = withoutSize(decode(url.replace(/[?#].*$/s, '')));
  return file !== '' && `/${path}`.endsWith(`/${withoutSize(file)}`);
}

/** `boat-640x480.jpg`, `boat-scaled.jpg` and `boat-e1700000000000.jpg` are files of `boat.jpg`. */
function withoutSize(path: string): string {
  return path.replace(/(?:-\d+x\d+|-scaled|-rotated|-e\d{10,})+(?=\.\w+$)/, '');
}

function decode(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
