import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { withoutChanging, type Replacement } from '../../support/changing.ts';

/**
 * What a user of a screen reader hears and finds after each action: the announcements, what has the
 * focus, and the lines that appeared in a part of the page or disappeared. All are compared with
 * one file in `says`, which `--update-snapshots` writes.
 */
export class Transcript {
  private readonly sections: string[] = [];
  private before: string[] = [];
  private readonly page: Page;
  private readonly file: string;
  private readonly also: readonly Replacement[];
  /** The sections of the file; none if it is not written yet. */
  private readonly expected: readonly string[];
  private part: Locator;

  private constructor(
    part: Locator,
    file: string,
    also: readonly Replacement[],
    expected: readonly string[],
  ) {
    this.page = part.page();
    this.part = part;
    this.file = file;
    this.also = also;
    this.expected = expected;
  }

  /** Before the page is opened. */
  static async of(
    part: Locator,
    name: string,
    also: readonly Replacement[] = [],
  ): Promise<Transcript> {
    await part.page().addInitScript(listen);
    const file = `${name}.txt`;
    const said = await readFile(test.info().snapshotPath(file), 'utf8').catch(() => '');
    return new Transcript(part, file, also, said.split(/^(?=\S)/m));
  }

  /** Notes what an action did, once `arrived` is visible and all requests are answered. */
  async note(action: string, arrived: Locator): Promise<void> {
    await expect(arrived).toBeVisible();
    let last = await this.read();
    const isSettled = async () => {
      const earlier = last;
      last = await this.read();
      return last.unanswered === 0 && JSON.stringify(last) === JSON.stringify(earlier);
    };
    await expect.poll(isSettled, { intervals: [100] }).toBe(true);
    const section = () => this.describe(action, last);
    // Announcements and timers may come later. `compare` says what differs in the end.
    await expect
      .poll(
        async () => {
          last = await this.read();
          return section();
        },
        { timeout: 5_000 },
      )
      .toBe(this.expected[this.sections.length] ?? section())
      .catch(() => undefined);
    this.sections.push(section());
    this.before = last.lines;
    await this.page.evaluate((count) => {
      window.heard.splice(0, count);
    }, last.heard.length);
  }

  /** Continues in another part of the page, or on another page. */
  lookAt(part: Locator): void {
    this.part = part;
    this.before = [];
  }

  compare(): void {
    expect(this.sections.join('')).toMatchSnapshot(this.file);
  }

  private async read() {
    const { heard, unanswered, focus } = await this.page.evaluate(() => {
      const { activeElement: active } = document;
      const name = active?.getAttribute('aria-label') ?? active?.textContent?.trim().slice(0, 60);
      const role = active?.getAttribute('role') ?? active?.localName;
      return {
        heard: window.heard,
        unanswered: window.unanswered,
        focus: active === document.body ? 'nothing' : `${role} ${name?.replaceAll(/\s+/g, ' ')}`,
      };
    });
    return { heard, unanswered, focus, lines: (await this.part.ariaSnapshot()).split('\n') };
  }

  private describe(
    action: string,
    { heard, focus, lines }: Awaited<ReturnType<Transcript['read']>>,
  ) {
    const said = [
      `${action}:`,
      ...heard.map((news) => `  says ${news}`),
      `  focus: ${focus.trim()}`,
      ...leave(this.before, lines).map((line) => `  - ${line.trim()}`),
      ...leave(lines, this.before).map((line) => `  + ${line.trim()}`),
    ];
    return withoutChanging(`${said.join('\n')}\n`, this.also);
  }
}

declare global {
  interface Window {
    /** Announcements that were not noted yet. */
    heard: string[];
    /** Requests without an answer, except those that do the work of a batch. */
    unanswered: number;
  }
}

/** Runs in the page. Requests are counted there, because events of the network reach a test late. */
function listen(): void {
  window.heard = [];
  window.unanswered = 0;
  const { fetch } = window;
  window.fetch = async (...request) => {
    const url = request[0] instanceof Request ? request[0].url : request[0].toString();
    if (/(?:\/|%2F)work/.test(url)) return fetch(...request);
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
        if (text) window.heard.push(`${region.slice('a11y-speak-'.length)}: ${text}`);
      }
    }
  }).observe(document, { childList: true, subtree: true });
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
