/**
 * The name of the file in a URL, without folders. This file has no imports because the checks, which
 * are loaded later, need it in two scripts.
 */
export function readFileName(url: string): string {
  const name = url.replace(/[?#].*$/s, '').replace(/^.*\//s, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * `boat-640x480.jpg`, `boat-scaled.jpg` and `boat-e1700000000000.jpg` are files of `boat.jpg`.
 *
 * @param path The path of a file, or its name.
 */
export function withoutSize(path: string): string {
  return path.replace(/(?:-\d+x\d+|-scaled|-rotated|-e\d{10,}){1,9}(?=\.\w+$)/, '');
}

/** The display name of an image: that of its file, whichever size is shown. */
export function imageName(url: string): string {
  return /^(?:blob|data):/.test(url) ? '' : withoutSize(readFileName(url));
}
