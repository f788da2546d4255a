import { runService } from './run-service.ts';

void runService();
