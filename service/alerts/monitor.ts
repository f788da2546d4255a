import type { Logger } from 'pino';
import { shownCredits } from '../accounts/accounts.ts';
import { wholeService, type LimitNotice } from '../accounts/daily-limits.ts';
import { createPendingTasks, runWithTimeout } from '../concurrency/pending-tasks.ts';
import type { FailureKind } from '../providers/provider.ts';
import { isAboutProvider } from '../providers/circuit-breaker.ts';
import type { Accounts } from '../storage/interfaces/accounts.ts';
import type { Logins } from '../storage/interfaces/logins.ts';
import type { Damage } from '../storage/interfaces/damage.ts';
import type { ProviderCall } from '../providers/metrics.ts';
import type { AccountStore, AlertLog, CallCounter } from '../storage/interfaces/storage-backend.ts';
import type { CallRecord } from '../storage/interfaces/usage-log.ts';
import {
  creditsCause,
  dailyLimitNotice,
  damagedData,
  noProviderWorks,
  outOfCredits,
  rejectedBy,
  rejectionKinds,
  storeFails,
  type Problem,
  type Rejection,
} from './messages.ts';
import type { AlertSender } from './notifier.ts';

/** Notices problems that operators should know about, and has an alert sent about each. */
export interface AlertMonitor {
  /** A provider was asked. */
  providerCalled(call: Pick<ProviderCall, 'provider' | 'outcome' | 'hint'>): void;
  /** No provider has answered a generate call. */
  allProvidersFailed(kinds: readonly FailureKind[]): void;
  /** A call for a text has ended. */
  callEnded(call: Pick<CallRecord, 'user_id' | 'outcome' | 'at' | 'ms'>): void;
  /** A daily limit is nearly or completely used. */
  limitUsed(notice: LimitNotice): void;
  /** Waits some seconds for alerts that are being sent. What is not delivered is due again. */
  close(): Promise<void>;
}

interface MonitorDeps {
  readonly alertLog: AlertLog;
  readonly accountStore: Pick<AccountStore, 'ping'> &
    Pick<Accounts, 'findAccount'> &
    Pick<Logins, 'listOperators'>;
  readonly callCounter: Pick<CallCounter, 'read'>;
  /** Found when the store was opened. Only a restart shows whether it has been repaired. */
  readonly damage: readonly Damage[];
  /** Sends alerts in the background. */
  readonly sender: AlertSender;
  /** Names of the providers, in the order in which they are asked. */
  readonly providers: readonly string[];
  /** The variable to correct after a rejection. */
  readonly variableToCorrect: (provider: string, kind: Rejection) => string | undefined;
  readonly log: Logger;
  readonly times?: Partial<MonitorTimes>;
}

interface MonitorTimes {
  /** How often the store is checked, in milliseconds. */
  readonly everyMs: number;
  /**
   * How long to wait after an event before handling its problem, in milliseconds: others may
   * follow.
   */
  readonly soonMs: number;
}

const defaultTimes: MonitorTimes = { everyMs: 15_000, soonMs: 1_000 };

/** Calls that fail in a row before no provider works: one failure may be an accident. */
const failuresInARow = 2;

/** Failures further apart than this are not in a row, in milliseconds. */
const longestGapMs = 20 * 60_000;

/** Checks of the store that fail in a row before it is a problem: a restart takes some seconds. */
const failedChecks = 2;

/** How long the store may take to respond to a check, in milliseconds. */
const checkTimeoutMs = 5_000;

/**
 * Watches what happens in this process. The storage, which all processes share, records what was
 * sent, so only one of them sends it. While the storage fails, each machine sends its own alerts.
 */
