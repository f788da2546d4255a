<?php
/**
 * The entry under Settings > Connectors (WordPress 7.0 and later). It shows whether Altscribe is
 * connected, and links to its settings. WordPress's own field would store and send a key without the URL
 * that it is for.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'wp_connectors_init', 'altscribe_register_connector' );
add_action( 'admin_enqueue_scripts', 'altscribe_enqueue_connector' );

/**
 * Registers the connector, in the administration only.
 *
 * @param WP_Connector_Registry $registry WordPress's registry.
 */
function altscribe_register_connector( $registry ) {
	// WordPress calls this on every page, and visitors need not wait for translations.
	if ( ! is_admin() ) {
		return;
	}
	$registry->register(
		'altscribe',
		array(
			'name'           => __( 'Altscribe', 'altscribe' ),
			'description'    => __( 'Alt text for images, through your own service.', 'altscribe' ),
			'type'           => 'alt_text',
			'authentication' => array( 'method' => 'none' ),
			'plugin'         => array( 'file' => plugin_basename( ALTSCRIBE_FILE ) ),
		)
	);
}

/**
 * Loads the script that displays the entry, because WordPress itself only displays entries with a
 * key field.
 *
 * @param string $hook_suffix Name of the screen.
 */
function altscribe_enqueue_connector( $hook_suffix ) {
	if ( 'options-connectors.php' !== $hook_suffix || ! altscribe_may_change_settings() ) {
		return;
	}
	altscribe_enqueue_screen(
		'connector',
		'altscribeConnector',
		array(
			'isConnected' => altscribe_is_connected( altscribe_settings() ),
			'settingsUrl' => altscribe_settings_url(),
		)
	);
}
