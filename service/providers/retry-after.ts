/**
 * How long a `Retry-After` header says to wait, in milliseconds: it holds seconds or an HTTP date
 * (RFC 9110, section 10.2.3). Nothing where it holds neither.
 */
export function parseRetryAfter(value: string | null | undefined): number | undefined {
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
