<?php
/**
 * The settings of a network, which its sites inherit.
 *
 * @package Altscribe
 */

namespace Altscribe\Core;

defined( 'ABSPATH' ) || exit;

final class Network_Settings {

	/** The site option of the network. Sites cannot read it. */
	public const OPTION = 'altscribe_network_settings';

	/** @var string The service URL that is being tried, or ''. */
	private static $tried = '';

	/**
	 * The settings of the network, if the plugin is active for the whole network.
	 *
	 * @return array<string, string> `service_url`, `api_key` and `user_id`, each '' if it is not set; empty without a network.
	 */
	public static function get() {
		return self::is_active()
			? array_intersect_key( self::stored(), array_flip( self::connection() ) )
			: array();
	}

	/**
	 * The names of the connection's settings.
	 *
	 * @return string[]
	 */
	public static function connection() {
		return array( 'service_url', 'api_key', 'user_id' );
	}

	/**
	 * The stored settings of the network.
	 *
	 * @return array<string, mixed> The settings of the connection, `api_key_origin`, `api_key_hash` (may be
	 *                              missing), `locked`: the names of the settings that sites must use, and `style`, from
	 *                              which self::style() reads.
	 */
	public static function stored() {
		return array_merge(
			array_fill_keys( self::connection(), '' ),
			array(
				'api_key_origin' => '',
				'locked'         => array(),
				'style'          => array(),
			),
			(array) get_site_option( self::OPTION, array() )
		);
	}

	/**
	 * The writing style for sites that leave their own empty.
	 *
	 * @return array{how: string, glossary: string} As in the setting `style`; each '' without a network.
	 */
	public static function style() {
		$style = self::is_active() ? self::stored()['style'] : array();
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
	public static function is_active() {
		// is_plugin_active_for_network() is only available in the administration.
		return is_multisite() && isset( get_site_option( 'active_sitewide_plugins' )[ plugin_basename( ALTSCRIBE_FILE ) ] );
	}

	/**
	 * The settings that all sites must use: those that are locked and have a value. A locked key also
	 * locks the service URL, because the key is for that URL.
	 *
	 * @return array<string, string>
	 */
	public static function list_locked() {
		$settings = array_filter( self::get(), 'strlen' );
		if ( ! $settings ) {
			return array();
		}
		return array_intersect_key( $settings, array_flip( self::locks( self::stored()['locked'] ) ) );
	}

	/**
	 * The names of the locked settings, including those that they lock too.
	 *
	 * @param string[] $locked Names of settings.
	 * @return string[]
	 */
	public static function locks( $locked ) {
		return in_array( 'api_key', $locked, true ) ? array_merge( $locked, array( 'service_url' ) ) : $locked;
	}

	/**
	 * Whether the site uses the network's value of a setting.
	 *
	 * @param string               $name Name of the setting.
	 * @param array<string, mixed> $own  The site's own settings, stored or being tested.
	 * @return bool
	 */
	public static function is_from_network( $name, $own ) {
		if ( isset( Settings::from_constants()[ $name ] ) ) {
			return false;
		}
		$network = self::get();
		return isset( self::list_locked()[ $name ] )
			|| ( isset( $network[ $name ] ) && '' !== $network[ $name ] && '' === $own[ $name ] );
	}

	/**
	 * Whether the site uses the network's value of a setting but may set its own.
	 *
	 * @param string $name Name of the setting.
	 * @return bool
	 */
	public static function is_default( $name ) {
		return ! Settings::find_lock( $name ) && self::is_from_network( $name, Settings::stored() );
	}

	/**
	 * The key that was entered on the network's screen, and the origin that it was entered for.
	 *
	 * @return array{api_key_hash: string, api_key_origin: string} Each is '' if no key was entered.
	 */
	public static function bound_key() {
		return Key_Origin::complete( self::is_active() ? self::stored() : array() );
	}

	/**
	 * Trusts a service URL for the rest of the request, before it is stored.
	 *
	 * @param string $url From an administrator of the network.
	 */
	public static function try_url( $url ) {
		self::$tried = $url;
	}

	/**
	 * Whether a service URL may point to any address, including the server's own network: on a single site, or if
	 * the network or wp-config.php sets it. Administrators of a site in a network do not run that server.
	 *
	 * @param string $url A service URL.
	 * @return bool
	 */
	public static function is_trusted_url( $url ) {
		$trusted = array_merge( self::get(), Settings::from_constants() );
		return ! is_multisite() || self::$tried === $url || ( isset( $trusted['service_url'] ) && $trusted['service_url'] === $url );
	}
}
