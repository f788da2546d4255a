import { readHealth, type Latency } from '../../../metrics/read-health.ts';
import { usePageContext } from '../../components/page-context.ts';
import { renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../route.ts';
import { FailureTable } from './failure-table.tsx';
import { ProviderTable } from './provider-table.tsx';

/** How the service does, for operators. */
export const health: DashboardRoute = {
  method: 'GET',
  path: '/dashboard/health',
  access: 'operator',
  navigation: 'health',
  async handle(ctx, { models, processes, readMeasurements, version }) {
    const names = models.map(({ provider }) => provider);
    const { providers, storeLatency, images, memory, ...found } = readHealth(
      await readMeasurements(),
      names,
    );
    const { title, intro, providers: heading, failures } = ctx.state.texts.health;
    renderPage(
      ctx,
      { title, current: 'health' },
      <>
        <p>{intro}</p>
        <Totals {...{ version, storeLatency, images, memory, processes }} found={found.processes} />
        <section>
          <h2>{heading}</h2>
          <ProviderTable providers={providers} models={models} />
        </section>
        <section>
          <h2>{failures}</h2>
          <FailureTable providers={providers} />
        </section>
      </>,
    );
  },
};

interface TotalsProps {
  readonly version: string;
  /** How many processes there are to be, and how many were measured. */
  readonly processes: number;
  readonly found: number;
  readonly memory: number;
  readonly images: { readonly waiting: number; readonly decoding: number };
  readonly storeLatency: Latency | undefined;
}

function Totals({ version, processes, found, memory, images, storeLatency }: TotalsProps) {
  const { texts, formats } = usePageContext();
  const { totals, ofProcesses, none } = texts.health;
  const count = formats.number(found);
  const shown = {
    version,
    processes: found < processes ? ofProcesses(count, formats.number(processes)) : count,
    memory: formats.bytes(memory),
    waiting: formats.number(images.waiting),
    decoding: formats.number(images.decoding),
    store: storeLatency
      ? `${formats.duration(storeLatency.p50)} / ${formats.duration(storeLatency.p95)}`
      : none,
  };
  return (
    <dl class="totals">
      {(Object.keys(shown) as (keyof typeof shown)[]).map((name) => (
        <div key={name}>
          <dt>{totals[name]}</dt>
          <dd>{shown[name]}</dd>
        </div>
      ))}
    </dl>
  );
}
