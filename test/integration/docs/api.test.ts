import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../support/debian-program.ts';
import { readExample } from '../../support/doc-examples.ts';
import { text } from '../../support/provider-stand-in.ts';
import {
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';
import { getPhp, type Php } from '../../wordpress/get-php.ts';

const execFileAsync = promisify(execFile);
const repository = join(import.meta.dirname, '../../..');

let stage: ServiceWithProviders;
let key: string;

beforeAll(async () => {
  stage = await startServiceWithProviders({ behaviours: { openai: text('Two birds') } });
  key = await stage.service.createAccount({ user_id: 'site@example.com', credits: 500 });
});

afterAll(() => stage.dispose());

const native = (program: string, ...args: string[]): Php => ({ program, args, env: {} });

const examples = {
  sh: readExample('docs/api.md', 'printf'),
  ts: readExample('docs/api.md', 'import { randomUUID }'),
  php: readExample('docs/api.md', '<?php'),
  python: readExample('docs/api.md', 'import base64'),
};

const curl = await findProgram('curl');
const python = await findProgram('python3');
// Without installation, Python does not know where its modules are.
const pythonHome = python.root === '/' ? {} : { PYTHONHOME: join(python.root, 'usr') };
const pathWithCurl = `${process.env['PATH']}:${dirname(curl.program)}`;

/** The programs that run the examples of each language from standard input. */
const programs = {
  sh: { program: 'sh', args: ['-s'], env: { ...curl.env, PATH: pathWithCurl } },
  ts: native(process.execPath, '--import', 'tsx', '--input-type=module'),
  php: (await getPhp()) ?? native('php'),
  python: { program: python.program, args: ['-'], env: { ...python.env, ...pythonHome } },
};

type Language = keyof typeof examples;

/** Runs an example in a shell that has the variables of the page. */
async function runExample(language: Language, { program, args, env }: Php, apiKey = key) {
  const variables = readExample('docs/api.md', 'export ALTSCRIBE_URL');
  const own = variables
    .replace('http://127.0.0.1:3000', stage.service.url)
    .replace('alt_…', apiKey);
  const running = execFileAsync('sh', ['-c', `${own} exec "$@"`, 'sh', program, ...args], {
    cwd: repository,
    env: { ...process.env, ...env },
  });
  running.child.stdin?.end(examples[language]);
  return running;
}

describe.each(Object.keys(examples) as Language[])('the example in %s', (language) => {
  const program = programs[language];

  test('generates a text', async () => {
    const { stdout } = await runExample(language, program);
    const expected =
      language === 'sh'
        ? '{"altText":"Two birds","CreditsAvailable":499,"plan_type":"pro"}'
        : 'Two birds: 499 credits left';
    expect(stdout.trim()).toBe(expected);
  });

  test('shows the error', async () => {
    const output = await runExample(language, program, 'alt_wrong').then(
      ({ stdout, stderr }) => stdout + stderr,
      (error: unknown) => (error as { stdout: string }).stdout,
    );
    expect(output).toContain('Authentication failed: invalid API key');
  });
});

test('a caller gets the problem in docs/errors.md', async () => {
  const image_file = `data:image/png;base64,${Buffer.alloc(10_500_000).toString('base64')}`;
  const { text: body } = await stage.generate({ image_file });
  expect(JSON.parse(body)).toEqual(JSON.parse(readExample('docs/errors.md', '{')));
});
