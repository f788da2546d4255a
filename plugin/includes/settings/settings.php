<?php
/**
 * The settings: their schemas, defaults and validation.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The defaults.
 *
 * @return array<string, mixed> `service_url`, `api_key`, `user_id`, `language` (a language code, or '' for the
 *                              site's language), and those that altscribe_setting_schemas() describes.
 */
function altscribe_default_settings() {
	return array_merge(
		array(
			'service_url' => '',
			'api_key'     => '',
			'user_id'     => '',
			'language'    => '',
		),
		wp_list_pluck( altscribe_setting_schemas(), 'default' )
	);
}

/**
 * JSON schemas of the settings that are not about the connection, with their defaults.
 *
 * @return array<string, array<string, mixed>>
 */
function altscribe_setting_schemas() {
	return array_merge( altscribe_writing_setting_schemas(), altscribe_generating_setting_schemas() );
}

/**
 * The stored settings.
 *
 * @return array<string, mixed> As altscribe_default_settings() returns them.
 */
function altscribe_stored_settings() {
	$settings = altscribe_default_settings();
	foreach ( array_intersect_key( (array) get_option( 'altscribe_settings' ), $settings ) as $name => $value ) {
		$settings[ $name ] = altscribe_sanitize_setting( $value, $name );
	}
	return $settings;
}

/**
 * The settings in use: locked settings first, then those of the site, then those of the network.
 *
 * @return array<string, mixed> Like altscribe_default_settings(). `api_key` is '' if it must not be sent to
 *                              this service URL.
 */
