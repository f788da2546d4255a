/** The name of the file in a URL, without folders. */
export function readFileName(url: string): string {
  const name = url.replace(/[?#].*$/s, '').replace(/^.*\//s, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
