import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { withoutChanging, type Replacement } from '../../support/changing.ts';

/**
 * What a user perceives after each action: what has the focus, the texts and controls of parts of
 * the page, and how these look; in the end, all that screen readers announced. It is compared with
 * one file in `says`, which `--update-snapshots` writes.
 */
export class Transcript {
  private readonly sections: string[] = [];
  /** The parts as they were noted last, by their locators. */
  private readonly before = new Map<string, string[]>();
  private readonly page: Page;
  private readonly file: string;
  private readonly also: readonly Replacement[];
  /** The text of the file; empty if it is not written yet. */
  private readonly expected: string;
  private readonly announced: readonly string[];
  private parts: readonly Locator[] = [];

  private constructor(
    page: Page,
    file: string,
    also: readonly Replacement[],
    expected: string,
    announced: readonly string[],
  ) {
    this.page = page;
    this.file = file;
    this.also = also;
    this.expected = expected;
    this.announced = announced;
  }

  /** Before the page is opened. */
  static async of(
    page: Page,
    name: string,
    also: readonly Replacement[] = [],
  ): Promise<Transcript> {
    const announced: string[] = [];
    await page.exposeFunction('announce', (text: string) => announced.push(text));
    await page.addInitScript(listen);
    const file = `${name}.txt`;
    const { updateSnapshots } = test.info().config;
    const isWritten = updateSnapshots !== 'all' && updateSnapshots !== 'changed';
    const path = test.info().snapshotPath(file);
    const expected = isWritten ? await readFile(path, 'utf8').catch(() => '') : '';
    return new Transcript(page, file, also, expected, announced);
  }

  /** Looks at these parts of the page in each of the following notes; each has any number of elements. */
  lookAt(...parts: readonly Locator[]): void {
    this.parts = parts;
  }

  /** Notes the focus, and what changed in the parts and in others, once something is visible. */
  async note(action: string, arrived: Locator, ...others: readonly Locator[]): Promise<void> {
    await expect(arrived).toBeVisible();
    const parts = [
      ...new Map([...this.parts, ...others].map((one) => [String(one), one])).values(),
    ];
    const expected = this.expected.split(/^(?=## )/m)[this.sections.length];
    const isAnswered = () => this.page.evaluate(() => window.unanswered === 0);
    await until(isAnswered, 15_000);
    let last = await this.read(parts);
    const section = () => this.describe(action, last);
    let settledAt = Date.now();
    // Timers may still run. In the end, `compare` says what differs.
    await until(async () => {
      if (section() === expected) return true;
      const earlier = JSON.stringify(last);
      const isQuiet = await isAnswered();
      if (isQuiet) last = await this.read(parts);
      if (!isQuiet || JSON.stringify(last) !== earlier) settledAt = Date.now();
      return Date.now() - settledAt > (expected ? 3_000 : 100);
    }, 15_000);
    this.sections.push(section());
    for (const { name, lines } of last.parts) this.before.set(name, lines);
  }

  async compare(): Promise<void> {
    const all = () => {
      // Some come after a pause, and may be before or after others.
      const announced = this.mask([...this.announced].sort().join('\n'));
      return `${this.sections.join('')}## Announced\n${announced}\n`;
    };
    await until(() => Promise.resolve(all() === this.expected), this.expected ? 5_000 : 1_000);
    expect(all()).toMatchSnapshot(this.file);
  }

  private async read(parts: readonly Locator[]) {
    const focus = this.page.locator(':focus');
    return {
      focus: (await focus.count()) > 0 ? await focus.first().ariaSnapshot() : '- nothing',
      parts: await Promise.all(
        parts.map(async (part) => ({
          name: String(part),
          lines: (await Promise.all((await part.all()).map((one) => this.readOne(one)))).flat(),
        })),
      ),
    };
  }

  private async readOne(element: Locator): Promise<string[]> {
    try {
      const said = await element.ariaSnapshot({ timeout: 1_000 });
      const looks = await element.evaluate(listLooks, undefined, { timeout: 1_000 });
      return this.mask(`${said}\n${looks}`).split('\n');
    } catch {
      // It is gone.
      return [];
    }
  }

  private describe(action: string, { focus, parts }: Awaited<ReturnType<Transcript['read']>>) {
    const [focused = ''] = focus.split('\n');
    const changes = parts.flatMap(({ name, lines }) => {
      const before = this.before.get(name) ?? [];
      const gone = leave(before, lines).map((line) => `- ${line.trim()}`);
      return [...gone, ...leave(lines, before).map((line) => `+ ${line.trim()}`)];
    });
    const said = [`## ${action}`, `focus: ${this.mask(focused.replace(/^- /, ''))}`, ...changes];
    return `${said.join('\n')}\n`;
  }

  private mask(said: string): string {
    return withoutChanging(said.trim(), this.also);
  }
}

async function until(isDone: () => Promise<boolean>, timeout: number): Promise<void> {
  await expect
    .poll(isDone, { timeout, intervals: [100] })
    .toBe(true)
    .catch(() => undefined);
}

declare global {
  interface Window {
    announce(text: string): void;
    /** Requests without an answer, except those that generate texts: a test may hold these back. */
    unanswered: number;
  }
}

/** Runs in the page. Requests are counted there, because events of the network reach a test late. */
function listen(): void {
  window.unanswered = 0;
  // Snackbars disappear after 10 s, which a busy machine may take for one step.
  const { setTimeout } = window;
  window.setTimeout = ((act: TimerHandler, delay?: number, ...rest: unknown[]) =>
    setTimeout(act, delay === 10_000 ? 3_600_000 : delay, ...rest)) as typeof setTimeout;
  const { fetch } = window;
  window.fetch = async (...request) => {
    const url = request[0] instanceof Request ? request[0].url : request[0].toString();
    if (/(?:\/|%2F)(?:work|generate)\b/.test(url)) return fetch(...request);
    window.unanswered += 1;
    try {
      const response = await fetch(...request);
      await response.clone().text();
      return response;
    } finally {
      window.unanswered -= 1;
    }
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const region = target instanceof Element ? target.id : '';
      if (!region.startsWith('a11y-speak-')) continue;
      for (const node of addedNodes) {
        const text = node.textContent?.replaceAll(/\s+/g, ' ').trim();
        if (text) window.announce(`${region.slice('a11y-speak-'.length)}: ${text}`);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

/** What only the look of a control or its explanation tells, and its keys. */
function listLooks(root: Element): string {
  return [...root.querySelectorAll('button, a, input, textarea')]
    .filter((element) => element.checkVisibility())
    .flatMap((element) => {
      const described = (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id))
        .flatMap((one) => (one && !one.matches('[role=tooltip]') ? [one.textContent.trim()] : []));
      const looks = [
        ...[...element.classList]
          .filter((name) =>
            /^is-(?:primary|secondary|tertiary|link|destructive|busy)$|-costs$/.test(name),
          )
          .sort(),
        ...['aria-keyshortcuts', 'aria-current', 'dir', 'rows', 'maxlength']
          .filter((name) => element.hasAttribute(name))
          .map((name) => `${name}=${element.getAttribute(name)}`),
        ...described.map((text) => `(${text})`),
      ];
      const label = element.getAttribute('aria-label') ?? element.textContent.trim();
      return looks.length > 0 ? [`"${label}" ${looks.join(' ')}`] : [];
    })
    .join('\n');
}

/** The lines that are left of a list, without those of another. */
function leave(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
}
