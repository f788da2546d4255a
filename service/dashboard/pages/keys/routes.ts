import type { DashboardRoute } from '../../state.ts';
import { createKey } from './new-key.tsx';
import { listKeys } from './list-keys.tsx';
import { revokeKey, rotateKey } from './rotate-key.tsx';

/** The routes of an owner's API keys. */
export const keys: readonly DashboardRoute[] = [listKeys, createKey, ...rotateKey, ...revokeKey];
