import { sendCsv } from '../../csv.ts';
import type { DashboardRoute } from '../../route.ts';
import { readUsage } from './read-usage.ts';

const columns = ['day', 'calls', 'fallbacks', 'cached', 'failures', 'credits'] as const;

/** Usage by day, newest first, without days that had none. */
export const downloadUsage: DashboardRoute = {
  method: 'GET',
  path: '/dashboard/usage.csv',
  access: 'owner',
  async handle(ctx, deps) {
    const { rows } = await readUsage(ctx, deps);
    const cells = rows.map((row) => columns.map((name) => row[name]));
    sendCsv(ctx, 'altscribe-usage.csv', columns, cells);
  },
};
