import { round, summarise } from '../measure.ts';
import type { Editor } from './editor.ts';

const keystrokes = 40;
const openings = 7;

/** Medians in milliseconds. */
export type Comparison = Record<'what', string> &
  Record<'with' | 'without' | 'difference' | 'ratio', number>;

/** A letter typed into a paragraph of the post. */
export async function compareTyping(
  what: string,
  withPlugin: Editor,
  without: Editor,
): Promise<Comparison> {
  for (const { page } of [withPlugin, without]) {
    const canvas = page.frameLocator('iframe[name="editor-canvas"]');
    await canvas.locator('p[data-type="core/paragraph"]').nth(2).click();
    await page.keyboard.type('warm ', { delay: 200 });
  }
  const type = ({ page, timeOf }: Editor) => timeOf(() => page.keyboard.press('a'));
  return compare(
    what,
    keystrokes,
    () => type(withPlugin),
    () => type(without),
  );
}

/** What opening takes for WordPress itself: it lays out the post anew beside a sidebar of any kind. */
const emptySidebar = `wp.plugins.registerPlugin( 'empty', {
  render: () => wp.element.createElement( wp.editor.PluginSidebar,
    { name: 'empty', title: 'Empty', icon: 'smiley' }, 'Nothing' ) } );`;

/** The sidebar "Alt text", beside an empty one in the editor without the plugin; both stay open. */
export async function compareOpening(
  what: string,
  withPlugin: Editor,
  without: Editor,
): Promise<Comparison> {
  await without.page.evaluate(emptySidebar);
  return compare(
    what,
    openings,
    () => open(withPlugin, 'Alt text'),
    () => open(without, 'Empty'),
  );
}

async function open({ page, timeOf }: Editor, name: string): Promise<number> {
  const toggle = page.locator(`.editor-header button[aria-label^="${name}"]`);
  if ((await toggle.getAttribute('aria-expanded')) === 'true') await toggle.click();
  return timeOf(() => toggle.click());
}

/** Both are asked in turn, so that what changes on the machine meets both. */
async function compare(
  what: string,
  rounds: number,
  measureWith: () => Promise<number>,
  measureWithout: () => Promise<number>,
): Promise<Comparison> {
  const times: { with: number[]; without: number[] } = { with: [], without: [] };
  for (let i = 0; i < rounds; i += 1) {
    times.with.push(await measureWith());
    times.without.push(await measureWithout());
  }
  const [median, medianWithout] = [summarise(times.with).p50, summarise(times.without).p50];
  return {
    what,
    with: round(median),
    without: round(medianWithout),
    difference: round(median - medianWithout),
    ratio: round(median / medianWithout),
  };
}
