import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LaunchOptions } from 'playwright-core';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const INSTALLED = [
  ...(process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => PROGRAMS.map((program) => join(folder, program))),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Prevents Chromium's own network requests. */
const QUIET_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * How Playwright starts a Chromium on this machine: the one in CHROMIUM_PATH, otherwise the headless
 * shell in the npm package `@sparticuz/chromium`, which needs a third less processor time for a page
 * than a whole Chromium, and where that does not run, an installed one.
 *
 * @throws Error that explains how to provide one.
 */
export async function launchOptions(): Promise<LaunchOptions> {
  const executablePath =
    process.env.CHROMIUM_PATH || (await unpackShell()) || INSTALLED.find(existsSync);
  if (!executablePath || !existsSync(executablePath)) {
    throw new Error(
      executablePath
        ? `There is no Chromium at ${executablePath}: set CHROMIUM_PATH to the path of a Chrome or Chromium.`
        : 'No Chromium was found: install Chromium or Chrome, or set CHROMIUM_PATH to the path of one.',
    );
  }
  // Chromium's sandbox does not work as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...QUIET_FLAGS] : QUIET_FLAGS;
  return { executablePath, args };
}

/** The package is for Linux on x64. */
async function unpackShell(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}
