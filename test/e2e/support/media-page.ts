import type { Locator, Page } from '@playwright/test';
import type { Site } from './site.ts';

/** Media > Alt text. */
export class MediaPage {
  readonly root: Locator;
  readonly progress: Locator;
  /** The heading of the item on the desk, which gets the focus with each item. */
  readonly heading: Locator;
  readonly generate: Locator;
  readonly page: Page;
  private readonly site: Site;

  constructor(page: Page, site: Site) {
    this.page = page;
    this.site = site;
    this.root = page.locator('.wrap');
    this.progress = this.root.getByRole('region', { name: 'Progress' });
    this.heading = this.root.locator('.altscribe-desk').getByRole('heading', { level: 2 });
    this.generate = this.root.getByRole('button', { name: /^Generate (\d.*|alt text)$/ });
  }

  async open(query = ''): Promise<void> {
    await this.page.clock.install();
    await this.page.goto(`${this.site.url}/wp-admin/upload.php?page=altscribe-media${query}`);
    await this.root.getByRole('heading', { name: 'Alt text' }).waitFor();
  }

  /** Presses a key on the desk, once the item can have been seen. */
  async press(key: string): Promise<void> {
    await this.page.clock.fastForward(500);
    await this.page.keyboard.press(key);
  }

  row(title: string): Locator {
    return this.root.getByRole('row').filter({ hasText: title });
  }

  button(name: string): Locator {
    return this.root.getByRole('button', { name, exact: true });
  }
}

/** Sets the texts of the four images, and deletes all batches. */
export async function setTexts(
  site: Site,
  texts: Partial<Record<'large' | 'green' | 'blue' | 'yellow', string>>,
) {
  const all = Object.entries(site.images).map(([name, { id }]) => [
    id,
    texts[name as keyof typeof texts] ?? '',
  ]);
  await site.php(
    `global $wpdb;
    $wpdb->query( 'DELETE FROM ' . \\Altscribe\\Batches\\Store::items_table() );
    $wpdb->query( 'DELETE FROM ' . \\Altscribe\\Batches\\Store::batches_table() );
    foreach ( $args as list( $id, $text ) ) {
      delete_post_meta( $id, '_altscribe_decorative' );
      update_post_meta( $id, '_wp_attachment_image_alt', $text );
    }`,
    all,
  );
}

/** The texts of the four images in the database. */
export async function textsOf(site: Site): Promise<Record<string, string>> {
  const printed = await site.php(
    `echo wp_json_encode( array_map( 'Altscribe\\Library\\Alt_Text::get', $args ) );`,
    Object.fromEntries(Object.entries(site.images).map(([name, { id }]) => [name, id])),
  );
  return JSON.parse(printed) as Record<string, string>;
}
