import type { Logger } from 'pino';
import {
  createCallRecorder,
  createUsageRecorder,
  type CallRecorder,
} from './accounts/write-behind.ts';
import { createDailyLimits } from './accounts/daily-limits.ts';
import { createReversals } from './accounts/credits.ts';
import { createAlertMonitor, type AlertMonitor } from './alerts/monitor.ts';
import {
  createNotifier,
  type AlertSender,
  type Notifier,
  type TestResult,
} from './alerts/notifier.ts';
import { generateAltText } from './operations/generate-alt-text.ts';
import { getUserDetails } from './operations/operation.ts';
import { createAltTextPipeline } from './compose-providers.ts';
import { openStorageBackend } from './compose-store.ts';
import type { Config } from './config/config.ts';
import { createDashboard } from './dashboard/dashboard.tsx';
import { createMemoryBudget } from './concurrency/memory-budget.ts';
import { createLowCreditsNotice } from './mail/low-credits.ts';
import type { Mailer } from './mail/mailer.ts';
import { keepHistory } from './metrics/keep-history.ts';
import { measureProcess } from './metrics/measure-process.ts';
import { createRequestMetrics } from './metrics/measure-requests.ts';
import {
  createBackgroundFailures,
  createStoreOutage,
  measureStore,
} from './metrics/measure-store.ts';
import { readVersion } from './config/package.ts';
import { variableToCorrect } from './providers/provider.ts';
import { createApp } from './http/pipeline.ts';
import type { Metrics } from './server/cluster-metrics.ts';
import type { Service } from './server/serve.ts';
import type { Setting } from './config/settings.ts';
import type { AccountStore, StorageBackend } from './storage/interfaces/storage-backend.ts';
import type { CallRecord } from './storage/interfaces/usage-log.ts';

/** The composed service, and its store for commands. */
export interface ComposedService extends Service {
  readonly accountStore: AccountStore;
  readonly mailer: Mailer | undefined;
}

/** What a process has before its service is composed. */
export interface ServiceParts {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The configuration as shown to operators. */
  readonly settings: readonly Setting[];
  /** Sends alerts; absent if operators get none. It is closed with the service. */
  readonly alertSender: AlertSender | undefined;
}

type AlertConfig = Pick<Config, 'alertWebhookUrl' | 'mail' | 'publicUrl'>;

/** Whether operators get alerts: through a webhook, or by e-mail. */
export function sendsAlerts({ alertWebhookUrl, mail }: Omit<AlertConfig, 'publicUrl'>): boolean {
  return alertWebhookUrl !== undefined || mail !== undefined;
}

/** Makes what sends alerts, if operators get any. */
export async function createAlertNotifier(
  config: AlertConfig,
  log: Logger,
): Promise<Notifier | undefined> {
  if (!sendsAlerts(config)) return undefined;
  const { alertWebhookUrl: webhookUrl, mail, publicUrl } = config;
  // The notifier logs a failure, once.
  const silent = log.child({}, { level: 'silent' });
  const mailer = mail && (await import('./mail/mailer.ts')).createMailer(mail, silent);
  return createNotifier({ webhookUrl, mailer, publicUrl, log });
}

/**
 * Sends a test alert to the webhook, and by e-mail to operators.
 * @param log gets the reason of the mail server if it refuses the e-mail
 */
export async function sendTestAlert(
  { alertWebhookUrl: webhookUrl, mail, publicUrl }: AlertConfig,
  operators: readonly string[],
  log: Logger,
): Promise<TestResult> {
  const mailer = mail && (await import('./mail/mailer.ts')).createMailer(mail, log);
  const result = await createNotifier({ webhookUrl, mailer, publicUrl, log }).test(operators);
  await mailer?.close();
  return result;
}

/**
 * Composes the service from its configuration: storage, provider chain, operations, app.
 * @throws StoreError if the storage cannot be used
 */