function altscribe_settings() {
	$stored   = altscribe_stored_settings();
	$settings = altscribe_complete_settings( $stored );
	if ( altscribe_get_origin( $settings['service_url'] ) !== altscribe_key_origin( $stored ) ) {
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
function altscribe_complete_settings( $own ) {
	foreach ( altscribe_network_settings() as $name => $value ) {
		if ( '' === $own[ $name ] ) {
			$own[ $name ] = $value;
		}
	}
	return array_merge( $own, altscribe_locked_settings() );
}

/**
 * The settings that cannot be changed on the site's screen.
 *
 * @return array<string, string> Some of the settings, with their values.
 */
function altscribe_locked_settings() {
	return array_merge( altscribe_network_locked_settings(), altscribe_constant_settings() );
}

/**
 * The settings that constants in wp-config.php override.
 *
 * @return array<string, string> Some of the settings, with their values.
 */
function altscribe_constant_settings() {
	$constants = array(
		'service_url' => 'ALTSCRIBE_SERVICE_URL',
		'api_key'     => 'ALTSCRIBE_API_KEY',
		'user_id'     => 'ALTSCRIBE_ACCOUNT',
		'language'    => 'ALTSCRIBE_LANGUAGE',
	);
	$settings  = array();
	foreach ( $constants as $name => $constant ) {
		if ( defined( $constant ) && '' !== constant( $constant ) ) {
			$settings[ $name ] = altscribe_sanitize_setting( constant( $constant ), $name );
		}
	}
	return $settings;
}

/**
 * Stores some settings and leaves the others unchanged. Does not store the value of a constant:
 * entering the key from wp-config.php only confirms the service URL that it is for.
 *
 * @param array<string, mixed> $changes Valid values by name, from altscribe_sanitize_setting() and
 *                                      altscribe_check_key_origin().
 */
function altscribe_save_settings( $changes ) {
	$locked   = altscribe_locked_settings();
	$settings = array_merge( altscribe_stored_settings(), array_diff_key( $changes, $locked ) );
	$bound    = altscribe_bound_key();
	if ( isset( $changes['api_key'] ) ) {
		$bound = array(
			'api_key_hash'   => altscribe_hash_key( $changes['api_key'] ),
			'api_key_origin' => altscribe_get_origin( altscribe_complete_settings( $settings )['service_url'] ),
		);
	}
	// Autoloaded: the admin menu depends on who may generate.
	update_option( 'altscribe_settings', array_merge( $settings, $bound ), true );
}

/**
 * Whether all settings for a call to the service are set. The values may still be wrong.
 *
 * @param array<string, mixed> $settings As altscribe_settings() returns them.
 * @return bool
 */
function altscribe_is_connected( $settings ) {
	return '' !== $settings['service_url'] && '' !== $settings['api_key'] && '' !== $settings['user_id'];
}

/**
 * Masks an API key except for its end, so an administrator can recognise it.
 *
 * @param string $api_key The key, or ''.
 * @return string '' without a key, else `••••`, followed by the last four characters if the key has
 *   16 or more.
 */
function altscribe_mask_api_key( $api_key ) {
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
function altscribe_writing_setting_schemas() {
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
		'style'                 => altscribe_style_schema(),
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
function altscribe_style_schema() {
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
 * The roles that may publish posts or pages.
 *
 * @return array<array{name: string, label: string}>
 */
function altscribe_list_publishing_roles() {
	$roles = array();
	foreach ( wp_roles()->role_objects as $name => $role ) {
		if ( $role->has_cap( 'publish_posts' ) || $role->has_cap( 'publish_pages' ) ) {
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
 * @param array<string, mixed> $settings As altscribe_settings() returns them.
 * @return array{mustSettle: bool, mustRead: bool, canBypass: bool} `mustRead`: generated texts must have been read too;
 *                                                                  `canBypass`: the user may publish anyway.
 */
function altscribe_publish_lock( $settings ) {
	$must_settle = (bool) array_intersect( $settings['lock_publishing_roles'], wp_get_current_user()->roles );
	return array(
		'mustSettle' => $must_settle,
		'mustRead'   => $must_settle && $settings['lock_until_read'],
		'canBypass'  => current_user_can( 'manage_options' ),
	);
}

/**
 * The REST arguments for some settings. WordPress reports all invalid values of a request together.
 *
 * @param string[] $names    Names of settings.
 * @param callable $validate Gets the value and the name; returns true or a WP_Error.
 * @return array<string, array<string, mixed>>
 */
function altscribe_setting_args( $names, $validate ) {
	$args    = array();
	$schemas = altscribe_setting_schemas();
	foreach ( $names as $name ) {
		$args[ $name ] = array(
			'validate_callback' => function ( $value, $request, $param ) use ( $validate ) {
				$is_of_type = rest_validate_request_arg( $value, $request, $param );
				return true === $is_of_type ? call_user_func( $validate, $value, $param ) : $is_of_type;
			},
			'sanitize_callback' => function ( $value, $request, $param ) {
				return altscribe_sanitize_setting( $value, $param );
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
function altscribe_validate_setting( $value, $name ) {
	$schemas = altscribe_setting_schemas();
	if ( isset( $schemas[ $name ] ) ) {
		$is_valid = rest_validate_value_from_schema( $value, $schemas[ $name ], $name );
		return 'style' === $name && true === $is_valid ? altscribe_validate_style( $value ) : $is_valid;
	}
	$value = altscribe_sanitize_setting( $value, $name );
	if ( '' === $value ) {
		return true;
	}
	switch ( $name ) {
		case 'service_url':
			$is_valid = altscribe_is_service_url( $value );
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
			$is_valid = altscribe_is_language_code( $value );
			$message  = __( 'Choose a language from the list.', 'altscribe' );
	}
	return $is_valid ? true : new WP_Error( 'altscribe_invalid_setting', $message );
}

/**
 * Sanitises one setting.
 *
 * @param mixed  $value The value in the request; null removes the setting.
 * @param string $name  Name of the setting.
 * @return mixed Of the setting's type.
 */
function altscribe_sanitize_setting( $value, $name ) {
	$schemas = altscribe_setting_schemas();
	if ( isset( $schemas[ $name ] ) ) {
		return altscribe_sanitize_by_schema( $value, $schemas[ $name ] );
	}
	$value = is_scalar( $value ) ? trim( (string) $value ) : '';
	return 'service_url' === $name ? untrailingslashit( $value ) : $value;
}

/**
 * Sanitises a setting that has a schema.
 *
 * @param mixed                $value  The value in the request or the stored one.
 * @param array<string, mixed> $schema Its schema.
 * @return mixed The default if the value is not valid.
 */
function altscribe_sanitize_by_schema( $value, $schema ) {
	$is_valid = null !== $value && true === rest_validate_value_from_schema( $value, $schema );
	return $is_valid ? rest_sanitize_value_from_schema( $value, $schema ) : $schema['default'];
}

/**
 * Whether a text is a base URL: scheme, host and path, without user, query and fragment.
 *
 * @param string $url A trimmed text.
 * @return bool
 */
function altscribe_is_service_url( $url ) {
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
function altscribe_is_language_code( $code ) {
	return 1 === preg_match( '/^[a-z]{2,3}([-_][a-z0-9]{1,8}){0,4}$/Di', $code );
}
