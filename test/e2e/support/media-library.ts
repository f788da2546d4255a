import type { Locator, Page } from '@playwright/test';
import type { Site } from './site.ts';

/** The media library: its list, its grid, and the controls beside a field for alt text. */
export class MediaLibrary {
  readonly page: Page;
  private readonly site: Site;

  constructor(page: Page, site: Site) {
    this.page = page;
    this.site = site;
  }

  async openList(query = ''): Promise<void> {
    await this.page.goto(`${this.site.url}/wp-admin/upload.php?mode=list${query}`);
    await this.page.locator('#the-list').waitFor();
  }

  async openGrid(): Promise<void> {
    await this.page.goto(`${this.site.url}/wp-admin/upload.php?mode=grid`);
    await this.page.locator('.attachments .attachment').first().waitFor();
  }

  /** Opens the details of an image in the grid. */
  async openDetails(id: number): Promise<void> {
    await this.openGrid();
    await this.page.locator(`.attachment[data-id="${String(id)}"]`).click();
    await this.controls.waitFor();
  }

  /** The row of a file in the list. */
  row(id: number): Locator {
    return this.page.locator(`#post-${String(id)}`);
  }

  /** The cell "Alt text" of a row. */
  cell(id: number): Locator {
    return this.row(id).locator('.column-altscribe');
  }

  /** The controls beside the only field on the screen. */
  get controls(): Locator {
    return this.page.locator('.altscribe-media');
  }

  get generate(): Locator {
    return this.controls.getByRole('button', { name: 'Generate alt text' });
  }

  get suggestion(): Locator {
    return this.controls.getByLabel('Suggested alt text');
  }

  /** The texts in the database, by id. */
  async texts(...ids: number[]): Promise<string[]> {
    const printed = await this.site.php(
      `foreach ( $args as $id ) { $texts[] = get_post_meta( $id, '_wp_attachment_image_alt', true ); }
      echo wp_json_encode( $texts );`,
      ids,
    );
    return JSON.parse(printed) as string[];
  }

  /** Whether the database has a row for the text of an image, which may be empty. */
  async hasRow(id: number): Promise<boolean> {
    const has = await this.site.php(
      `echo (int) metadata_exists( 'post', $args, '_wp_attachment_image_alt' );`,
      id,
    );
    return has === '1';
  }

  /** Sets the texts of images, and their marks; '' and false for none. */
  async reset(states: readonly { id: number; text?: string; isDecorative?: boolean }[]) {
    await this.site.php(
      `foreach ( $args as $state ) {
        update_post_meta( $state['id'], '_wp_attachment_image_alt', $state['text'] ?? '' );
        delete_post_meta( $state['id'], '_altscribe_decorative' );
        if ( ! empty( $state['isDecorative'] ) ) { update_post_meta( $state['id'], '_altscribe_decorative', 1 ); }
      }`,
      states,
    );
  }
}
