import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter';

/** Says at the end how each project went, in one line. */
export default class ClosingLines implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  onEnd(): void {
    for (const project of this.suite?.suites ?? []) {
      const tests = project.allTests();
      const passed = tests.filter((test) => test.outcome() === 'expected').length;
      const milliseconds = tests
        .flatMap(({ results }) => results)
        .reduce((sum, { duration }) => sum + duration, 0);
      const seconds = Math.round(milliseconds / 1_000);
      console.log(`${project.title}: ${passed} of ${tests.length} passed in ${seconds} s`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
