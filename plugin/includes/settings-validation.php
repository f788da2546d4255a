<?php
/**
 * The REST schema of the settings, their validation and their sanitisation.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

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
		// Without the default: what a request does not name keeps its value.
		$schema        = isset( $schemas[ $name ] ) ? $schemas[ $name ] : array( 'type' => 'string' );
		$args[ $name ] = array_merge( $args[ $name ], array_diff_key( $schema, array( 'default' => null ) ) );
	}
	return $args;
}

/**
 * Validates one setting. An empty value is always valid: it removes the setting.
 *
 * @param mixed  $value As it was sent, of the setting's type.
 * @param string $name  Name of the setting.
 * @return true|WP_Error The message of the error says which values are valid.
 */
function altscribe_validate_setting( $value, $name ) {
	$schemas = altscribe_setting_schemas();
	if ( isset( $schemas[ $name ] ) ) {
		return rest_validate_value_from_schema( $value, $schemas[ $name ], $name );
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
			$message  = __( 'Enter the whole API key, as it was shown when it was made.', 'altscribe' );
			break;
		case 'user_id':
			// Not is_email(): it rejects addresses of an intranet, such as me@intranet.
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
 * @param mixed  $value As it was sent; null removes the setting.
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
 * @param mixed                $value  As it was sent or stored.
 * @param array<string, mixed> $schema Its schema.
 * @return mixed The default in the place of a value that is not valid.
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
