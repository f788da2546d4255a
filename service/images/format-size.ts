const megabytes = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** A size in bytes for a message: `10 MB`. */
export function formatSize(bytes: number): string {
  return `${megabytes.format(bytes / 1024 / 1024)} MB`;
}
