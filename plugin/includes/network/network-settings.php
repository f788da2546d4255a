<?php
/**
 * The settings of a network and how they are saved.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** The site option of the network. Sites cannot read it. */
const ALTSCRIBE_NETWORK_OPTION = 'altscribe_network_settings';

/**
 * The settings of the network, if the plugin is active for the whole network.
 *
 * @return array<string, string> `service_url`, `api_key` and `user_id`, each '' if it is not set; empty without a network.
 */
function altscribe_network_settings() {
	return altscribe_is_network_active()
		? array_intersect_key( altscribe_stored_network_settings(), array_flip( altscribe_connection_settings() ) )
		: array();
}

/**
 * The names of the connection's settings.
 *
 * @return string[]
 */
function altscribe_connection_settings() {
	return array( 'service_url', 'api_key', 'user_id' );
}

/**
 * The settings that the network has stored.
 *
 * @return array<string, mixed> The settings of the connection, `api_key_origin`, `api_key_hash` (may be
 *                              missing), `locked`: the names of the settings that sites must use, and `style`, from
 *                              which altscribe_network_style() reads.
 */
function altscribe_stored_network_settings() {
	return array_merge(
		array_fill_keys( altscribe_connection_settings(), '' ),
		array(
			'api_key_origin' => '',
			'locked'         => array(),
			'style'          => array(),
		),
		(array) get_site_option( ALTSCRIBE_NETWORK_OPTION, array() )
	);
}

/**
 * How sites write that leave it empty.
 *
 * @return array{how: string, glossary: string} As in the setting `style`; each '' without a network.
 */
function altscribe_network_style() {
	$style = altscribe_is_network_active() ? altscribe_stored_network_settings()['style'] : array();
	return array_merge(
		array(
			'how'      => '',
			'glossary' => '',
		),
		$style
	);
}

/**
 * Whether the plugin is active for a whole network.
 *
 * @return bool
 */
function altscribe_is_network_active() {
	// is_plugin_active_for_network() is only available in the administration.
	return is_multisite() && isset( get_site_option( 'active_sitewide_plugins' )[ plugin_basename( ALTSCRIBE_FILE ) ] );
}

/**
 * The settings that all sites must use: those that are locked and have a value. A locked key also
 * locks the service URL, because the key is for that URL.
 *
 * @return array<string, string>
 */
function altscribe_network_locked_settings() {
	$settings = array_filter( altscribe_network_settings(), 'strlen' );
	if ( ! $settings ) {
		return array();
	}
	return array_intersect_key( $settings, array_flip( altscribe_network_locks( altscribe_stored_network_settings()['locked'] ) ) );
}

/**
 * The names of the locked settings, including those that they lock too.
 *
 * @param string[] $locked Names of settings.
 * @return string[]
 */
function altscribe_network_locks( $locked ) {
	return in_array( 'api_key', $locked, true ) ? array_merge( $locked, array( 'service_url' ) ) : $locked;
}

/**
 * Whether the site uses the network's value of a setting.
 *
 * @param string               $name Name of the setting.
 * @param array<string, mixed> $own  The site's own settings, stored or being tested.
 * @return bool
 */
function altscribe_is_from_network( $name, $own ) {
	if ( isset( altscribe_constant_settings()[ $name ] ) ) {
		return false;
	}
	$network = altscribe_network_settings();
	return isset( altscribe_network_locked_settings()[ $name ] )
		|| ( isset( $network[ $name ] ) && '' !== $network[ $name ] && '' === $own[ $name ] );
}

/**
 * Whether the site uses the network's value of a setting but may set its own.
 *
 * @param string $name Name of the setting.
 * @return bool
 */
function altscribe_is_network_default( $name ) {
	return ! altscribe_find_lock( $name ) && altscribe_is_from_network( $name, altscribe_stored_settings() );
}

/**
 * The key that was entered on the network's screen, and the origin that it was entered for.
 *
 * @return array{api_key_hash: string, api_key_origin: string} Each is '' if no key was entered.
 */
function altscribe_network_bound_key() {
	return altscribe_complete_bound_key( altscribe_is_network_active() ? altscribe_stored_network_settings() : array() );
}

/**
 * Whether a service URL may point to any address, including the server's own network: on a single site, or if
 * the network or wp-config.php sets it. Administrators of a site in a network do not run that server.
 *
 * @param string $url A service URL.
 * @return bool
 */
function altscribe_is_trusted_url( $url ) {
	$trusted = array_merge( altscribe_network_settings(), altscribe_constant_settings() );
	return ! is_multisite() || ( isset( $trusted['service_url'] ) && $trusted['service_url'] === $url );
}
