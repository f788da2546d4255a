import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAltscribe } from './altscribe-command.ts';
import { type Service, startService } from './service.ts';
import { hideWelcomeGuide, setOption } from '../wordpress/content.ts';
import { build } from './build.ts';
import { linkToDashboard } from './dashboard-link.ts';
import { writeDraft } from './draft.ts';
import type { Model } from './model.ts';
import type { Progress } from './progress.ts';
import { reportModelFailures } from './report-model-failures.ts';
import { type Site, startSite, wordpressVersion } from './site.ts';

const userId = 'demo@example.com';
const plan = 'pro';
const credits = 50;

export interface Demo {
  readonly service: Service;
  readonly site: Site;
  /** Id of the post with photographs that lack alt text. */
  readonly draft: number;
  /** A URL that signs in to the dashboard. */
  readonly dashboard: string;
  /** Whose credits are used, for the console. */
  readonly account: string;
}

/** Builds and starts everything; supervise.ts ends it. */
export async function startDemo(model: Model, progress: Progress): Promise<Demo> {
  const [{ service, apiKey, dashboard }, site] = await Promise.all([
    progress.during('Building the service and the plugin', async (rename) => {
      await build();
      rename('Starting the service');
      return startBackEnd(model.env);
    }),
    progress.during(`Starting WordPress ${wordpressVersion}`, (rename) =>
      startSite(model.isStandIn, rename),
    ),
  ]);
  const draft = await progress.during('Uploading photographs', async () => {
    const settings = { service_url: service.url, api_key: apiKey, user_id: userId };
    await setOption(site.php, 'altscribe_settings', settings);
    await hideWelcomeGuide(site.php);
    return writeDraft(site.php);
  });
  return {
    service,
    site,
    draft,
    dashboard,
    account: `${userId}, plan ${plan}`,
  };
}

async function startBackEnd(env: Readonly<Record<string, string>>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'altscribe-data-'));
  const service = await startService({ dataDir, env, onLog: reportModelFailures });
  const account = (await runAltscribe(dataDir, [
    ...['account', 'create', '--user-id', userId],
    ...['--plan', plan, '--credits', String(credits)],
  ])) as { api_key: string };
  const operator = ['operator', 'create', '--user-id', userId];
  const { setup_url } = (await runAltscribe(dataDir, operator)) as { setup_url: string };
  const dashboard = await linkToDashboard(setup_url);
  return { service, apiKey: account.api_key, dashboard };
}
