import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { examine as examineHere } from '../../../service/cli/commands/doctor.ts';
import { parseConfig } from '../../../service/config/config.ts';
import { vendors } from '../../../service/providers/vendors.ts';
import { layoutMarker, layoutVersion } from '../../../service/storage/lowdb/data-dir.ts';
import {
  silence,
  startProviderStandIn,
  status,
  text,
  type ProviderStandIn,
} from '../../support/provider-stand-in.ts';
import { runCliWith } from '../../support/run-to-end.ts';
import { geminiKey, openaiKey, providerEnv } from '../../support/service-with-providers.ts';
import { startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// Each command is a separate process.
vi.setConfig({ testTimeout: 60_000 });

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

let providers: ProviderStandIn;

beforeAll(async () => {
  providers = await startProviderStandIn();
});

afterAll(() => providers.stop());
afterEach(() => vi.unstubAllEnvs());

async function examine(folder: string, env: Record<string, string> = providerEnv(providers)) {
  const { code, stdout } = await runCliWith(env, folder, 'doctor', '--json');
  return { code, stdout, findings: withoutAlerts(JSON.parse(stdout) as Finding[]) };
}

/** The findings without the process that only a test of output or exit codes needs. */
async function find(folder: string, env: Record<string, string> = providerEnv(providers)) {
  vi.stubEnv('DATA_DIR', folder);
  const config = parseConfig({ DATA_DIR: folder, ...env }, vendors, false);
  const dispatcher = getGlobalDispatcher();
  try {
    return withoutAlerts(await examineHere(config));
  } finally {
    // The dispatcher of providers limits responses, including those of later tests in this process.
    setGlobalDispatcher(dispatcher);
  }
}

function withoutAlerts(findings: readonly Finding[]): Finding[] {
  expect(findings.find(({ check }) => check === 'alerts')).toMatchObject({
    detail: expect.stringMatching(/^none: set/) as unknown,
  });
  return findings.filter(({ check }) => check !== 'alerts');
}

test('shows each model and its latency while the service is running, which asks its own if asked without one', async () => {
  providers.set({ openai: text('A red square'), gemini: text('Ein rotes Quadrat') });
  const service = await startService(providerEnv(providers));
  onTestFinished(() => service.dispose());
  await service.createAccount({ user_id: 'a@example.com' });
  const env = { ...providerEnv(providers), GEMINI_MODEL: 'gemini-of-mine' };
  expect(await examine(service.dataDir, env)).toMatchObject({
    code: 0,
    findings: [
      { check: 'altscribe', ok: true, detail: expect.stringMatching(/^version \d/) as unknown },
      {
        check: 'store',
        ok: true,
        detail:
          `the store in ${service.dataDir}, through the running service: ` +
          'accounts: 1; every balance matches its entries',
      },
      {
        check: 'openai',
        ok: true,
        detail: expect.stringMatching(
          /^gpt-5\.4-mini answered in \d+\.\d s: A red square$/,
        ) as unknown,
      },
      {
        check: 'gemini',
        ok: true,
        detail: expect.stringMatching(
          /^gemini-of-mine answered in .+: Ein rotes Quadrat$/,
        ) as unknown,
      },
    ],
  });
  expect(providers.calls.slice(-2).map(({ model }) => model)).toEqual([
    'gpt-5.4-mini',
    'gemini-of-mine',
  ]);

  // As in a shell beside a systemd unit.
  providers.set({ gemini: status(401) });
  const without = await find(service.dataDir, {});
  expect(without.slice(1).map(({ check, ok, detail }) => [check, ok, detail])).toEqual([
    ['store', true, expect.stringContaining('through the running service') as unknown],
    [
      'openai',
      true,
      expect.stringMatching(/^of the running service: gpt-5.+red square/) as unknown,
    ],
    ['gemini', false, expect.stringContaining('Check GEMINI_API_KEY.') as unknown],
  ]);
});

test('asks every provider, shows the problem of each and exits with 1', async () => {
  providers.set({ openai: status(401, `Incorrect key ${openaiKey}`), gemini: silence });
  const env = { ...providerEnv(providers), PROVIDER_TIMEOUT_MS: '500' };
  const folder = await temporaryFolder();
  const envFile = join(folder, '.env');
  await writeFile(envFile, 'LOG_LEVEL=info\n');
  const { code, findings, stdout } = await examine(folder, env);
  expect(code).toBe(1);
  expect(findings[0]?.detail).toMatch(
    `; with the settings of this environment and of ${envFile}, which may differ from those of a running service`,
  );
  expect(findings.slice(1)).toEqual([
    {
      check: 'store',
      ok: true,
      detail: `the store in ${folder}: accounts: 0; every balance matches its entries`,
    },
    {
      check: 'openai',
      ok: false,
      detail: expect.stringContaining('rejected our API key') as unknown,
    },
    {
      check: 'gemini',
      ok: false,
      detail: expect.stringContaining('did not answer in time') as unknown,
    },
  ]);
  expect(stdout).not.toContain(openaiKey);
  expect(stdout).not.toContain(geminiKey);
});

test('names the variable to correct', async () => {
  providers.set({
    openai: status(404, 'The model `m` does not exist', { code: 'model_not_found' }),
    gemini: status(404, 'no such path'),
  });
  const findings = await find(await temporaryFolder());
  expect(findings.slice(2).map(({ ok, detail }) => [ok, detail])).toEqual([
    [
      false,
      'gpt-5.4-mini: openai: does not have the configured model (status 404), ' +
        'model_not_found. Check OPENAI_MODEL.',
    ],
    [
      false,
      'gemini-3.8-flash: gemini: has no such API at the configured address (status 404), ' +
        'Not Found. Check GEMINI_BASE_URL.',
    ],
  ]);
});

test('passes on the message of a server that takes no images, without the key', async () => {
  const message = `${openaiKey}: image input is not supported - hint: you may need to provide the mmproj`;
  providers.set({ openai: status(500, message), gemini: text('A red square') });
  const findings = await find(await temporaryFolder());
  expect(findings[2]).toEqual({
    check: 'openai',
    ok: false,
    detail:
      'gpt-5.4-mini: openai: takes no images (status 500): “image input is not supported - ' +
      'hint: you may need to provide the mmproj”. Check OPENAI_MODEL.',
  });
  expect(JSON.stringify(findings)).not.toContain(openaiKey);
});

test('reports a model that refuses and a damaged store', async () => {
  providers.set({ openai: text("I'm sorry, I can't help with that.") });
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'accounts'));
  await writeFile(join(folder, 'accounts/000.json'), '{');
  await writeFile(join(folder, layoutMarker), `${layoutVersion}\n`);
  const findings = await find(folder, { ...providerEnv(providers), GEMINI_API_KEY: '' });
  expect(findings.map(({ check, ok }) => [check, ok])).toEqual([
    ['altscribe', true],
    ['store', true],
    ['store', false],
    ['openai', false],
  ]);
  expect(findings[2]?.detail).toContain('accounts/000.json in DATA_DIR is damaged');
  expect(findings[3]?.detail).toContain('the model refused to describe the image');
});