export async function composeService(
  config: Config,
  { log, metrics, settings, alertSender }: ServiceParts,
): Promise<ComposedService> {
  const { registry } = metrics;
  const background = { log, ...createBackgroundFailures(registry, log) };
  const opened = await openStorageBackend(config.store, background);
  const backend = measureStore(opened, registry, createStoreOutage(log).ended);
  const { accountStore } = backend;
  const damage = await accountStore.listDamage();
  for (const { what, user_ids: user, detail } of damage) {
    log.error({ what, user, detail }, 'damaged data: these users are out of service');
  }
  const usage = createUsageRecorder(accountStore, background);
  const alerts =
    alertSender && watchForAlerts(config, backend, { damage, sender: alertSender, log });
  const calls = createCallRecorder(accountStore, background);
  const reversals = createReversals(accountStore, background);
  const dailyLimits = createDailyLimits(
    backend.callCounter,
    config.dailyCallsMax,
    (notice) => alerts?.limitUsed(notice),
    background,
  );
  const history = keepHistory(registry, backend.measurements, background);
  const memory = createMemoryBudget(config.processes);
  const pipeline = createAltTextPipeline(config, registry, alerts);
  measureProcess(registry, {
    memory,
    images: pipeline.queueSizes,
    connections: backend.connections,
    damaged: damage.length,
    pingStore: accountStore.ping,
    build: { version: readVersion(), store: config.store.databaseUrl ? 'postgresql' : 'files' },
  });

  const mailer = config.mail && (await import('./mail/mailer.ts')).createMailer(config.mail, log);
  const noticeLowCredits =
    mailer && config.publicUrl
      ? createLowCreditsNotice({ ...backend, mailer, publicUrl: config.publicUrl })
      : undefined;

  let isShuttingDown = false;
  const app = createApp({
    ...config,
    ...backend,
    background,
    log,
    memory,
    requestMetrics: createRequestMetrics(registry, ['generate-alt-text', 'get-user-details']),
    readMetrics: config.metricsPort === undefined ? metrics.read : undefined,
    dashboard: config.dashboard
      ? createDashboard({
          ...config,
          ...backend,
          background,
          mailer,
          testAlert: sendsAlerts(config)
            ? (operator) => sendTestAlert(config, [operator], log)
            : undefined,
          version: readVersion(),
          settings,
          models: config.providers.map(({ vendor, model }) => ({
            provider: vendor.name,
            model,
            variableToCorrect: (kind) => variableToCorrect(vendor.environment, kind),
          })),
          // While a worker is stuck, operators see at least what this one has measured.
          readMeasurements: () => metrics.read().catch(() => registry.metrics()),
        })
      : undefined,
    isShuttingDown: () => isShuttingDown,
    operations: [
      generateAltText({
        ...config,
        ...backend,
        ...pipeline,
        usage,
        calls: alerts ? alsoTell(calls, alerts.callEnded) : calls,
        reversals,
        dailyLimits,
        noticeLowCredits,
      }),
      getUserDetails,
    ],
  });
  return {
    accountStore,
    mailer,
    providers: config.providers.map(({ vendor }) => vendor.name).join(', '),
    handle: app.callback(),
    announceShutdown: () => void (isShuttingDown = true),
    async close() {
      const pending = [usage, history, calls, dailyLimits, reversals, mailer, alerts];
      await Promise.all(pending.map(async (one) => one?.close()));
      await accountStore.close();
    },
  };
}

function watchForAlerts(
  config: Config,
  { alertLog, accountStore, callCounter }: StorageBackend,
  parts: Pick<Parameters<typeof createAlertMonitor>[0], 'damage' | 'sender' | 'log'>,
): AlertMonitor {
  const vendors = config.providers.map(({ vendor }) => vendor);
  return createAlertMonitor({
    alertLog,
    accountStore,
    callCounter,
    ...parts,
    providers: vendors.map(({ name }) => name),
    variableToCorrect(provider, kind) {
      const vendor = vendors.find(({ name }) => name === provider);
      return vendor && variableToCorrect(vendor.environment, kind);
    },
  });
}

/** A recorder of calls that also tells something else of each. */
function alsoTell(calls: CallRecorder, tell: (call: CallRecord) => void): CallRecorder {
  return {
    ...calls,
    add(call) {
      calls.add(call);
      tell(call);
    },
  };
}
