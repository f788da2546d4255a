import { saveMemory } from './server/memory-flags.ts';
import { putMainThreadFirst } from './server/thread-priority.ts';

/** Runs the service, which is loaded once V8 and the threads are set up for it. */
export async function startService(): Promise<void> {
  saveMemory();
  putMainThreadFirst();
  const { runService } = await import('./run-service.ts');
  await runService();
}
