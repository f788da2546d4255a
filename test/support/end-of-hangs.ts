import { relative } from 'node:path';
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node';

/** Far longer than all tests take, also on a busy machine. */
const limitMs = 30 * 60 * 1000;

/** Ends a run that hangs, and names the test files that had not finished. */
export class EndOfHangs implements Reporter {
  private unfinished = new Set<string>();

  onInit(vitest: Vitest): void {
    if (vitest.config.watch) return;
    const end = () => {
      const files = [...this.unfinished].map((path) => relative(vitest.config.root, path));
      console.error(`The tests hang. These have not finished: ${files.join(', ')}`);
      process.exitCode = 1;
      void vitest.exit(true);
    };
    setTimeout(end, limitMs).unref();
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.unfinished = new Set(specifications.map(({ moduleId }) => moduleId));
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.unfinished.delete(moduleId);
  }
}
