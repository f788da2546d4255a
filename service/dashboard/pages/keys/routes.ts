import type { DashboardRoute } from '../../state.ts';
import { createKey } from './new-key.tsx';
import { listKeys } from './list-keys.tsx';
import { revokeKey, rotateKey } from './rotate-key.tsx';

/** The API keys of an owner. */
export const keys: readonly DashboardRoute[] = [listKeys, createKey, ...rotateKey, ...revokeKey];
