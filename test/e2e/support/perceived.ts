import { expect, type Locator, type Page } from '@playwright/test';
import { withoutChanging, type Replacement } from '../../support/changing.ts';

/**
 * What a user of a screen perceives: its texts and roles, the look and the explanation of its
 * controls, the focus, and what screen readers announce. All that was noted is compared together
 * with a file in `says/`.
 */
export interface Perceived {
  /** Notes the focus, and the parts as they are now. */
  note(title: string, ...parts: Locator[]): Promise<void>;
  /** Notes the announcements since the last call, once the last of them is this one. */
  noteSaid(title: string, lastOne: RegExp): Promise<void>;
  expect(name: string, alsoChanging?: readonly Replacement[]): void;
}

declare global {
  interface Window {
    announced?: string[];
  }
}

/** Listens to the announcements of a page from now on. */
export async function perceive(page: Page): Promise<Perceived> {
  const notes: string[] = [];
  /** The parts as they were noted last, by their locators. */
  const last = new Map<string, string>();
  await page.evaluate(() => {
    const announced: string[] = (window.announced = []);
    const observer = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        for (const { textContent } of addedNodes) {
          const { id } = target as Element;
          announced.push(`${id.split('-').at(-1)}: ${(textContent ?? '').replace('\u00a0', '')}`);
        }
      }
    });
    for (const region of document.querySelectorAll('#a11y-speak-polite, #a11y-speak-assertive')) {
      observer.observe(region, { childList: true });
    }
  });
  return {
    async note(title, ...parts) {
      const focus = page.locator(':focus');
      const focused = (await focus.count()) > 0 ? await focus.first().ariaSnapshot() : 'nothing';
      notes.push(`## ${title}`, `focus: ${focused.split('\n')[0]}`);
      for (const part of parts) {
        const now = `${await part.ariaSnapshot()}\n${await part.evaluate(listLooks)}`.trim();
        notes.push(now === last.get(String(part)) ? `as before: ${String(part)}` : now);
        last.set(String(part), now);
      }
    },
    async noteSaid(title, lastOne) {
      const read = () => page.evaluate(() => window.announced ?? []);
      await expect.poll(async () => (await read()).at(-1) ?? '').toMatch(lastOne);
      notes.push(`## ${title}`, ...(await read()));
      await page.evaluate(() => window.announced?.splice(0));
    },
    expect(name, alsoChanging) {
      last.clear();
      const all = withoutChanging(notes.splice(0).filter(Boolean).join('\n'), alsoChanging);
      expect(`${all}\n`).toMatchSnapshot(`${name}.txt`);
    },
  };
}

/** The states of controls that only their look or an explanation tells, their keys, and icons. */
function listLooks(root: Element): string {
  return [...root.querySelectorAll('button, a, svg, [class]')]
    .filter((element) => element.checkVisibility())
    .map((element) => {
      const described = (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id))
        .flatMap((one) => (one && !one.matches('[role=tooltip]') ? [one.textContent.trim()] : []));
      const attributes = ['aria-keyshortcuts', 'aria-current', 'dir', 'rows', 'maxlength', 'width'];
      const looks = [
        ...[...element.classList].filter((name) => /^(?:is|has)-|-costs$/.test(name)).sort(),
        ...attributes
          .filter((name) => element.hasAttribute(name))
          .map((name) => `${name}=${element.getAttribute(name)}`),
        ...(element.matches('svg')
          ? [element.querySelector('path')?.getAttribute('d')?.slice(0, 12)]
          : []),
        ...(described.length > 0 ? [`(${described.join(' ')})`] : []),
      ].join(' ');
      const label = element.getAttribute('aria-label') ?? element.textContent.trim();
      return looks && element.matches('button, a, textarea, input') ? `"${label}" ${looks}` : looks;
    })
    .filter((look) => look !== '')
    .join('\n');
}
