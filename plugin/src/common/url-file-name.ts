/**
 * The name of the file in a URL, without folders. In its own file because the checks, which are
 * loaded later, need it in two scripts.
 */
export function readFileName(url: string): string {
  const name = url.replace(/[?#].*$/s, '').replace(/^.*\//s, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
