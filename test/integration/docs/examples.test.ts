import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/** What runs the examples of a language, which it reads from its input. */
const programs = {
  sh: native('sh', '-s'),
  ts: native(process.execPath, '--import', 'tsx', '--input-type=module'),
  php: await getPhp(),
  python: native('python3', '-'),
};

/** The example of docs/api.md in a language, as it stands. */
async function readExample(language: string): Promise<string> {
  const page = await readFile(join(repository, 'docs/api.md'), 'utf8');
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(page)?.[1] ?? '';
}

async function runExample(language: string, { program, args, env }: Php, apiKey = key) {
  const own = { ALTSCRIBE_URL: stage.service.url, ALTSCRIBE_API_KEY: apiKey };
  const running = execFileAsync(program, args, {
    cwd: repository,
    env: { ...process.env, ...env, ...own },
  });
  running.child.stdin?.end(await readExample(language));
  return running;
}

/** Whether a program is on this machine. */
function isHere(program: string): Promise<boolean> {
  return execFileAsync(program, ['--version']).then(
    () => true,
    () => false,
  );
}

const here = {
  sh: await isHere('curl'),
  ts: true,
  php: programs.php !== undefined,
  python: await isHere('python3'),
};

describe.each(Object.keys(programs) as (keyof typeof programs)[])(
  'the example in %s',
  (language) => {
    // Not every machine has the language.
    const testHere = test.runIf(here[language]);
    const program = programs[language] ?? native('');

    testHere('writes a text', async () => {
      const { stdout } = await runExample(language, program);
      const expected =
        language === 'sh'
          ? '{"altText":"Two birds","CreditsAvailable":499,"plan_type":"pro"}'
          : 'Two birds: 499 credits left';
      expect(stdout.trim()).toBe(expected);
    });

    testHere('says what is wrong', async () => {
      const output = await runExample(language, program, 'alt_wrong').then(
        ({ stdout, stderr }) => stdout + stderr,
        (error: unknown) => (error as { stdout: string }).stdout,
      );
      expect(output).toContain('Authentication failed: invalid API key');
    });
  },
);
