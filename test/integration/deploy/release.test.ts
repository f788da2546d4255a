import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

/** The parts of a workflow that are checked; anything else in it is a mistake. */
interface Workflow {
  readonly on: unknown;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly needs?: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax */
const known = {
  workflow: ['name', 'on', 'permissions', 'concurrency', 'jobs'],
  job: ['needs', 'runs-on', 'timeout-minutes', 'permissions', 'steps'],
  step: ['name', 'uses', 'with', 'env', 'run'],
};

const path = '.github/workflows/release.yml';
const source = await readFile(path, 'utf8');

/** The faults of a workflow that can be found without GitHub. */
async function lint(text: string): Promise<string[]> {
  const workflow = parse(text) as Workflow;
  const problems: string[] = [];
  const expectKeys = (where: string, part: object, names: readonly string[]) => {
    for (const key of Object.keys(part)) {
      if (!names.includes(key)) problems.push(`${where}: unknown key ${key}`);
    }
  };
  expectKeys('workflow', workflow, known.workflow);
  for (const [name, job] of Object.entries(workflow.jobs)) {
    expectKeys(name, job, known.job);
    if (job.needs !== undefined && !Object.hasOwn(workflow.jobs, job.needs)) {
      problems.push(`${name}: needs an unknown job`);
    }
    for (const step of job.steps) {
      expectKeys(name, step, known.step);
      const { uses, run } = step;
      if ((uses === undefined) === (run === undefined)) problems.push(`${name}: uses or run`);
      if (uses !== undefined && !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(uses)) {
        problems.push(`${name}: ${uses} is not pinned by its commit`);
      }
      if (run === undefined) continue;
      // A value in the text of a script could end a quotation: scripts get values as variables.
      if (run.includes('${{')) problems.push(`${name}: an expression in a script`);
      const check = promisify(execFile)('bash', ['-n', '-c', run]);
      await check.catch((error: unknown) => problems.push(`${name}: ${String(error)}`));
    }
  }
  return problems;
}

test('the release workflow is well-formed, with pinned actions and shell that can be parsed', async () => {
  expect(await lint(source)).toEqual([]);
  // Each line names the release that the commit belongs to.
  expect(source.match(/uses: /g)).toHaveLength(
    source.match(/uses: \S+@[0-9a-f]{40} # v\d+\.\d+\.\d+\n/g)?.length ?? 0,
  );
  expect(await lint(source.replace(/checkout@\w+/, 'checkout@v4'))).toHaveLength(1);
  expect(await lint(source.replace('npm ci\n', 'npm ci &&\n          done\n'))).toHaveLength(1);
  expect(await lint(source.replace('timeout-minutes', 'timeout-minute'))).toHaveLength(1);
  expect(await lint(source.replace('"$ACTOR"', '"${{ github.actor }}"'))).toHaveLength(1);
});

test('the release workflow runs only for tags, and each job has the permissions that it needs', () => {
  const { on, permissions, jobs } = parse(source) as Workflow;
  expect(on).toEqual({ push: { tags: ['v*'] } });
  expect(permissions).toEqual({});
  expect(jobs['package']?.permissions).toEqual({
    contents: 'write',
    'id-token': 'write',
    attestations: 'write',
  });
  expect(jobs['image']?.permissions).toEqual({
    contents: 'read',
    packages: 'write',
    'id-token': 'write',
  });
  expect(jobs['image']?.needs).toBe('package');
});

test('the commands of the release workflow exist, and the tag is compared with the version', async () => {
  const { scripts, version } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>;
    version: string;
  };
  for (const [, script = ''] of source.matchAll(/npm run (?:--silent )?(\w+)/g)) {
    expect(scripts).toHaveProperty([script]);
  }
  const { jobs } = parse(source) as Workflow;
  const compare =
    jobs['package']?.steps.find(({ run }) => run?.startsWith('test '))?.run ?? 'false';
  const withTag = (tag: string) =>
    promisify(execFile)('bash', ['-c', compare], {
      env: { ...process.env, GITHUB_REF_NAME: tag },
    });
  await withTag(`v${version}`);
  await expect(withTag('v0.0.1')).rejects.toThrow('Command failed');
});
