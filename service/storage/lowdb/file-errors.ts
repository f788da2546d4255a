/** What `link` ends with on file systems without hard links, and where a file may have no more. */
const noLinks: ReadonlySet<unknown> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EXDEV',
  'EMLINK',
]);

/** Whether a file got no second name because there can be none. */
export function hasNoLinks(error: unknown): boolean {
  return noLinks.has(codeOf(error));
}

/** The code of an error of the file system, such as `ENOENT`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
