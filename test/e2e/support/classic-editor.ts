import type { Locator, Page } from '@playwright/test';
import { createPost } from '../../wordpress/content.ts';
import type { Site } from './site.ts';

/** A post in the classic editor. */
export class ClassicEditor {
  readonly page: Page;
  readonly box: Locator;
  /** The box without its heading and buttons, which are WordPress's. */
  readonly content: Locator;
  readonly textTab: Locator;
  private readonly site: Site;

  constructor(page: Page, site: Site) {
    this.page = page;
    this.site = site;
    this.box = page.locator('#altscribe-classic-box');
    this.content = this.box.locator('.altscribe-classic');
    this.textTab = page.locator('textarea#content');
  }

  /** Opens a new post with this content in one of the editor's tabs. Returns its id. */
  async open(
    content: string,
    tab: 'visual' | 'text',
    fields: Record<string, unknown> = {},
    user = 'admin',
  ): Promise<number> {
    const post = await createPost(
      this.site.php,
      { post_title: 'Hello', post_content: content, ...fields },
      user,
    );
    const mode = tab === 'visual' ? 'tinymce' : 'html';
    await this.site.php(
      // Newer than the browser's cookie, which would win.
      `update_user_option( get_current_user_id(), 'user-settings', $args );
      update_user_option( get_current_user_id(), 'user-settings-time', time() );`,
      `editor=${mode}`,
      user,
    );
    await this.page.goto(`${this.site.url}/wp-admin/post.php?post=${String(post)}&action=edit`);
    // The box moves while the visual editor is made.
    if (tab === 'visual') await this.image(1).waitFor();
    return post;
  }

  row(number: number): Locator {
    return this.box.locator('.altscribe-image').nth(number - 1);
  }

  generate(number: number): Locator {
    return this.row(number).getByRole('button', { name: /^(Generate|Rewrite)/ });
  }

  heading(number: number): Locator {
    return this.row(number).getByRole('heading');
  }

  /** "9 to review, 1 missing" */
  get summary(): Locator {
    return this.box.locator('.altscribe-summary__count');
  }

  /** An image in the visual editor. */
  image(number: number): Locator {
    return this.page
      .frameLocator('#content_ifr')
      .locator('img:not([data-mce-placeholder]):not(.wpview img)')
      .nth(number - 1);
  }

  /** Calls a method of TinyMCE's editor, or reads its state. */
  visual<Value>(read: string): Promise<Value> {
    return this.page.evaluate(
      `(() => { const editor = tinymce.get('content'); return ${read}; })()`,
    );
  }
}

/** The tag of an image in its full size, as WordPress inserts it. */
export const img = ({ id, url }: { id: number; url: string }, alt = '') =>
  `<img class="alignnone size-full wp-image-${String(id)}" src="${url}" alt="${alt}" width="240" height="160" />`;
