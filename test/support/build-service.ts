import { execFileSync } from 'node:child_process';

/** The integration tests start the service as its users do: built. */
export function setup(): void {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'service'], {
    stdio: 'inherit',
  });
}
