import type { DashboardRoute } from '../../state.ts';
import { keysOfOwner, ownKeys } from './key-state.ts';
import { createKey } from './new-key.tsx';
import { listKeys, listKeysOfOwner } from './list-keys.tsx';
import { changeKeys } from './rotate-key.tsx';

/** The routes of API keys: an owner's own, and those of any owner for operators. */
export const keys: readonly DashboardRoute[] = [
  listKeys,
  createKey,
  ...changeKeys(ownKeys),
  listKeysOfOwner,
  ...changeKeys(keysOfOwner),
];
