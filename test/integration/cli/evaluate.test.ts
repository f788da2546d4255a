import { cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runEvaluate, type EvaluateFlags } from '../../../service/cli/commands/evaluate.ts';
import { CommandError } from '../../../service/cli/commands/store-command.ts';
import type { Evaluation } from '../../../service/cli/print-evaluation.ts';
import { content } from '../../support/faults.ts';
import { plainImage } from '../../support/images.ts';
import {
  startProviderStandIn,
  status,
  text,
  type Behaviour,
  type ProviderCall,
  type ProviderStandIn,
} from '../../support/provider-stand-in.ts';
import { runCliWith } from '../../support/run-to-end.ts';
import { serviceProcess } from '../../support/service.ts';
import { providerEnv } from '../../support/service-with-providers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// Each command is a separate process.
vi.setConfig({ testTimeout: 60_000 });

let providers: ProviderStandIn;

beforeAll(async () => {
  providers = await startProviderStandIn();
});

afterAll(() => providers.stop());

/** Answers with the result of a function of the call, as JSON. */
function answering(answer: (call: ProviderCall) => object): Behaviour {
  return (call, response) => content(JSON.stringify(answer(call)))(call, response);
}

/** The title of the page in a call. */
function titleOf({ context }: ProviderCall): string {
  const data = JSON.parse(context) as { context: { page_title?: string } };
  return data.context.page_title ?? '';
}

async function folderWith(labels: string): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'a.png'), await plainImage('png'));
  await writeFile(join(folder, 'broken.png'), 'no image');
  await writeFile(join(folder, 'labels.csv'), labels);
  return folder;
}

function evaluate(folder: string, flags: string[] = [], env: Record<string, string> = {}) {
  const only = { ...providerEnv(providers), GEMINI_API_KEY: '', ...env };
  return runCliWith(only, folder, 'evaluate', '.', ...flags);
}

/** The result of `evaluate --json` in this process, which need not load everything for each run. */
async function evaluateHere(folder: string, flags: Partial<EvaluateFlags> = {}, env = {}) {
  const { env: own, exitCode } = process;
  const dispatcher = getGlobalDispatcher();
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  process.env = serviceProcess({ ...providerEnv(providers), GEMINI_API_KEY: '', ...env }).env;
  process.exitCode = 0;
  try {
    await runEvaluate(folder, { language: 'en', json: true, ...flags });
    const result = JSON.parse(String(printed.mock.calls[0]?.[0])) as Evaluation;
    return { code: process.exitCode, ...result };
  } finally {
    process.exitCode = exitCode;
    process.env = own;
    // The dispatcher of providers limits responses, including those of later tests in this process.
    setGlobalDispatcher(dispatcher);
    printed.mockRestore();
  }
}

async function evaluateJson(folder: string, flags: string[] = [], env = {}) {
  const { code, stdout, stderr } = await evaluate(folder, [...flags, '--json'], env);
  expect(stderr).toBe('');
  return { code, ...(JSON.parse(stdout) as Evaluation) };
}

test('one word is enough for a link or a button', async () => {
  const folder = await folderWith(
    ['file,title,purpose', 'a.png,search,functional', 'a.png,search,informative'].join('\n'),
  );
  providers.set({ openai: answering(() => ({ alt_text: 'Search', purpose: 'functional' })) });
  const { rows } = await evaluateHere(folder, { style: 'Write sea, not ocean' });
  expect(rows).toMatchObject([{ findings: [] }, { findings: ['single-word'] }]);
  expect(JSON.parse(providers.calls.at(-1)?.context ?? '')).toEqual({
    context: { page_title: 'search' },
    style: 'Write sea, not ocean',
  });
});

test('long descriptions are measured as long descriptions', async () => {
  const folder = await folderWith('file,expect,title\na.png,rose & 120,Chart');
  const alt_text = `The line rose from 90 to 120. ${'It is long. '.repeat(30)}\n\n- 2024: 90`;
  providers.set({ openai: answering(() => ({ alt_text, purpose: 'complex' })) });
  const { rows } = await evaluateJson(folder, ['--length', 'long']);
  expect(rows).toMatchObject([{ findings: [], expected_found: true, purpose: 'complex' }]);
  expect(rows[0]).toMatchObject({ text: expect.stringMatching(/- 2024: 90$/) as string });
});

