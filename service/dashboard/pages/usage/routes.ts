import type { DashboardRoute } from '../../state.ts';
import { showUsage, downloadUsage } from './show-usage.tsx';

/** The routes of the usage pages. */
export const usage: readonly DashboardRoute[] = [showUsage, downloadUsage];
