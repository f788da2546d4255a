import { execFileSync } from 'node:child_process';

/** The integration tests start the service as its users do: built. */
export function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build:service'], { stdio: 'inherit' });
}
