import { unlimitedPlan } from '../../../../shared/contract.ts';
import { isUnlimited } from '../../../accounts/accounts.ts';
import { daysLeft, firstRateDay, rateDays } from '../../../accounts/outlook.ts';
import { hasSecondFactor } from '../../../accounts/second-factor.ts';
import { enoughDays } from '../../../storage/usage-days.ts';
import { isAllowanceDue, type Account } from '../../../storage/interfaces/accounts.ts';
import type { ApiKey } from '../../../storage/interfaces/api-keys.ts';
import type { RankedAccount, Spending } from '../../../storage/interfaces/ranking.ts';
import {
  DailyCallsNotice,
  findDailyCallsOf,
  type DailyCalls,
} from '../../components/daily-calls.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { accountPagePath } from '../../paths.ts';
import type { DashboardDeps, SignedIn } from '../../state.ts';
import { keysPath, keyState, works } from '../keys/key-state.ts';
import { stepsOf, totalOf, type Step } from '../usage/periods.ts';
import { historyPath } from '../users/find-users.ts';
import { Figure, NextSteps, OutlookTable, type NextStep } from './parts.tsx';

/** If credits last for fewer days than this, adding some is a next step. */
const shortDays = 14;

/** How many users are listed. */
const usersShown = 5;

/** The data that the home page shows to an owner. */
export interface OwnerHomeData {
  readonly owner: Account;
  /** Usage of all users in the last 30 days, oldest first. */
  readonly days: readonly Step[];
  /** The same of the owner's own account, and what it has spent in that time. */
  readonly ownDays: readonly Step[];
  readonly own: Spending;
  /** Users whose credits run out first. */
  readonly users: readonly RankedAccount[];
  readonly keys: readonly ApiKey[];
  readonly daily: DailyCalls | undefined;
  readonly hasSecondFactor: boolean;
  readonly now: string;
}

/** Reads what the home page shows an owner. */
export async function readOwnerHome(
  { accountStore, callCounter }: DashboardDeps,
  owner: Account,
  { secondFactor }: SignedIn,
): Promise<OwnerHomeData> {
  const now = new Date().toISOString();
  const today = now.slice(0, 10);
  const sinceDay = firstRateDay(today);
  const { user_id: ownerId } = owner;
  const request = { sinceDay, untilDay: today, exceptPlan: unlimitedPlan, ownerId };
  const [rows, users, keys, daily] = await Promise.all([
    accountStore.listOwnerUsage(ownerId, sinceDay),
    accountStore.rankAccounts({ ...request, by: 'outlook', limit: usersShown }),
    accountStore.listKeys(ownerId),
    findDailyCallsOf(owner, { callCounter }),
  ]);
  const ownDays = (await accountStore.listUsage(ownerId)).filter(
    ({ day }) => day >= sinceDay && day <= today,
  );
  const own = {
    credits: totalOf(ownDays).credits,
    first_day: ownDays.at(-1)?.day ?? today,
    spending_days: ownDays.filter(({ credits }) => credits > 0).length,
  };
  const days = stepsOf(rows, rateDays, today);
  return {
    owner,
    days,
    ownDays: stepsOf(ownDays, rateDays, today),
    own,
    users,
    keys,
    daily,
    hasSecondFactor: hasSecondFactor(secondFactor),
    now,
  };
}

/** Credits, how long they last, failures, and what to do next. */
export function OwnerHome(data: OwnerHomeData) {
  const { owner, days, ownDays, own, users, now } = data;
  const { texts, formats } = usePageContext();
  const { home, history } = texts;
  const today = now.slice(0, 10);
  const lastWeek = totalOf(days.slice(-7));
  const calls = days.map((day) => day.calls);
  const others = users.filter(({ user_id: id }) => id !== owner.user_id);
  return (
    <>
      <dl class="totals home-figures">
        <Figure
          name={home.credits}
          value={isUnlimited(owner) ? history.unlimited : formats.number(owner.credits_available)}
          note={lastsText(data)}
          history={{
            values: ownDays.map((day) => day.credits),
            label: home.spentIn30Days(own.credits),
          }}
        />
        <Figure
          name={home.calls}
          value={formats.number(lastWeek.calls)}
          history={{ values: calls, label: texts.keys.callsInDays(totalOf(days).calls) }}
        />
        <Figure
          name={home.failed}
          value={formats.number(lastWeek.failures)}
          note={
            lastWeek.failures > 0
              ? home.shareOfCalls(formats.percent(lastWeek.failures / lastWeek.calls))
              : undefined
          }
        />
      </dl>
      <DailyCallsNotice daily={data.daily} />
      <NextSteps steps={stepsFor(data, texts.home.steps)} />
      {others.length > 0 && (
        <section>
          <h2>{home.runOut}</h2>
          <OutlookTable
            caption={home.runOut}
            accounts={users}
            today={today}
            hrefOf={({ user_id: id }) => historyPath(id)}
          />
        </section>
      )}
    </>
  );

  /** How long the owner's own credits last. */
  function lastsText({ owner: account, own: spent }: OwnerHomeData): string | undefined {
    if (isUnlimited(account)) return undefined;
    const left = daysLeft(account, spent, today);
    if (left === undefined)
      return spent.credits > 0 ? home.lastsLater(enoughDays) : home.nothingSpent;
    const { monthly_allowance: allowance } = account;
    const topUp = new Date(Date.UTC(Number(now.slice(0, 4)), Number(now.slice(5, 7)), 1));
    const isToppedUp = allowance !== null && allowance > account.credits_available;
    return isToppedUp && !isAllowanceDue(account, now)
      ? `${home.lasts(left)} ${home.topUp(formats.number(allowance), formats.dayOfYear(topUp))}`
      : home.lasts(left);
  }
}

type StepTexts = ReturnType<typeof usePageContext>['texts']['home']['steps'];

function stepsFor(data: OwnerHomeData, texts: StepTexts): NextStep[] {
  const { owner, days, own, keys, now } = data;
  const steps: NextStep[] = [];
  const left = daysLeft(owner, own, now.slice(0, 10));
  const spends = days.some(({ credits }) => credits > 0);
  if (!isUnlimited(owner) && owner.credits_available === 0) {
    const text = spends ? texts.noCredits : texts.noCreditsYet;
    steps.push({ text });
  } else if (left !== undefined && left < shortDays) {
    steps.push({ text: texts.fewCredits });
  }
  const lastWeek = totalOf(days.slice(-7));
  if (lastWeek.failures >= 3 && lastWeek.failures / lastWeek.calls > 0.1) {
    steps.push({ text: texts.failures, link: { href: '/dashboard/calls', text: texts.seeCalls } });
  }
  const working = keys.filter((key) => works(key, now));
  if (working.length === 0) {
    steps.push({ text: texts.noKey, link: { href: keysPath, text: texts.createKey } });
  }
  const soon = new Date(Date.parse(now) + shortDays * 86_400_000).toISOString();
  for (const key of working) {
    if (keyState(key, now) !== 'expires' || (key.expires_at ?? '') > soon) continue;
    steps.push({
      text: texts.keyExpires(key.name),
      link: { href: keysPath, text: texts.rotateKey },
    });
  }
  if (totalOf(days).calls === 0) {
    const link = { href: '/dashboard/connect', text: texts.connect };
    steps.push({ text: texts.noCalls, link });
  }
  if (!data.hasSecondFactor) {
    steps.push({
      text: texts.noSecondFactor,
      link: { href: `${accountPagePath}#second-factor`, text: texts.addSecondFactor },
    });
  }
  return steps;
}
