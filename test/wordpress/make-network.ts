import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WordPress } from './start-wordpress.ts';

/**
 * Turns a running WordPress into a network of sites in folders, like Tools > Network Setup, with the
 * plugin network-active. `admin` is the super administrator.
 */
export async function makeNetwork({ url, folder, php }: WordPress): Promise<void> {
  const domain = new URL(url).host;
  const problem = await php(
    `require_once ABSPATH . 'wp-admin/includes/upgrade.php';
    foreach ( $GLOBALS['wpdb']->tables( 'ms_global' ) as $name => $table ) {
      $GLOBALS['wpdb']->$name = $table;
    }
    deactivate_plugins( 'altscribe/altscribe.php' );
    install_network();
    $made = populate_network( 1, $args['domain'], 'admin@example.com', 'A network', '/', false );
    echo is_wp_error( $made ) ? $made->get_error_message() : '';`,
    { domain },
  );
  if (problem !== '') throw new Error(`WordPress created no network: ${problem}`);
  const config = join(folder, 'wp-config.php');
  const constants = `
define( 'MULTISITE', true );
define( 'SUBDOMAIN_INSTALL', false );
define( 'DOMAIN_CURRENT_SITE', '${domain}' );
define( 'PATH_CURRENT_SITE', '/' );
define( 'SITE_ID_CURRENT_SITE', 1 );
define( 'BLOG_ID_CURRENT_SITE', 1 );
`;
  const text = await readFile(config, 'utf8');
  await writeFile(config, text.replace('<?php', `<?php${constants}`));
  const answer = await php(
    `$answer = activate_plugin( 'altscribe/altscribe.php', '', true );
    echo is_wp_error( $answer ) ? $answer->get_error_message() : (string) is_multisite();`,
  );
  if (answer !== '1') throw new Error(`The network does not run: ${answer}`);
}

/** Adds a site at `/<name>/`, with the user of that login as administrator; returns its id. */
export async function addSite({ php }: WordPress, name: string, login: string): Promise<number> {
  const id = await php(
    `$id = wpmu_create_blog( get_network()->domain, '/' . $args['name'] . '/', $args['name'],
      get_user_by( 'login', $args['login'] )->ID );
    echo is_wp_error( $id ) ? $id->get_error_message() : $id;`,
    { name, login },
    'admin',
  );
  if (!(Number(id) > 1)) throw new Error(`WordPress added no site: ${id}`);
  return Number(id);
}
