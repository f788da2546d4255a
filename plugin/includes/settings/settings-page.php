<?php
/**
 * Settings > Altscribe. A script renders the content of the page.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', 'altscribe_add_settings_page' );
add_action( 'admin_enqueue_scripts', 'altscribe_enqueue_settings_page' );
add_filter( 'plugin_action_links_' . plugin_basename( ALTSCRIBE_FILE ), 'altscribe_add_settings_link' );

/** Adds the page to the menu. */
function altscribe_add_settings_page() {
	add_options_page(
		__( 'Altscribe', 'altscribe' ),
		__( 'Altscribe', 'altscribe' ),
		'manage_options',
		'altscribe',
		'altscribe_render_settings_page'
	);
}

/** Prints the container of the page. */
function altscribe_render_settings_page() {
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Altscribe', 'altscribe' ); ?></h1>
		<div id="altscribe-settings"></div>
		<noscript><p><?php esc_html_e( 'These settings require JavaScript.', 'altscribe' ); ?></p></noscript>
	</div>
	<?php
}

/**
 * Loads the script of the page, on this page only.
 *
 * @param string $hook_suffix Name of the screen.
 */
function altscribe_enqueue_settings_page( $hook_suffix ) {
	if ( 'settings_page_altscribe' !== $hook_suffix ) {
		return;
	}
	altscribe_enqueue_screen(
		'settings',
		'altscribeSettings',
		array(
			'siteLanguage'    => get_locale(),
			'roles'           => altscribe_list_publishing_roles(),
			'generatingRoles' => altscribe_list_generating_roles(),
			'readmeUrl'       => plugins_url( 'readme.txt', ALTSCRIBE_FILE ),
		)
	);
}

/**
 * The URL of the page.
 *
 * @return string
 */
function altscribe_settings_url() {
	return admin_url( 'options-general.php?page=altscribe' );
}

/**
 * Adds a link to the page in the list of plugins.
 *
 * @param string[] $links The existing links.
 * @return string[]
 */
function altscribe_add_settings_link( $links ) {
	$link = sprintf( '<a href="%s">%s</a>', esc_url( altscribe_settings_url() ), esc_html__( 'Settings', 'altscribe' ) );
	return array_merge( array( 'settings' => $link ), $links );
}