test('measures each text against its label and prints a summary', async () => {
  const folder = await folderWith(
    [
      'file,title,language,keywords,purpose,expect,avoid,context,text',
      'a.png,good,,,informative,crimson|RED & white,blue|green,,A red square',
      'a.png,stuffed,,red square,functional,red & green,round| Beside ,,',
      'a.png,english,de,,decorative,,,Caption: A square that is red and flat,',
      'broken.png,broken,,,,,,,',
    ].join('\n'),
  );
  const answers: Record<string, object> = {
    good: { alt_text: 'A red square on white', purpose: 'informative' },
    stuffed: { alt_text: 'A red square beside a red square', purpose: 'decorative' },
    english: { alt_text: 'A square that is red and flat.', purpose: 'decorative' },
  };
  providers.set({ openai: answering((call) => answers[titleOf(call)] ?? {}) });
  const { code, models, figures, rows } = await evaluateJson(folder, ['--style', 'Plain']);
  expect(code).toBe(1);
  expect(JSON.parse(providers.calls.at(-1)?.context ?? '')).toMatchObject({ style: 'Plain' });
  expect(models).toEqual([expect.stringMatching(/^openai gpt-5\.4-mini at 127\.0\.0\.1:\d+$/)]);
  expect(rows).toMatchObject([
    {
      file: 'a.png',
      language: 'en',
      text: 'A red square on white',
      findings: [],
      language_matches: true,
      expected_found: true,
      avoided: true,
      purpose: 'informative',
      labelled_purpose: 'informative',
      labelled_text: 'A red square',
      verdict: null,
    },
    {
      findings: ['keyword-stuffing'],
      expected_found: false,
      avoided: false,
      labelled_purpose: 'functional',
    },
    { language: 'de', findings: ['repeats-caption'], language_matches: false, avoided: null },
    { file: 'broken.png', error: expect.stringContaining('This is not an image') as unknown },
  ]);
  expect(figures).toMatchObject({
    images: 4,
    answered: { count: 3, of: 4 },
    passed_checks: { count: 1, of: 3 },
    language_matches: { count: 2, of: 3 },
    keyword_stuffing: { count: 1, of: 3 },
    expected_found: { count: 1, of: 2 },
    avoided: { count: 1, of: 2 },
    decorative: { right: { count: 2, of: 3 }, missed: 0, wrongly: 1 },
    functional: { right: { count: 2, of: 3 }, missed: 1, wrongly: 0 },
    judged_ok: { count: 0, of: 0 },
    length: { median: 29, longest: 32 },
    length_150_and_over: { count: 0, of: 3 },
  });
});

test('with --judge, asks the model about its texts, except those of decorative images', async () => {
  const folder = await folderWith(
    'file,title,purpose,text\na.png,good,,By hand\na.png,bad,,\na.png,broken,,\na.png,none,decorative,\n',
  );
  const verdicts: Record<string, object> = {
    good: { reason: '', verdict: 'ok' },
    bad: { reason: 'It is **blue**.', verdict: 'needs-fix' },
    broken: { verdict: 'perhaps' },
  };
  const judged: string[] = [];
  providers.set({
    openai: answering((call) => {
      if (!call.instructions.startsWith('You judge')) return { alt_text: 'A red square' };
      judged.push(call.context);
      return verdicts[titleOf(call)] ?? {};
    }),
  });
  const { code, figures, rows } = await evaluateHere(folder, { judge: true });
  expect(code).toBe(0);
  expect(figures.judged_ok).toEqual({ count: 1, of: 2 });
  expect(rows).toMatchObject([
    { verdict: 'ok', reason: '' },
    { verdict: 'needs-fix', reason: 'It is blue.' },
    { verdict: null, reason: 'openai: the answer holds no verdict' },
    { verdict: null, reason: null },
  ]);
  expect(judged).toHaveLength(3);
  expect(JSON.parse(judged[0] ?? '')).toMatchObject({
    alt_text: 'A red square',
    good_text: 'By hand',
  });
});

test('with --against, compares with the texts of an earlier run in both orders', async () => {
  const folder = await folderWith(
    'file,title\na.png,better\na.png,worse\na.png,unsure\na.png,mute\n',
  );
  let alt_text = 'An old text';
  const asked: unknown[] = [];
  providers.set({
    openai: answering((call) => {
      if (!call.instructions.startsWith('You compare')) return { alt_text, purpose: 'informative' };
      const { one, two } = JSON.parse(call.context) as { one: string; two: string };
      asked.push([one, two]);
      const [good, bad] = titleOf(call) === 'worse' ? [two, one] : [one, two];
      const prefer = titleOf(call) === 'unsure' || good === 'A new text' ? 'one' : 'two';
      const scores = (text: string) => (text === 'A new text' ? '5 4 4 3 4' : '4, 4, 4, 3, 3');
      return titleOf(call) === 'mute'
        ? { prefer: 'one' }
        : { reason: `${bad} is worse.`, one: scores(one), two: scores(two), prefer };
    }),
  });
  const against = join(folder, 'earlier.json');
  await writeFile(against, JSON.stringify(await evaluateHere(folder)));
  alt_text = 'A new text';
  const { code, comparison, rows } = await evaluateHere(folder, { against });
  expect(code).toBe(0);
  expect(asked.slice(0, 2)).toEqual([
    ['A new text', 'An old text'],
    ['An old text', 'A new text'],
  ]);
  expect(rows).toMatchObject([
    { comparison: { preferred: 'new', earlier_text: 'An old text' } },
    { comparison: { preferred: 'earlier' } },
    { comparison: { preferred: 'tie' } },
    { comparison: null },
  ]);
  expect(comparison).toMatchObject({
    preferred: { new: 1, earlier: 1, tie: 1 },
    share_new: { value: 0.5 },
    difference: { accuracy: { value: 1, low: 1, high: 1 }, relevance: { value: 0 } },
  });

  const printed = await evaluate(folder, ['--against', 'earlier.json']);
  expect(printed.stdout).toMatch(/^preferred: new, earlier, ties +1, 1, 1 +–$/m);
  expect(printed.stdout).toMatch(/^new, of those preferred +50 % +9 % to 91 %$/m);
  expect(printed.stdout).toMatch(/^overall, new minus earlier +1\.00 +1\.00 to 1\.00$/m);
});

