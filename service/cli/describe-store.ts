import { resolve } from 'node:path';
import type { StoreConfig } from '../config/store-config.ts';

/** The location of a store, without user and password. */
export function describeStore({ dataDir, databaseUrl }: StoreConfig): string {
  if (!databaseUrl) return `the store in ${resolve(dataDir)}`;
  const { host, pathname } = new URL(databaseUrl);
  return `the database ${decodeURIComponent(pathname.slice(1))} at ${host}`;
}
