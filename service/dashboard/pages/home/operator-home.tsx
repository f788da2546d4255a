import { unlimitedPlan } from '../../../../shared/contract.ts';
import { accountPath, ownersPath, healthPath } from '../../../accounts/dashboard-paths.ts';
import { daysLeft, firstRateDay } from '../../../accounts/outlook.ts';
import { hasSecondFactor } from '../../../accounts/second-factor.ts';
import { mailVariables } from '../../../config/alert-config.ts';
import { providerState, readHealth, type BreakerName } from '../../../metrics/read-health.ts';
import { readHistory, type ProviderHistory } from '../../../metrics/read-history.ts';
import type { RankedAccount } from '../../../storage/interfaces/ranking.ts';
import {
  DailyCallsNotice,
  findDailyCalls,
  type DailyCalls,
} from '../../components/daily-calls.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { accountPagePath } from '../../paths.ts';
import type { DashboardDeps, SignedIn } from '../../state.ts';
import { stepsOf, totalOf, type Step } from '../usage/periods.ts';
import { Figure, NextSteps, OutlookTable, type NextStep } from './parts.tsx';

/** Accounts whose credits last for fewer days than this are listed. */
const shortDays = 14;

/** How many of them are listed. */
const accountsShown = 10;

/** The data that the home page shows to an operator. */
export interface OperatorHomeData {
  readonly providers: readonly ProviderHistory[];
  readonly breakers: ReadonlyMap<string, BreakerName>;
  readonly models: DashboardDeps['models'];
  readonly isStoreWritable: boolean;
  /** Usage of all accounts in the last 30 days, oldest first. */
  readonly days: readonly Step[];
  /** Accounts whose credits run out soon. */
  readonly accounts: readonly RankedAccount[];
  readonly daily: DailyCalls | undefined;
  readonly hasOwners: boolean;
  /** The variables to set for e-mail; none if it is sent. */
  readonly missingForMail: readonly string[];
  readonly asksForSecondFactor: boolean;
  readonly today: string;
}

/** Reads what the home page shows an operator. */
export async function readOperatorHome(
  deps: DashboardDeps,
  { owner, secondFactor }: SignedIn,
): Promise<OperatorHomeData> {
  const { accountStore, models, measurements, settings } = deps;
  const isSet = (variable: string) =>
    settings.some(({ name, value }) => name === variable && value !== undefined);
  const names = models.map(({ provider }) => provider);
  const today = new Date().toISOString().slice(0, 10);
  const sinceDay = firstRateDay(today);
  const [history, measured, isStoreWritable, rows, ranked, owners, daily] = await Promise.all([
    readHistory(measurements, 60, names),
    deps.readMeasurements(),
    accountStore.ping().then(
      () => true,
      () => false,
    ),
    accountStore.listTotalUsage(sinceDay),
    accountStore.rankAccounts({
      by: 'outlook',
      sinceDay,
      untilDay: today,
      exceptPlan: unlimitedPlan,
      limit: accountsShown,
    }),
    accountStore.listOwners({ limit: 1 }),
    findDailyCalls(deps),
  ]);
  return {
    providers: history.providers,
    breakers: readHealth(measured, names).breakers,
    models,
    isStoreWritable,
    days: stepsOf(rows, 30, today),
    accounts: ranked.filter((one) => (daysLeft(one, one, today) ?? Infinity) < shortDays),
    daily,
    hasOwners: owners.length > 0,
    missingForMail: deps.mailer ? [] : mailVariables.filter((name) => !isSet(name)),
    // To an owner, the part above says it.
    asksForSecondFactor: !owner && !hasSecondFactor(secondFactor),
    today,
  };
}

/**
 * The state of providers and store, accounts that are running out of credits, and what to do next.
 */
export function OperatorHome(data: OperatorHomeData) {
  const { providers, breakers, isStoreWritable, days, accounts, today } = data;
  const { texts, formats } = usePageContext();
  const { home } = texts;
  const current = days.at(-1) ?? totalOf([]);
  return (
    <>
      <dl class="totals home-figures">
        {providers.map(({ name, requests, answers }) => (
          <Figure
            key={name}
            name={name}
            value={home.providerStates[providerState(breakers.get(name), { requests, answers })]}
            note={
              requests > 0
                ? home.answered(formats.percent(answers / requests))
                : home.notAskedInLastHour
            }
          />
        ))}
        <Figure name={home.store} value={isStoreWritable ? home.storeWorks : home.storeFails} />
        <Figure
          name={home.callsToday}
          value={formats.number(current.calls)}
          note={current.failures > 0 ? home.failedToday(current.failures) : undefined}
          history={{
            values: days.map((day) => day.calls),
            label: texts.keys.callsInDays(totalOf(days).calls),
          }}
        />
      </dl>
      <DailyCallsNotice daily={data.daily} />
      <NextSteps steps={stepsFor(data, home.steps)} />
      {accounts.length > 0 && (
        <section>
          <h2>{home.runOut}</h2>
          <OutlookTable
            caption={home.runOut}
            accounts={accounts}
            today={today}
            hrefOf={accountPath}
          />
        </section>
      )}
    </>
  );
}

type StepTexts = ReturnType<typeof usePageContext>['texts']['home']['steps'];

function stepsFor(data: OperatorHomeData, texts: StepTexts): NextStep[] {
  const steps: NextStep[] = [];
  const health = { href: healthPath, text: texts.seeHealth };
  if (!data.isStoreWritable) steps.push({ text: texts.storeFails });
  for (const { name, failures } of data.providers) {
    const model = data.models.find(({ provider }) => provider === name);
    const variable = failures
      .map(({ kind }) => model?.variableToCorrect(kind))
      .find((found) => found !== undefined);
    if (variable !== undefined) {
      steps.push({ text: texts.correct(name, variable), link: health });
    } else if ((data.breakers.get(name) ?? 'closed') !== 'closed') {
      steps.push({ text: texts.skipped(name), link: health });
    }
  }
  if (data.accounts.length > 0) {
    const link = { href: '/dashboard/all-usage?sort=outlook#accounts', text: texts.seeUsage };
    steps.push({ text: texts.runOut(data.accounts.length), link });
  }
  if (!data.hasOwners) {
    steps.push({ text: texts.noOwner, link: { href: ownersPath, text: texts.createOwner } });
  }
  if (data.asksForSecondFactor) {
    steps.push({
      text: texts.noSecondFactor,
      link: { href: `${accountPagePath}#second-factor`, text: texts.addSecondFactor },
    });
  }
  if (data.missingForMail.length > 0) {
    steps.push({
      text: texts.noMail(data.missingForMail),
      link: { href: '/dashboard/settings', text: texts.seeSettings },
    });
  }
  return steps;
}
