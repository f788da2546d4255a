import type { Locator, Page } from '@playwright/test';
import type { Site } from './site.ts';

/** Settings > Altscribe. */
export class SettingsPage {
  readonly url: Locator;
  readonly key: Locator;
  readonly email: Locator;
  readonly language: Locator;
  readonly save: Locator;
  readonly test: Locator;
  readonly replace: Locator;
  readonly notice: Locator;
  readonly root: Locator;
  readonly page: Page;
  private readonly site: Site;

  constructor(page: Page, site: Site) {
    this.page = page;
    this.site = site;
    this.root = page.locator('#altscribe-settings');
    this.url = this.root.getByLabel('Service URL');
    this.key = this.root.getByLabel('API key');
    this.email = this.root.getByLabel('Account e-mail');
    this.language = this.root.getByRole('combobox', { name: 'Language' });
    this.save = this.root.getByRole('button', { name: 'Save settings' });
    this.test = this.root.getByRole('button', { name: 'Test connection' });
    this.replace = this.root.getByRole('button', { name: 'Replace' });
    this.notice = this.root.locator('.components-notice__content');
  }

  async open(): Promise<void> {
    await this.page.goto(`${this.site.url}/wp-admin/options-general.php?page=altscribe`);
    await this.save.waitFor();
  }

  /** Clears the stored settings, then opens the page. */
  async openEmpty(): Promise<void> {
    await this.site.php(`delete_option( 'altscribe_settings' );`);
    await this.open();
  }

  async fill(values: { url?: string; key?: string; email?: string }): Promise<void> {
    if (values.url !== undefined) await this.url.fill(values.url);
    if (values.key !== undefined) await this.key.fill(values.key);
    if (values.email !== undefined) await this.email.fill(values.email);
  }

  async chooseLanguage(typed: string, name: string): Promise<void> {
    await this.language.fill(typed);
    await this.page.getByRole('option', { name, exact: true }).click();
  }
}