test('refuses earlier texts of other images before it asks a provider', async () => {
  const folder = await folderWith('file\na.png\n');
  const before = providers.calls.length;
  await writeFile(join(folder, 'other.json'), '{"rows":[{"file":"b.png","language":"en"}]}');
  const none = join(folder, 'none.json');
  const csv = join(folder, 'labels.csv');
  for (const [against, problem] of [
    [csv, `${csv} is not what "altscribe evaluate --json" prints.`],
    [none, `The file ${none} does not exist or cannot be read.`],
  ] as const) {
    await expect(evaluateHere(folder, { against })).rejects.toEqual(new CommandError(problem));
  }
  const { code, stdout, stderr } = await evaluate(folder, ['--against', 'other.json']);
  const message = 'other.json is about other images than labels.csv, or in another order.\n';
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: message });
  expect(providers.calls).toHaveLength(before);
});

test('states when a model other than the first has answered', async () => {
  const folder = await folderWith('file\na.png\na.png\n');
  providers.set({ openai: status(429), gemini: text('A red square') });
  const fallback = { GEMINI_API_KEY: 'key' };
  const result = await evaluateHere(folder, {}, fallback);
  const { code, models, answered_by_fallback, figures } = result;
  expect(code).toBe(0);
  expect(models).toHaveLength(2);
  expect({ answered_by_fallback, answered: figures.answered.count }).toEqual({
    answered_by_fallback: 2,
    answered: 2,
  });
});

test('prints text for people: the model, a row for each image and the figures', async () => {
  const folder = await folderWith('file,language,avoid\na.png,,rotes\nbroken.png,,\n');
  providers.set({ openai: text('Ein rotes Quadrat') });
  const { code, stdout } = await evaluate(folder, ['--language', 'de', '--judge']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^Models: openai gpt-5\.4-mini at 127\.0\.0\.1:\d+\n\nfile /);
  expect(stdout).toMatch(
    /^a\.png +de +[\d.]+ +word-to-avoid +failed +Ein rotes Quadrat +openai: /m,
  );
  expect(stdout).toMatch(/^broken\.png .+ This is not an image/m);
  expect(stdout).toMatch(/^answered +1 of 2 \(50 %\)$/m);
  expect(stdout).toMatch(/^expected words found +–$/m);
  expect(stdout).toMatch(/^words to avoid left out +0 of 1 \(0 %\)$/m);
  expect(stdout).not.toContain('judged ok');
});

test('can read all images in test/evaluation', async () => {
  const folder = await temporaryFolder();
  await cp('test/evaluation', folder, { recursive: true });
  const images = (await readdir(folder)).filter((name) => !/\.(?:csv|md)$/.test(name));
  // Once each: the labels themselves are tested without decoding.
  await writeFile(join(folder, 'labels.csv'), ['file', ...images].join('\n'));
  providers.set({ openai: text('A drawing') });
  const { code, figures } = await evaluateHere(folder);
  expect(code).toBe(0);
  expect(figures.answered).toEqual({ count: images.length, of: images.length });
  // Each drawing starts a process.
}, 180_000);

test('reports the problems of labels.csv before it asks a provider', async () => {
  const folder = await folderWith('file,colour\nnone.png,\n');
  const before = providers.calls.length;
  const { code, stdout, stderr } = await evaluate(folder);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    'labels.csv has problems:\n' +
      '- "colour" is no column. The columns are file, language, title, keywords, context, purpose, expect, avoid, text.\n' +
      '- line 2: there is no file none.png in the folder.\n',
  );
  expect(providers.calls).toHaveLength(before);
});
