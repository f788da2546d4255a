import type { DashboardContext, DashboardDeps } from './state.ts';

/** The address under which people reach the service, without a slash at its end. */
export function serviceAddress(ctx: DashboardContext, { publicUrl }: DashboardDeps): string {
  return publicUrl ?? `${ctx.protocol}://${ctx.host}`;
}