test('checks the store without a provider, and says what to set', async () => {
  const folder = await temporaryFolder();
  const findings = await find(folder, {});
  expect(findings.slice(1)).toEqual([
    {
      check: 'store',
      ok: true,
      detail: `the store in ${folder}: accounts: 0; every balance matches its entries`,
    },
    {
      check: 'providers',
      ok: false,
      detail: expect.stringMatching(/^OPENAI_API_KEY.+ must be set/) as unknown,
    },
  ]);
});

test('also prints text for people', async () => {
  providers.set({ openai: text('A red square') });
  const env = { ...providerEnv(providers), GEMINI_API_KEY: '' };
  const { code, stdout } = await runCliWith(env, await temporaryFolder(), 'doctor');
  expect(code).toBe(0);
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
    ['check', 'ok'],
    ['altscribe', 'true'],
    ['store', 'true'],
    ['alerts', 'true'],
    ['openai', 'true'],
    [''],
  ]);
});

test('names every problem of the configuration', async () => {
  const env = { PORT: 'high', OPENAI_BASE_URL: 'nowhere' };
  const { code, stdout, stderr } = await runCliWith(env, await temporaryFolder(), 'doctor');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/PORT must be/);
  expect(stderr).toMatch(/OPENAI_BASE_URL must be/);
});
