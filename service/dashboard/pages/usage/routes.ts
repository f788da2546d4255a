import type { DashboardRoute } from '../../route.ts';
import { showUsage } from './show-usage.tsx';
import { downloadUsage } from './usage-csv.ts';

/** What the users of an owner have used. */
export const usage: readonly DashboardRoute[] = [showUsage, downloadUsage];
