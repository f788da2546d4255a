import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Fails a run that skips a test and names the test: a missing dependency must be an error. */
export class NoSkippedTests implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // `-t` skips most tests on purpose.
    if (this.vitest?.config.testNamePattern) return;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    if (skipped.length === 0) return;
    process.exitCode = 1;
    console.error('No run may end with skipped tests:');
    for (const { fullName, module } of skipped) console.error(`- ${module.moduleId}: ${fullName}`);
  }
}
