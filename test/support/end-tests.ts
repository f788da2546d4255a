import { afterEach } from 'vitest';
import { endTest } from './logs.ts';

afterEach(({ task }) => {
  endTest(task.name, task.result?.state === 'fail');
});
