import type { DashboardRoute } from '../../state.ts';
import { addUser, listUsers } from './list-users.tsx';
import { downloadHistory, showHistory } from './history.tsx';

/** The users of an owner, and what became of their credits. */
export const users: readonly DashboardRoute[] = [listUsers, addUser, showHistory, downloadHistory];
