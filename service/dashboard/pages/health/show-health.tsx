import { healthPath } from '../../../accounts/dashboard-paths.ts';
import { providerState, readHealth, type Health } from '../../../metrics/read-health.ts';
import { readHistory, type Latency, type ProviderHistory } from '../../../metrics/read-history.ts';
import type { StepSeconds } from '../../../storage/interfaces/measurements.ts';
import { DailyCallsNotice, findDailyCalls } from '../../components/daily-calls.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FormattedNumber } from '../../components/facts.tsx';
import { usePageContext, useTexts } from '../../components/page-context.ts';
import { renderPage } from '../../render.tsx';
import type { DashboardOptions, DashboardRoute } from '../../state.ts';
import { HealthCharts } from './charts.tsx';

interface ProviderTableProps extends Pick<DashboardOptions, 'models'>, Pick<Health, 'breakers'> {
  readonly providers: readonly ProviderHistory[];
}

/** Failures by kind. */
function FailureTable({ providers, models }: ProviderTableProps) {
  const { columns, failures, kinds, noRequests, noFailures, correct, says } = useTexts().health;
  const rows = providers.flatMap(({ name, failures: found }) =>
    found.map((failure) => ({ provider: name, ...failure })),
  );
  if (rows.length === 0) {
    return (
      <p class="quiet">
        {providers.some(({ requests }) => requests > 0) ? noFailures : noRequests}
      </p>
    );
  }
  function describe(provider: string, kind: string, hint: string | undefined): string {
    const name = Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : kind;
    const variable = models.find((one) => one.provider === provider)?.variableToCorrect(kind);
    const parts = [name, variable && correct(variable), hint && says(hint)];
    return parts.filter(Boolean).join(': ');
  }
  return (
    <DataTable
      caption={failures}
      rows={rows}
      keyOf={({ provider, kind }) => `${provider} ${kind}`}
      columns={[
        { header: columns.provider, cell: ({ provider }) => provider },
        {
          header: columns.failure,
          cell: ({ provider, kind, hint }) => describe(provider, kind, hint),
        },
        {
          header: columns.count,
          isNumber: true,
          cell: ({ count }) => <FormattedNumber value={count} />,
        },
      ]}
    />
  );
}

/** Each provider's results. */
function ProviderTable({ providers, breakers, models }: ProviderTableProps) {
  const { texts, formats } = usePageContext();
  const { columns, none, providers: title } = texts.health;
  const { providerStates: states } = texts.home;
  const allAnswers = providers.reduce((sum, { answers }) => sum + answers, 0);
  const share = (part: number, whole: number) => (whole > 0 ? formats.percent(part / whole) : none);
  const duration = (seconds: number | undefined) =>
    seconds === undefined ? none : formats.duration(seconds);
  return (
    <DataTable
      caption={title}
      rows={providers}
      keyOf={({ name }) => name}
      columns={[
        {
          header: columns.provider,
          cell: ({ name }) => (
            <span>
              {name}
              <br />
              <span class="quiet">{models.find(({ provider }) => provider === name)?.model}</span>
            </span>
          ),
        },
        {
          header: columns.status,
          cell: (one) => (
            <span class="status">{states[providerState(breakers.get(one.name), one)]}</span>
          ),
        },
        {
          header: columns.requests,
          isNumber: true,
          cell: ({ requests }) => formats.number(requests),
        },
        {
          header: columns.answered,
          isNumber: true,
          cell: ({ answers, requests }) => share(answers, requests),
        },
        {
          header: columns.share,
          isNumber: true,
          cell: ({ answers }) => share(answers, allAnswers),
        },
        { header: columns.p50, isNumber: true, cell: ({ latency }) => duration(latency?.p50) },
        { header: columns.p95, isNumber: true, cell: ({ latency }) => duration(latency?.p95) },
        {
          header: columns.input,
          isNumber: true,
          cell: ({ tokens }) => formats.number(tokens.input),
        },
        {
          header: columns.output,
          isNumber: true,
          cell: ({ tokens }) => formats.number(tokens.output),
        },
      ]}
    />
  );
}

const hours = ['1', '24'] as const;

type Hours = (typeof hours)[number];

const secondsOfSteps: Readonly<Record<Hours, StepSeconds>> = { 1: 60, 24: 1_800 };

const path = healthPath;

/** The health of the service, for operators. */
export const health: DashboardRoute = {
  method: 'GET',
  path,
  access: 'operator',
  navigation: 'health',
  async handle(ctx, deps) {
    const { models, processes, readMeasurements, measurements, version } = deps;
    const names = models.map(({ provider }) => provider);
    const period = hours.find((one) => one === ctx.query['hours']) ?? '1';
    const [history, text, daily] = await Promise.all([
      readHistory(measurements, secondsOfSteps[period], names),
      readMeasurements(),
      findDailyCalls(deps),
    ]);
    const { breakers, storeLatency, images, memory, ...found } = readHealth(text, names);
    const shown = { providers: history.providers, breakers, models };
    const { title, intro, providers, failures, machine, machineIntro } = ctx.state.texts.health;
    renderPage(
      ctx,
      { title, current: 'health' },
      <>
        <PeriodLinks current={period} />
        <p class="quiet">{intro[period]}</p>
        <DailyCallsNotice daily={daily} />
        <section>
          <h2>{providers}</h2>
          <ProviderTable {...shown} />
        </section>
        <section>
          <h2>{failures}</h2>
          <FailureTable {...shown} />
        </section>
        <HealthCharts history={history} />
        <section>
          <h2>{machine}</h2>
          <p class="quiet">{machineIntro}</p>
          <Totals
            {...{ version, storeLatency, images, memory, processes }}
            found={found.processes}
          />
        </section>
      </>,
    );
  },
};

function PeriodLinks({ current }: { readonly current: Hours }) {
  const { period, periods } = useTexts().health;
  return (
    <nav class="tabs" aria-label={period}>
      <ul>
        {hours.map((one) => (
          <li key={one}>
            <a href={`${path}?hours=${one}`} aria-current={one === current ? 'true' : undefined}>
              {periods[one]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface TotalsProps {
  readonly version: string;
  /** The number of processes that should run, and of those that were measured. */
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