export function createAlertMonitor({
  alertLog,
  accountStore,
  callCounter,
  damage,
  sender,
  providers,
  variableToCorrect,
  log,
  times = {},
}: MonitorDeps): AlertMonitor {
  const { everyMs, soonMs } = { ...defaultTimes, ...times };
  /** Problems that have begun or ended since they were last handled, by their cause. */
  const news = new Map<string, { problem: () => Promise<Problem>; isOver: boolean }>();
  /** Causes of alerts that any process has sent and that are not resolved. */
  let open = new Set<string>();
  let operators: readonly string[] = [];
  const outage = noProviderWorks(providers.join(', '));
  /** When a call of a user was last refused for missing credits, in milliseconds since 1970. */
  const refusedAt = new Map<string, number>();
  let failures = { count: 0, lastAt: -Infinity };
  let checksFailed = 0;
  let isStoreDown = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;
  const deliveries = createPendingTasks();
  const interval = setInterval(look, everyMs);
  interval.unref();
  look();

  function note(problem: Problem | (() => Promise<Problem>), cause: string, isOver: boolean): void {
    // Most calls are answered, and there is nothing to resolve.
    if (isOver && !open.has(cause) && !news.has(cause)) return;
    const get = typeof problem === 'function' ? problem : () => Promise.resolve(problem);
    news.set(cause, { problem: get, isOver });
    timer ??= setTimeout(look, soonMs).unref();
  }

  function look(): void {
    clearTimeout(timer);
    timer = undefined;
    running ??= lookNow()
      .catch((error: unknown) => log.error({ err: error }, 'alerts not checked'))
      .finally(() => (running = undefined));
  }

  async function lookNow(): Promise<void> {
    await checkStore();
    if (!isStoreDown) await refresh();
    const noted = [...news.values()];
    news.clear();
    for (const { problem, isOver } of noted) await handle(await problem(), isOver);
    await tellOfDamage();
  }

  async function tellOfDamage(): Promise<void> {
    const problem = damagedData(damage);
    const isOver = damage.length === 0;
    if (!isOver || open.has(problem.cause)) await handle(problem, isOver);
  }

  /**
   * Alerts that other processes have sent, and their recipients; cached in case the store fails.
   */
  async function refresh(): Promise<void> {
    try {
      const causes = await alertLog.listOpen();
      // Alerts about a provider that is no longer configured would never be resolved.
      const gone = causes.filter((cause) => isOfAnother(cause, providers));
      for (const cause of gone) await alertLog.resolve(cause);
      open = new Set(causes.filter((cause) => !gone.includes(cause)));
      operators = (await accountStore.listOperators()).map(({ user_id: id }) => id);
    } catch (error) {
      log.debug({ err: error }, 'alerts not read');
    }
  }

  async function checkStore(): Promise<void> {
    const reason = await whyNotUsable(accountStore);
    checksFailed = reason === undefined ? 0 : checksFailed + 1;
    if (reason !== undefined && checksFailed >= failedChecks) {
      isStoreDown = true;
      deliver(storeFails(reason), false, true);
    } else if (reason === undefined && isStoreDown) {
      isStoreDown = false;
      deliver(storeFails(''), true, true);
    }
  }

  async function handle(problem: Problem, isOver: boolean): Promise<void> {
    const { cause } = problem;
    try {
      const isDue = isOver ? await alertLog.resolve(cause) : await alertLog.raise(cause);
      if (isOver) open.delete(cause);
      else open.add(cause);
      if (isDue) deliver(problem, isOver, false);
    } catch {
      // Another process may send it, too.
      deliver(problem, isOver, true);
    }
  }

  /** @param isOwn whether this process decided on its own that it is due */
  function deliver(problem: Problem, isOver: boolean, isOwn: boolean): void {
    const { cause, user, path, title, remedy, resolved } = problem;
    const sent = sender.send({
      cause,
      user,
      path,
      isOver,
      isOwn,
      title: isOver ? `Resolved: ${title}` : title,
      text: isOver ? resolved : remedy,
      operators,
    });
    if (!isOwn) deliveries.add(sent.then((isDelivered) => noteEnd(problem, isOver, isDelivered)));
  }

  async function noteEnd(problem: Problem, isOver: boolean, isDelivered?: boolean): Promise<void> {
    const { cause } = problem;
    try {
      if (isDelivered === false) await alertLog.undelivered(cause, isOver);
      else if (isDelivered && !isOver) await alertLog.delivered(cause);
    } catch (error) {
      log.debug({ err: error }, 'end of an alert not noted');
    }
    // A problem that occurs only once would otherwise be forgotten.
    if (isDelivered === false && !isOver && open.has(cause) && !isClosed)
      note(problem, cause, false);
  }

  function providerWorks(): void {
    failures = { count: 0, lastAt: -Infinity };
    note(outage, outage.cause, true);
  }

  /**
   * Resolves missing credits, but not for a call that may have got its credit before the refusal. If another
   * process refused, or this one before its start, the balance tells.
   */
  function creditSpent(user: string, startedAt: number): void {
    const cause = creditsCause(user);
    if (!open.has(cause) && !news.has(cause)) return;
    const resolve = () => {
      refusedAt.delete(user);
      note(() => missingCredits(user), cause, true);
    };
    const refused = refusedAt.get(user);
    if (refused === undefined) {
      accountStore.findAccount(user).then(
        (account) => {
          if (account && shownCredits(account) > 0) resolve();
        },
        (error: unknown) => log.debug({ err: error }, 'balance not read'),
      );
    } else if (startedAt > refused) resolve();
  }

  async function missingCredits(user_id: string): Promise<Problem> {
    const account = await accountStore.findAccount(user_id).catch(() => undefined);
    return outOfCredits(account ?? { user_id, owner_id: user_id });
  }

  /** Nearly used, unless all of it is used by now: then, that is the only message. */
  async function limitProblem(notice: LimitNotice): Promise<Problem> {
    const { owner = wholeService, limit } = notice;
    const [counted] = await callCounter.read([owner]).catch(() => []);
    const isReached = notice.isReached || (counted?.calls ?? 0) >= limit;
    return dailyLimitNotice({ ...notice, isReached });
  }

  return {
    providerCalled({ provider, outcome, hint }) {
      for (const kind of rejectionKinds) {
        if (outcome !== kind && outcome !== 'ok') continue;
        const problem = rejectedBy(provider, kind, variableToCorrect(provider, kind), hint);
        note(problem, problem.cause, outcome === 'ok');
      }
    },

    allProvidersFailed(kinds) {
      // A provider that cannot describe this image still works.
      if (!kinds.every(isAboutProvider)) {
        providerWorks();
        return;
      }
      const isNext = performance.now() - failures.lastAt <= longestGapMs;
      failures = { count: isNext ? failures.count + 1 : 1, lastAt: performance.now() };
      if (failures.count >= failuresInARow) note(outage, outage.cause, false);
    },

    callEnded({ user_id: user, outcome, at, ms }) {
      if (outcome === 'ok') {
        providerWorks();
        creditSpent(user, Date.parse(at));
      } else if (outcome === 'insufficient-credits') {
        refusedAt.set(user, Date.parse(at) + ms);
        note(() => missingCredits(user), creditsCause(user), false);
      }
    },

    limitUsed(notice) {
      note(() => limitProblem(notice), dailyLimitNotice(notice).cause, false);
    },

    async close() {
      isClosed = true;
      clearInterval(interval);
      clearTimeout(timer);
      await running;
      await sender.close();
      await runWithTimeout(() => deliveries.settled(), {
        ms: checkTimeoutMs,
        onStop: () => undefined,
      });
    },
  };
}

function isOfAnother(cause: string, providers: readonly string[]): boolean {
  const [kind, provider = ''] = cause.split(':');
  return rejectionKinds.some((one) => one === kind) && !providers.includes(provider);
}

function whyNotUsable(store: Pick<AccountStore, 'ping'>): Promise<string | undefined> {
  const ping = () =>
    store.ping().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : 'The store fails.'),
    );
  return runWithTimeout<string | undefined>(ping, {
    ms: checkTimeoutMs,
    onStop: () => 'The store does not answer.',
  });
}
