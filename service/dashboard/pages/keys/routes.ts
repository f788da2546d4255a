import type { DashboardRoute } from '../../route.ts';
import { createKey } from './create-key.tsx';
import { listKeys } from './list-keys.tsx';
import { revokeKey } from './revoke-key.tsx';
import { rotateKey } from './rotate-key.tsx';

/** The API keys of an owner. */
export const keys: readonly DashboardRoute[] = [listKeys, createKey, ...rotateKey, ...revokeKey];
