import { startService } from './start.ts';

await startService();
