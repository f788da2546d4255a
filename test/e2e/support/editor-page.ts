import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { createPost } from '../../wordpress/content.ts';
import { openBlockStore, type BlockStore } from './block-store.ts';
import type { Site } from './site.ts';

/**
 * The texts in the row of an image while its text is being generated; the latter after ten seconds.
 */
export const underWay = /Generating…|Still working…/;

/** A post in the block editor. */
export class EditorPage {
  readonly canvas: FrameLocator;
  /** The sidebar "Alt text". */
  readonly sidebar: Locator;
  readonly blocks: BlockStore;
  readonly page: Page;
  private readonly site: Site;

  constructor(page: Page, site: Site) {
    this.page = page;
    this.site = site;
    this.canvas = page.frameLocator('iframe[name="editor-canvas"]');
    this.blocks = openBlockStore(page);
    this.sidebar = page.locator('.altscribe-sidebar');
  }

  /**
   * Creates a post with these blocks by that user, and opens it with the sidebar. Returns its id.
   */
  async openPost(
    blocks: readonly string[],
    fields: Record<string, unknown> = {},
    user = 'admin',
  ): Promise<number> {
    const post = await createPost(
      this.site.php,
      { post_title: 'Hello', post_content: blocks.join('\n\n'), ...fields },
      user,
    );
    await this.open(post);
    return post;
  }

  /**
   * Replaces the blocks of the open post, without opening it again, which takes seconds: earlier
   * messages are gone, and the account is the one that the site is connected to now. An undecided
   * suggestion waits for its image, so it may be shown again. Texts of the library are only offered
   * for images that were in the post when it was opened.
   */
  async startAgain(blocks: readonly string[]): Promise<void> {
    await this.blocks.replaceAll('');
    await expect(this.sidebar.locator('.altscribe-image:not([id*="attachment:"])')).toHaveCount(0);
    await this.page.evaluate(async () => {
      const { dispatch } = window.wp.data;
      dispatch('core/notices').removeAllNotices('default');
      dispatch('core/notices').removeAllNotices('snackbar');
      dispatch('altscribe/editor').dismissBatch();
      dispatch('altscribe/editor').chooseFilter('all');
      await dispatch('altscribe/editor').loadAccount();
    });
    await this.blocks.replaceAll(blocks.join('\n\n'));
    await this.openSidebar();
  }

  async open(post: number): Promise<void> {
    await this.page.goto(`${this.site.url}/wp-admin/post.php?post=${post}&action=edit`);
    await this.canvas.locator('.wp-block-post-title').waitFor();
    await this.openSidebar();
  }

  /** The button in the top bar that opens and closes the sidebar. */
  get toggle(): Locator {
    return this.page.getByRole('button', {
      name: /^Alt text(, \d+ (to review|missing|with problems))*$/,
    });
  }

  /** On a small screen, WordPress closes its sidebars, and has their buttons in a menu. */
  async openSidebarFromMenu(): Promise<void> {
    const topBar = this.page.getByRole('region', { name: 'Editor top bar' });
    await topBar.getByRole('button', { name: 'Options' }).click();
    await this.page.getByRole('menuitemcheckbox', { name: 'Alt text' }).click();
    await this.sidebar.waitFor();
  }

  async openSidebar(): Promise<void> {
    await this.toggle.waitFor();
    if ((await this.toggle.getAttribute('aria-expanded')) !== 'true') await this.toggle.click();
    await this.sidebar.waitFor();
  }

  /** Opens the settings of the selected image block, which contain its alt text field. */
  async openBlockSettings(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Settings', exact: true }).click();
    const panel = this.page.getByRole('region', { name: 'Editor settings' });
    await panel.getByRole('tab', { name: 'Block', exact: true }).click();
    return panel;
  }

  /** The row of one image, counted from 1. */
  row(number: number): Locator {
    return this.sidebar.locator('.altscribe-image').nth(number - 1);
  }

  /** The heading of a row, which opens and closes its card. It takes the focus. */
  heading(number: number): Locator {
    return this.row(number).locator('.altscribe-image__toggle');
  }

  /** Opens the card of a row, with its buttons and its field. */
  async openCard(number: number): Promise<void> {
    const heading = this.heading(number);
    if ((await heading.getAttribute('aria-expanded')) !== 'true') await heading.click();
  }

  /** Asks for another text in the card of a row. */
  async rewrite(number: number): Promise<void> {
    await this.openCard(number);
    await this.row(number).getByRole('button', { name: 'Rewrite' }).click();
  }

  /** The field of a suggestion, in the open card of a row. */
  suggestion(number: number): Locator {
    return this.row(number).getByLabel('Suggested alt text');
  }

  /** The "Generate" button of a row. */
  generate(number: number): Locator {
    return this.row(number).getByRole('button', { name: 'Generate alt text' });
  }

  /** The main button: generates all missing texts, stops that, or starts the review. */
  get run(): Locator {
    return this.sidebar.locator('#altscribe-run');
  }

  /** The number of images to work on. It gets the focus where a button would cost credits. */
  get count(): Locator {
    return this.sidebar.locator('.altscribe-summary__count');
  }

  get generateAll(): Locator {
    return this.sidebar.getByRole('button', { name: 'Generate all missing' });
  }

  /** Opens the menu for all images, and chooses from it. */
  async chooseForAll(name: string | RegExp): Promise<void> {
    await this.sidebar.getByRole('button', { name: 'More for all images' }).click();
    await this.page.getByRole('menuitem', { name }).click();
  }

  /** A message of the sidebar about more than one image. */
  notice(text: string | RegExp): Locator {
    return this.sidebar.locator('.components-notice').filter({ hasText: text });
  }

  /** A message at the lower edge of the editor. */
  snackbar(text: string): Locator {
    return this.page.locator('.components-snackbar').filter({ hasText: text });
  }

  /** The visible images in the canvas. */
  get canvasImages(): Locator {
    return this.canvas.locator('.wp-block-image img');
  }

  async save(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+s');
    await this.page
      .getByRole('button', { name: 'Saved' })
      .or(this.snackbar('updated'))
      .first()
      .waitFor();
  }
}
