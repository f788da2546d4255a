import { execFileSync } from 'node:child_process';

/** The integration tests start the built service, as users do. */
export function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build:service'], { stdio: 'inherit' });
}
