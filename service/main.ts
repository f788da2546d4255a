import './server/memory-flags.ts';
import { runService } from './run-service.ts';

await runService();
