<?php
/**
 * The REST routes of the settings and of the account.
 *
 * @package Altscribe
 */

namespace Altscribe\Settings;

use Altscribe\Core;
use Altscribe\Service;
use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Routes {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'rest_api_init', array( self::class, 'register_settings_route' ) );
		add_action( 'rest_api_init', array( self::class, 'register_account_route' ) );
	}

	/** Registers the route. */
	public static function register_settings_route() {
		$may  = array( Core\Permissions::class, 'may_change_settings' );
		$args = Core\Settings::args( array_keys( Core\Settings::defaults() ), array( self::class, 'validate_saved_setting' ) );
		Core\Routes::register( '/settings', 'GET', array( self::class, 'get' ), $may );
		// The screen asks before a connection that works is replaced by one that does not.
		$args['keep_working'] = array(
			'type'    => 'boolean',
			'default' => false,
		);
		Core\Routes::register( '/settings', 'POST', array( self::class, 'save' ), $may, $args );
	}

	/**
	 * Validates a setting to store: it must be valid, and no constant may override it. The key of the
	 * constant is allowed, because it confirms the service URL.
	 *
	 * @param string $value The value in the request.
	 * @param string $name  Name of the setting.
	 * @return true|WP_Error
	 */
	public static function validate_saved_setting( $value, $name ) {
		$constants = Core\Settings::from_constants();
		if ( isset( $constants[ $name ] ) && ! ( 'api_key' === $name && hash_equals( $constants[ $name ], trim( $value ) ) ) ) {
			return Core\Errors::setting_in_config();
		}
		if ( 'network' === Core\Settings::find_lock( $name ) ) {
			return Core\Errors::setting_of_network();
		}
		return Core\Settings::validate( $value, $name );
	}

	/**
	 * Responds with the settings in use, with the key masked.
	 *
	 * @return array<string, mixed>
	 */
	public static function get() {
		return Core\Settings::to_array();
	}

	/**
	 * Stores the settings in the request, and responds like GET.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function save( $request ) {
		$changes = array_intersect_key( $request->get_params(), Core\Settings::defaults() );
		$confirmed = Core\Key_Origin::confirm( $changes );
		if ( is_wp_error( $confirmed ) ) {
			return $confirmed;
		}
		$tried = Core\Settings::complete( array_merge( Core\Settings::stored(), $changes ) );
		$loss  = $request['keep_working'] ? Service\Account::find_loss( $tried, Core\Settings::get() ) : null;
		if ( $loss ) {
			return $loss;
		}
		Core\Settings::save( $changes );
		return self::get();
	}

	/** Registers the route. */
	public static function register_account_route() {
		$post = array(
			'type'    => 'integer',
			'minimum' => 1,
		);
		$args = Core\Settings::args( array( 'service_url', 'api_key', 'user_id' ), array( Core\Settings::class, 'validate' ) );
		Core\Routes::register( '/account', 'GET', array( self::class, 'get_account' ), array( Core\Permissions::class, 'may_see_account' ), array( 'post_id' => $post ) );
		Core\Routes::register( '/account', 'POST', array( self::class, 'test_account' ), array( Core\Permissions::class, 'may_change_settings' ), $args );
	}

	/**
	 * Responds with the plan and the credits, at most a minute old.
	 *
	 * @return array<string, mixed>|WP_Error
	 */
	public static function get_account() {
		return Service\Account::get( Core\Settings::get() );
	}

	/**
	 * Responds with the plan and the credits for the settings in the request. Constants override them. If they are the
	 * stored ones, batches that waited for a connection continue.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function test_account( $request ) {
		$tried   = array_intersect_key( $request->get_params(), Core\Settings::defaults() );
		$confirmed = Core\Key_Origin::confirm( $tried );
		if ( is_wp_error( $confirmed ) ) {
			return $confirmed;
		}
		$account = Service\Account::test( Core\Settings::complete( array_merge( Core\Settings::stored(), $tried ) ) );
		return is_wp_error( $account ) ? Core\Errors::reword_for_connection_test( $account ) : $account;
	}
}
