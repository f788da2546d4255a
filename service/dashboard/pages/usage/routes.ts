import type { DashboardRoute } from '../../state.ts';
import { showUsage, downloadUsage } from './show-usage.tsx';

/** What the users of an owner have used. */
export const usage: readonly DashboardRoute[] = [showUsage, downloadUsage];
