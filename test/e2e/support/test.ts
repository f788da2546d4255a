import { expect, test as base } from '@playwright/test';
import { endTest } from '../../support/logs.ts';
import { text } from '../../support/provider-stand-in.ts';
import { resetPreferences, type Role } from '../../wordpress/content.ts';
import { startBackend, type Backend } from './backend.ts';
import { createProfiles, forgetVisit, type Profiles } from './browser-profiles.ts';
import { EditorPage } from './editor-page.ts';
import { SettingsPage } from './settings-page.ts';
import { startSite, type Site, type SiteOptions } from './site.ts';
import { watch, type Watch } from './watch.ts';

interface TestFixtures {
  /** The role of the logged-in user. */
  role: Role;
  editor: EditorPage;
  settings: SettingsPage;
  /** All content that reaches the browser; after each test it is searched for keys. */
  watched: Watch;
}

interface WorkerFixtures {
  siteOptions: SiteOptions;
  /** For tests that make a site useless for others: they get their own worker. */
  ownSite: boolean;
  profiles: Profiles;
  site: Site;
  backend: Backend;
}

/** A PHP error or warning. */
const complaint = /PHP (Notice|Warning|Deprecated|Parse error|Fatal error)/;

/**
 * Removes the data of earlier tests: posts, terms, widgets, texts in the media library, the queue, today's credits,
 * the constants of `Site.define()`, and users' preferences in the editor.
 */
const forgetTests = `
  global $wpdb;
  delete_option( 'altscribe_test_constants' );
  // They also show images, and their texts would be offered.
  foreach ( $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE post_type <> 'attachment'" ) as $id ) {
    wp_delete_post( $id, true );
  }
  $of_tests = "SELECT ID FROM $wpdb->posts WHERE guid LIKE '%altscribe-queue%'";
  $wpdb->query( "DELETE FROM $wpdb->postmeta WHERE post_id IN ( $of_tests )" );
  $wpdb->query( "DELETE FROM $wpdb->posts WHERE guid LIKE '%altscribe-queue%'" );
  $kept = implode( ',', array_map( 'intval', $args ) );
  foreach ( $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE post_type = 'attachment' AND ID NOT IN ( $kept )" ) as $id ) {
    wp_delete_attachment( $id, true );
  }
  foreach ( $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE post_type = 'attachment' AND post_parent > 0" ) as $id ) {
    wp_update_post( array( 'ID' => $id, 'post_parent' => 0 ) );
  }
  foreach ( array( $wpdb->term_taxonomy, $wpdb->terms, $wpdb->termmeta ) as $table ) {
    $wpdb->query( "DELETE FROM $table WHERE term_id <> " . (int) get_option( 'default_category' ) );
  }
  update_option( 'sidebars_widgets', array( 'wp_inactive_widgets' => array(), 'array_version' => 3 ) );
  foreach ( $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE 'widget\\_%'" ) as $option ) {
    delete_option( $option );
  }
  delete_post_meta_by_key( '_wp_attachment_image_alt' );
  foreach ( array( '_altscribe_decorative', '_altscribe_source', '_altscribe_sources', '_altscribe_unread' ) as $key ) {
    delete_post_meta_by_key( $key );
  }
  ${resetPreferences}
  $wpdb->query( "DELETE FROM $wpdb->options WHERE option_name LIKE '%transient%altscribe_generated_%'" );
  if ( class_exists( 'Altscribe\\\\Loader' ) ) {
    \\Altscribe\\Service\\Daily_Limit::forget();
    \\Altscribe\\Library\\Counts::forget_counts();
    // Images and terms of tests were deleted above by SQL.
    $wpdb->query( 'DELETE FROM ' . \\Altscribe\\Posts\\Uses::table() . " WHERE object_type = 'term' OR ( object_type = 'file' AND object_id NOT IN ( $kept ) )" );
    // An image that waits in an earlier test's batch cannot be in another. The texts were deleted above by SQL.
    foreach ( array( \\Altscribe\\Batches\\Store::items_table(), \\Altscribe\\Batches\\Store::batches_table(), \\Altscribe\\Suggestions\\Store::table(), \\Altscribe\\Library\\Repeated_Texts::table() ) as $table ) {
      $wpdb->query( "DELETE FROM $table" );
    }
  }`;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  siteOptions: [
    { version: '7.1', php: 'native' },
    { scope: 'worker', option: true },
  ],
  ownSite: [false, { scope: 'worker', option: true }],
  site: [
    async ({ siteOptions }, use) => {
      const site = await startSite(siteOptions);
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  backend: [
    async ({ site }, use) => {
      const backend = await startBackend(site);
      await use(backend);
      await backend.dispose();
    },
    { scope: 'worker' },
  ],
  role: ['administrator', { option: true }],
  profiles: [
    async ({ playwright, launchOptions }, use) => {
      const profiles = createProfiles(playwright.chromium, launchOptions);
      await use(profiles);
      await profiles.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ profiles, contextOptions, locale, hasTouch, isMobile, site, role }, use) => {
    const context = await profiles.open({
      ...contextOptions,
      locale: locale ?? 'en-US',
      hasTouch,
      isMobile,
    });
    await context.addCookies((await site.session(role)).cookies);
    await use(context);
    await forgetVisit(context, site.url);
  },
  watched: [
    async ({ context, site, backend }, use, info) => {
      await site.php(
        forgetTests,
        Object.values(site.images).map(({ id }) => id),
      );
      const logBefore = await site.debugLog();
      backend.providers.set({ openai: text('A text by OpenAI') });
      backend.providers.calls.length = 0;
      const watched = watch(context);
      await use(watched);
      await watched.check(backend.keys);
      watched.stop();
      const complaints = (await site.debugLog()).slice(logBefore.length).split('\n');
      expect.soft(complaints.filter((line) => complaint.test(line))).toEqual([]);
      const hasFailed = info.status !== info.expectedStatus;
      if (hasFailed)
        console.log(
          `Its pages: ${context
            .pages()
            .map((page) => page.url())
            .join(' ')}`,
        );
      endTest(info.title, hasFailed);
    },
    { auto: true },
  ],
  editor: async ({ page, site }, use) => use(new EditorPage(page, site)),
  settings: async ({ page, site }, use) => use(new SettingsPage(page, site)),
});

export { expect };
