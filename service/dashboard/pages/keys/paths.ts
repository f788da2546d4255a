export const keysPath = '/dashboard/keys';

/** Where a key is rotated or revoked. */
export function keyPath(id: string, action: 'rotate' | 'revoke'): string {
  return `${keysPath}/${encodeURIComponent(id)}/${action}`;
}
