import type { DashboardRoute } from '../../state.ts';
import { addUser, listUsers } from './list-users.tsx';
import { downloadHistory, showHistory } from './history.tsx';

/** The routes of an owner's users and their balance histories. */
export const users: readonly DashboardRoute[] = [listUsers, addUser, showHistory, downloadHistory];
