import { readFileSync } from 'node:fs';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
} from '@playwright/test/reporter';

/**
 * Prints the screen of each failed test, and at the end the result of each project in one line. A
 * run that skips a test fails.
 */
export default class ClosingLines implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  onTestEnd({ title }: TestCase, { attachments }: TestResult): void {
    for (const { name, path } of attachments) {
      if (name !== 'error-context' || path === undefined) continue;
      const page = /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8'))?.[1];
      if (page !== undefined) console.log(`The page of the failed test "${title}":\n${page}`);
    }
  }

  onEnd({ status }: FullResult): Promise<{ status?: FullResult['status'] } | undefined> {
    for (const project of this.suite?.suites ?? []) {
      const tests = project.allTests();
      const passed = tests.filter((test) => test.outcome() === 'expected').length;
      const milliseconds = tests
        .flatMap(({ results }) => results)
        .reduce((sum, { duration }) => sum + duration, 0);
      const seconds = Math.round(milliseconds / 1_000);
      console.log(`${project.title}: ${passed} of ${tests.length} passed in ${seconds} s`);
    }
    const skipped = this.suite?.allTests().filter((test) => test.outcome() === 'skipped') ?? [];
    if (status !== 'passed' || skipped.length === 0) return Promise.resolve(undefined);
    console.log('No run may end with skipped tests:');
    for (const test of skipped) console.log(`- ${test.titlePath().filter(Boolean).join(' > ')}`);
    return Promise.resolve({ status: 'failed' });
  }

  printsToStdio(): boolean {
    return false;
  }
}
