import type { DashboardRoute } from '../../route.ts';
import { addUser } from './add-user.ts';
import { downloadHistory } from './history-csv.ts';
import { showHistory } from './history.tsx';
import { listUsers } from './list-users.tsx';

/** The users of an owner, and what became of their credits. */
export const users: readonly DashboardRoute[] = [listUsers, addUser, showHistory, downloadHistory];
