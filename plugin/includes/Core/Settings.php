<?php
/**
 * The settings: what is stored, what constants and the network set, and how values are checked.
 *
 * @package Altscribe
 */

namespace Altscribe\Core;

use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Settings {

	/**
	 * The defaults.
	 *
	 * @return array<string, mixed> `service_url`, `api_key`, `user_id`, `language` (a language code, or '' for the
	 *                              site's language), and those that self::schemas() describes.
	 */
	public static function defaults() {
		return array_merge(
			array(
				'service_url' => '',
				'api_key'     => '',
				'user_id'     => '',
				'language'    => '',
			),
			wp_list_pluck( self::schemas(), 'default' )
		);
	}

	/**
	 * JSON schemas of the settings that are not about the connection, with their defaults.
	 *
	 * @return array<string, array<string, mixed>>
	 */
	private static function schemas() {
		return array_merge( self::writing_schemas(), self::generating_schemas() );
	}

	/**
	 * The stored settings.
	 *
	 * @return array<string, mixed> As self::defaults() returns them.
	 */
	public static function stored() {
		$settings = self::defaults();
		foreach ( array_intersect_key( (array) get_option( 'altscribe_settings' ), $settings ) as $name => $value ) {
			$settings[ $name ] = self::sanitize( $value, $name );
		}
		return $settings;
	}

	/**
	 * The settings in use: locked settings first, then those of the site, then those of the network.
	 *
	 * @return array<string, mixed> Like self::defaults(). `api_key` is '' if it must not be sent to
	 *                              this service URL.
	 */
	public static function get() {
		$stored   = self::stored();
		$settings = self::complete( $stored );
		if ( ! Key_Origin::may_send( $stored ) ) {
			$settings['api_key'] = '';
		}
		return $settings;
	}

	/**
	 * Adds the values of the network and of wp-config.php to the site's own settings.
	 *
	 * @param array<string, mixed> $own The site's own settings, stored or being tested.
	 * @return array<string, mixed>
	 */
	public static function complete( $own ) {
		foreach ( Network_Settings::get() as $name => $value ) {
			if ( '' === $own[ $name ] ) {
				$own[ $name ] = $value;
			}
		}
		return array_merge( $own, self::locked() );
	}

	/**
	 * The settings that cannot be changed on the site's screen.
	 *
	 * @return array<string, string> Some of the settings, with their values.
	 */
	public static function locked() {
		return array_merge( Network_Settings::list_locked(), self::from_constants() );
	}

	/**
	 * The settings that constants in wp-config.php override.
	 *
	 * @return array<string, string> Some of the settings, with their values.
	 */
	public static function from_constants() {
		$constants = array(
			'service_url' => 'ALTSCRIBE_SERVICE_URL',
			'api_key'     => 'ALTSCRIBE_API_KEY',
			'user_id'     => 'ALTSCRIBE_ACCOUNT',
			'language'    => 'ALTSCRIBE_LANGUAGE',
		);
		$settings  = array();
		foreach ( $constants as $name => $constant ) {
			if ( defined( $constant ) && '' !== constant( $constant ) ) {
				$settings[ $name ] = self::sanitize( constant( $constant ), $name );
			}
		}
		return $settings;
	}

	/**
	 * Stores some settings and leaves the others unchanged. Does not store the value of a constant:
	 * entering the key from wp-config.php only confirms the service URL that it is for.
	 *
	 * @param array<string, mixed> $changes Valid values by name, from self::sanitize() and
	 *                                      Key_Origin::confirm().
	 */
	public static function save( $changes ) {
		$locked   = self::locked();
		$stored   = self::stored();
		$settings = array_merge( $stored, array_diff_key( $changes, $locked ) );
		$bound    = Key_Origin::bind();
		if ( isset( $changes['api_key'] ) ) {
			$bound = array(
				'api_key_hash'   => Key_Origin::hash( $changes['api_key'] ),
				'api_key_origin' => Key_Origin::of_url( self::complete( $settings )['service_url'] ),
			);
		}
		// Autoloaded: the admin menu depends on who may generate.
		update_option( 'altscribe_settings', array_merge( $settings, $bound ), true );
		if ( $settings['daily_credit_limit'] !== $stored['daily_credit_limit'] ) {
			/** Fires when the site's daily limit was changed. For Altscribe's own use. */
			do_action( 'altscribe_daily_limit_changed' );
		}
	}

	/**
	 * Whether all settings for a call to the service are set. The values may still be wrong.
	 *
	 * @param array<string, mixed> $settings As self::get() returns them.
	 * @return bool
	 */
	public static function is_connected( $settings ) {
		return '' !== $settings['service_url'] && '' !== $settings['api_key'] && '' !== $settings['user_id'];
	}

	/**
	 * The REST representation of the settings in use, with the key masked.
	 *
	 * @return array<string, mixed>
	 */
	public static function to_array() {
		$stored   = self::stored();
		$settings = self::complete( $stored );
		$names    = array_keys( $settings );
		return array_merge(
			$settings,
			array(
				// Not even its last characters: other sites share the key.
				'api_key'        => Network_Settings::is_from_network( 'api_key', $stored ) ? '••••' : self::mask_api_key( $settings['api_key'] ),
				'api_key_origin' => Key_Origin::of_key( $stored ),
				'locked'         => array_combine( $names, array_map( array( self::class, 'find_lock' ), $names ) ),
				'network'        => array_values( array_filter( $names, array( Network_Settings::class, 'is_default' ) ) ),
			)
		);
	}

	/**
	 * Masks an API key except for its end, so an administrator can recognise it.
	 *
	 * @param string $api_key The key, or ''.
	 * @return string '' without a key, else `••••`, followed by the last four characters if the key has
	 *   16 or more.
	 */
	public static function mask_api_key( $api_key ) {
		if ( '' === $api_key ) {
			return '';
		}
		return '••••' . ( strlen( $api_key ) >= 16 ? substr( $api_key, -4 ) : '' );
	}

	/**
	 * JSON schemas of these settings, with their defaults.
	 *
	 * @return array<string, array<string, mixed>>
	 */
	private static function writing_schemas() {
		return array(
			'write_to'              => array(
				'type'    => 'string',
				'enum'    => array( 'block', 'library', 'both' ),
				'default' => 'block',
			),
			'review_new_texts'      => array(
				'type'    => 'boolean',
				'default' => false,
			),
			'lock_publishing_roles' => array(
				'type'        => 'array',
				'uniqueItems' => true,
				'items'       => array(
					'type'      => 'string',
					'maxLength' => 100,
				),
				'default'     => array(),
			),
			'lock_until_read'       => array(
				'type'    => 'boolean',
				'default' => false,
			),
			'style'                 => self::style_schema(),
			// Those in the metadata of files.
			'send_names'            => array(
				'type'    => 'boolean',
				'default' => false,
			),
			'generate_on_upload'    => array(
				'type'    => 'boolean',
				'default' => false,
			),
			'visitor_uploads'       => array(
				'type'    => 'boolean',
				'default' => false,
			),
		);
	}

	/**
	 * The JSON schema of how the site writes: an entry for each language, and one for all others.
	 *
	 * @return array<string, mixed>
	 */
	private static function style_schema() {
		$text = array(
			'type'      => 'string',
			'maxLength' => 4000,
		);
		return array(
			'type'     => 'array',
			'maxItems' => 100,
			'items'    => array(
				'type'                 => 'object',
				'properties'           => array(
					// '' for all languages without an entry.
					'language' => array(
						'type'      => 'string',
						'maxLength' => 40,
					),
					'how'      => array( 'maxLength' => 500 ) + $text,
					// Lines such as "e-bike → pedelec": the word to use, and the one to avoid.
					'glossary' => $text,
				),
				'required'             => array( 'language', 'how', 'glossary' ),
				'additionalProperties' => false,
			),
			'default'  => array(),
		);
	}

	/**
	 * The roles that may publish posts or pages, except those that self::publish_lock() lets bypass it.
	 *
	 * @return array<array{name: string, label: string}>
	 */
	public static function list_publishing_roles() {
		$roles = array();
		foreach ( wp_roles()->role_objects as $name => $role ) {
			if ( ! $role->has_cap( 'manage_options' ) && ( $role->has_cap( 'publish_posts' ) || $role->has_cap( 'publish_pages' ) ) ) {
				$roles[] = array(
					'name'  => $name,
					'label' => translate_user_role( wp_roles()->role_names[ $name ] ),
				);
			}
		}
		return $roles;
	}

	/**
	 * Whether the user must settle the images of a post before publishing it. The editor enforces it;
	 * programs that publish through the REST API are not affected.
	 *
	 * @param array<string, mixed> $settings As self::get() returns them.
	 * @return array{mustSettle: bool, mustRead: bool, canBypass: bool} `mustRead`: generated texts must have been read too;
	 *                                                                  `canBypass`: the user may publish anyway.
	 */
	public static function publish_lock( $settings ) {
		$must_settle = (bool) array_intersect( $settings['lock_publishing_roles'], wp_get_current_user()->roles );
		return array(
			'mustSettle' => $must_settle,
			'mustRead'   => $must_settle && $settings['lock_until_read'],
			'canBypass'  => Permissions::may_change_settings(),
		);
	}

	/**
	 * The REST arguments for some settings. WordPress reports all invalid values of a request together.
	 *
	 * @param string[] $names    Names of settings.
	 * @param callable $validate Gets the value and the name; returns true or a WP_Error.
	 * @return array<string, array<string, mixed>>
	 */
	public static function args( $names, $validate ) {
		$args    = array();
		$schemas = self::schemas();
		foreach ( $names as $name ) {
			$args[ $name ] = array(
				'validate_callback' => function ( $value, $request, $param ) use ( $validate ) {
					$is_of_type = rest_validate_request_arg( $value, $request, $param );
					return true === $is_of_type ? call_user_func( $validate, $value, $param ) : $is_of_type;
				},
				'sanitize_callback' => function ( $value, $request, $param ) {
					return self::sanitize( $value, $param );
				},
			);
			// Without the default: settings that are not in the request keep their values.
			$schema        = isset( $schemas[ $name ] ) ? $schemas[ $name ] : array( 'type' => 'string' );
			$args[ $name ] = array_merge( $args[ $name ], array_diff_key( $schema, array( 'default' => null ) ) );
		}
		return $args;
	}

	/**
	 * Validates one setting. An empty value is always valid: it removes the setting.
	 *
	 * @param mixed  $value The value in the request, of the setting's type.
	 * @param string $name  Name of the setting.
	 * @return true|WP_Error The message of the error describes the valid values.
	 */
	public static function validate( $value, $name ) {
		$schemas = self::schemas();
		if ( isset( $schemas[ $name ] ) ) {
			$is_valid = rest_validate_value_from_schema( $value, $schemas[ $name ], $name );
			return 'style' === $name && true === $is_valid ? Style::validate( $value ) : $is_valid;
		}
		$value = self::sanitize( $value, $name );
		if ( '' === $value ) {
			return true;
		}
		switch ( $name ) {
			case 'service_url':
				$is_valid = self::is_service_url( $value );
				$message  = __( 'Enter the address of the service, starting with https:// or http://.', 'altscribe' );
				break;
			case 'api_key':
				// The key becomes the value of an HTTP header.
				$is_valid = 1 === preg_match( '/^[\x21-\x7E]{1,200}$/D', $value );
				$message  = __( 'Enter the full API key, as shown when it was created.', 'altscribe' );
				break;
			case 'user_id':
				// Not is_email(), which rejects intranet addresses such as me@intranet.
				$is_valid = strlen( $value ) <= 254 && 1 === preg_match( '/^[^\s@]+@[^\s@]+$/D', $value );
				$message  = __( 'Enter the e-mail address of the account.', 'altscribe' );
				break;
			default:
				$is_valid = self::is_language_code( $value );
				$message  = __( 'Choose a language from the list.', 'altscribe' );
		}
		return $is_valid ? true : Errors::invalid_setting( $message );
	}

	/**
	 * Sanitises one setting.
	 *
	 * @param mixed  $value The value in the request; null removes the setting.
	 * @param string $name  Name of the setting.
	 * @return mixed Of the setting's type.
	 */
	public static function sanitize( $value, $name ) {
		$schemas = self::schemas();
		if ( isset( $schemas[ $name ] ) ) {
			return self::sanitize_by_schema( $value, $schemas[ $name ] );
		}
		$value = is_scalar( $value ) ? trim( (string) $value ) : '';
		return 'service_url' === $name ? untrailingslashit( self::cut_dashboard( $value ) ) : $value;
	}

	/**
	 * The service's URL in an address of its dashboard, which people copy from their browser.
	 *
	 * @param string $url A service URL, or an address such as `https://alt.example.com/dashboard/keys?page=2`.
	 * @return string
	 */
	private static function cut_dashboard( $url ) {
		// After "https://" and so not in the name of the host.
		$at   = strpos( substr( $url, 8 ), '/dashboard' );
		$rest = false === $at ? 'none' : (string) substr( $url, $at + 18, 1 );
		return in_array( $rest, array( '', '/', '?', '#' ), true ) ? substr( $url, 0, $at + 8 ) : $url;
	}

	/**
	 * Sanitises a setting that has a schema.
	 *
	 * @param mixed                $value  The value in the request or the stored one.
	 * @param array<string, mixed> $schema Its schema.
	 * @return mixed The default if the value is not valid.
	 */
	private static function sanitize_by_schema( $value, $schema ) {
		$is_valid = null !== $value && true === rest_validate_value_from_schema( $value, $schema );
		return $is_valid ? rest_sanitize_value_from_schema( $value, $schema ) : $schema['default'];
	}

	/**
	 * Whether a text is a base URL: scheme, host and path, without user, query and fragment.
	 *
	 * @param string $url A trimmed text.
	 * @return bool
	 */
	private static function is_service_url( $url ) {
		$parts = wp_parse_url( $url );
		if ( ! is_array( $parts ) || empty( $parts['host'] ) || empty( $parts['scheme'] ) ) {
			return false;
		}
		return in_array( strtolower( $parts['scheme'] ), array( 'http', 'https' ), true )
			&& ! array_intersect_key( $parts, array_flip( array( 'user', 'pass', 'query', 'fragment' ) ) )
			&& sanitize_url( $url, array( 'http', 'https' ) ) === $url;
	}

	/**
	 * Whether a text looks like a language code, such as `de`, `pt-BR` or `de_DE_formal`.
	 *
	 * @param string $code A text.
	 * @return bool
	 */
	public static function is_language_code( $code ) {
		return 1 === preg_match( '/^[a-z]{2,3}([-_][a-z0-9]{1,8}){0,4}$/Di', $code );
	}

	/**
	 * JSON schemas of these settings, with their defaults.
	 *
	 * @return array<string, array<string, mixed>> `limit_roles`: only `generate_roles` and administrators may generate;
	 *                                             `daily_credit_limit`: credits per day, 0 for no limit;
	 *                                             `low_credits_at`: the balance at which a notice appears, 0 for never.
	 */
	private static function generating_schemas() {
		$count = array(
			'type'    => 'integer',
			'minimum' => 0,
			'maximum' => 1000000,
		);
		return array(
			'limit_roles'        => array(
				'type'    => 'boolean',
				'default' => false,
			),
			'generate_roles'     => array(
				'type'        => 'array',
				'uniqueItems' => true,
				'items'       => array(
					'type'      => 'string',
					'maxLength' => 100,
				),
				'default'     => array(),
			),
			'daily_credit_limit' => array_merge( $count, array( 'default' => 0 ) ),
			'low_credits_at'     => array_merge( $count, array( 'default' => 20 ) ),
		);
	}

	/**
	 * What locks a setting, if anything.
	 *
	 * @param string $name Name of the setting.
	 * @return string|false `constant`, `network`, or false if it is not locked.
	 */
	public static function find_lock( $name ) {
		if ( isset( self::from_constants()[ $name ] ) ) {
			return 'constant';
		}
		return isset( Network_Settings::list_locked()[ $name ] ) ? 'network' : false;
	}
}
