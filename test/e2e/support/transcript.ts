import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { withoutChanging, type Replacement } from '../../support/changing.ts';

/**
 * What a user of a screen reader hears and finds after each action: the announcements, what has the focus, and the lines
 * that appeared in a part of the page or disappeared. All are compared at the end, with one file.
 */
export class Transcript {
  private readonly lines: string[] = [];
  private readonly open = new Set<Request>();
  private before: string[] = [];
  private readonly page: Page;
  private part: Locator;

  private constructor(page: Page, part: Locator) {
    this.page = page;
    this.part = part;
    page.on('request', (request) => this.open.add(request));
    page.on('requestfinished', (request) => this.open.delete(request));
    page.on('requestfailed', (request) => this.open.delete(request));
  }

  /** Before the page is opened. */
  static async of(page: Page, part: Locator): Promise<Transcript> {
    await page.addInitScript(() => {
      const heard: string[] = [];
      Object.assign(window, { heard, unanswered: 0 });
      // Counted here, because events of the network reach the test late.
      const count = (number: number) => {
        (window as unknown as { unanswered: number }).unanswered += number;
      };
      const { fetch } = window;
      window.fetch = async (...request) => {
        const isLong = /[/]work|%2Fwork/.test(
          request[0] instanceof Request ? request[0].url : request[0].toString(),
        );
        if (isLong) return fetch(...request);
        count(1);
        try {
          const response = await fetch(...request);
          await response.clone().text();
          return response;
        } finally {
          count(-1);
        }
      };
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
          const region = target instanceof Element ? target.id : '';
          if (!region.startsWith('a11y-speak-')) continue;
          for (const node of addedNodes) {
            const text = node.textContent?.replaceAll(/\s+/g, ' ').trim();
            if (text) heard.push(`${region.slice('a11y-speak-'.length)}: ${text}`);
          }
        }
      }).observe(document, { childList: true, subtree: true });
    });
    return new Transcript(page, part);
  }

  /** Notes what an action did, once `arrived` is visible and nothing more changes. */
  async note(action: string, arrived: Locator): Promise<void> {
    await expect(arrived).toBeVisible();
    let said = '';
    await expect
      .poll(
        async () => {
          const last = said;
          said = `${await this.focus()}\n${await this.part.ariaSnapshot()}`;
          const unanswered = await this.page.evaluate(
            () => (window as unknown as { unanswered: number }).unanswered,
          );
          return (
            said === last &&
            unanswered === 0 &&
            ![...this.open].some((one) => !one.url().includes('work'))
          );
        },
        { intervals: [100] },
      )
      .toBe(true);
    const [focus = '', ...now] = said.split('\n');
    const heard = await this.page.evaluate(() =>
      (window as unknown as { heard: string[] }).heard.splice(0),
    );
    const gone = leave(this.before, now).map((line) => `  - ${line.trim()}`);
    const added = leave(now, this.before).map((line) => `  + ${line.trim()}`);
    this.lines.push(
      `${action}:`,
      ...heard.map((news) => `  says ${news}`),
      `  focus: ${focus}`,
      ...gone,
      ...added,
    );
    this.before = now;
  }

  /** Continues in another part of the page, or on another page. */
  lookAt(part: Locator): void {
    this.part = part;
    this.before = [];
  }

  compare(name: string, also: readonly Replacement[]): void {
    expect(withoutChanging(`${this.lines.join('\n')}\n`, also)).toMatchSnapshot(name);
  }

  private focus(): Promise<string> {
    return this.page.evaluate(() => {
      const { activeElement: active } = document;
      const name = active?.getAttribute('aria-label') ?? active?.textContent?.trim().slice(0, 60);
      return active && active !== document.body
        ? `${active.getAttribute('role') ?? active.localName} ${name?.replaceAll(/\s+/g, ' ') ?? ''}`.trim()
        : 'nothing';
    });
  }
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
