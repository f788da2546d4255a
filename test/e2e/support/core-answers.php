<?php
/**
 * Calls every read-only route of WordPress's own REST interface, and the description of every
 * route, as several users. `$args`: `world` (from make_core_world()) and `users` (ids by name).
 * Stores the answers, without the plugin's own fields, or compares them with the stored ones if the
 * plugin is active.
 */

set_time_limit( 0 );

/** Routes that answer differently each time, or about the plugins of the site, or that call another server. */
const OTHER_ROUTES = '~^/(?:wp/v2/(?:plugins|pattern-directory|block-directory|font-collections)|wp-site-health/v1|wp-block-editor/v1/(?:export|url-details)|batch/v1|oembed/1\.0/proxy)~';

$GLOBALS['complaints'] = array();
set_error_handler(
	function ( $code, $message, $file, $line ) {
		if ( error_reporting() & $code ) {
			$GLOBALS['complaints'][] = $GLOBALS['asked'] . ": $message, " . wp_basename( $file ) . ":$line";
		}
		return true;
	}
);

/** The path of a route, with the ids of this world. */
function fill_route( $route, $world ) {
	$base = explode( '/', $route )[3] ?? '';
	$path = '';
	for ( $at = 0, $length = strlen( $route ); $at < $length; $at++ ) {
		if ( '(' !== $route[ $at ] ) {
			$path .= $route[ $at ];
			continue;
		}
		$from = $at;
		for ( $depth = 0; $at < $length; $at++ ) {
			$depth += '(' === $route[ $at ] ? 1 : ( ')' === $route[ $at ] ? -1 : 0 );
			if ( '\\' === $route[ $at ] ) {
				++$at;
			} elseif ( 0 === $depth ) {
				break;
			}
		}
		preg_match( '~^\(\?P<(\w+)>~', substr( $route, $from ), $name );
		$name  = $name[1] ?? '';
		$part  = preg_match( '~/(revisions|autosaves|font-faces)/~', $route, $found ) && 'id' === $name ? "$found[1] of $base" : "$base $name";
		$path .= $world[ $part ] ?? $world[ $name ] ?? 1;
	}
	return $path;
}

/** An answer without the fields that the plugin has added; their names are recorded. */
function without_own( $data, &$own ) {
	if ( is_object( $data ) ) {
		$data = json_decode( wp_json_encode( $data ), true );
	}
	if ( ! is_array( $data ) ) {
		return is_string( $data ) ? preg_replace( '~secret=(\\\\?"|)\w{10}~', 'secret=', $data ) : $data;
	}
	$kept = array();
	foreach ( $data as $key => $value ) {
		$names = is_array( $value ) ? array( $value['name'] ?? '', $value['slug'] ?? '' ) : array( is_int( $key ) ? $value : '' );
		if ( preg_grep( '~^_?altscribe|^/altscribe~', array_filter( array_merge( array( $key ), $names ), 'is_string' ) ) ) {
			$own[] = is_int( $key ) ? 'items' : $key;
		} else {
			$kept[ $key ] = without_own( $value, $own );
		}
	}
	return is_int( key( $data ) ) ? array_values( $kept ) : $kept;
}

/** The places where two answers differ. */
function list_differences( $one, $other, $path = '' ) {
	if ( $one === $other ) {
		return array();
	}
	if ( ! is_array( $one ) || ! is_array( $other ) ) {
		return array( "$path: " . substr( wp_json_encode( $one ), 0, 80 ) . ' with, ' . substr( wp_json_encode( $other ), 0, 80 ) . ' without' );
	}
	$found = array();
	foreach ( array_keys( $one + $other ) as $key ) {
		$found = array_merge( $found, list_differences( $one[ $key ] ?? null, $other[ $key ] ?? null, "$path/$key" ) );
	}
	return array_slice( $found, 0, 3 );
}

add_filter( 'wp_is_application_passwords_available', '__return_true' );
register_nav_menus( array( 'primary' => 'Primary' ) );
$file    = WP_CONTENT_DIR . '/core-answers';
$stored  = function_exists( 'altscribe_load' ) ? unserialize( file_get_contents( $file ) ) : array();
$answers = array();
$found   = array(
	'answers'     => 0,
	'failed'      => array(),
	'own'         => array(),
	'differences' => array(),
);
foreach ( $args['users'] as $who => $user ) {
	wp_set_current_user( $user );
	foreach ( rest_get_server()->get_routes() as $route => $handlers ) {
		$is_core = preg_match( '~^/(?:$|wp/|wp-|oembed/)~', $route ) && ! preg_match( OTHER_ROUTES, $route );
		$reads   = array_filter( $handlers, function ( $handler ) { return ! empty( $handler['methods']['GET'] ); } );
		$path    = fill_route( $route, $args['world'] );
		foreach ( $is_core ? array( 'GET edit', 'GET view', 'OPTIONS' ) : array() as $way ) {
			list( $method, $context ) = explode( ' ', "$way " );
			if ( 'GET' === $method && ! $reads ) {
				continue;
			}
			$GLOBALS['asked'] = "$way $path as $who";
			$request          = new WP_REST_Request( $method, $path );
			$request->set_query_params( array_filter( compact( 'context' ) ) + ( $args['world'][ "? $path" ] ?? array() ) );
			$response = rest_do_request( $request );
			if ( 'OPTIONS' === $method ) {
				$response = rest_handle_options_request( null, rest_get_server(), $request );
			}
			$own    = array();
			$status = $response->get_status();
			$answer = without_own( array( $status, $response->get_headers(), json_decode( wp_json_encode( rest_get_server()->response_to_data( $response, false ) ), true ) ), $own );
			if ( 0 === strpos( $route, '/wp-abilities/' ) ) {
				unset( $answer[1]['X-WP-Total'] );
			}
			$key = md5( $GLOBALS['asked'] );
			++$found['answers'];
			// The index lists the routes of all plugins.
			if ( $own && 'GET' === $method && preg_match( '~^/[^/]+/[^/]+(/[^/(]+)~', $route, $type ) ) {
				$seen = &$found['own'][ "$who, $context" ][ $type[1] ];
				$seen = array_values( array_unique( array_merge( (array) $seen, $own ) ) );
				sort( $seen );
				unset( $seen );
			}
			if ( 'administrator' === $who && 'GET' === $method ) {
				$statuses[ $path ][] = $status;
			}
			if ( ! $stored ) {
				$answers[ $key ] = $answer;
			} elseif ( ! isset( $stored[ $key ] ) ) {
				$found['differences'][] = "{$GLOBALS['asked']}: only with";
			} else {
				foreach ( list_differences( $answer, $stored[ $key ] ) as $difference ) {
					$found['differences'][] = "{$GLOBALS['asked']} $difference";
				}
				unset( $stored[ $key ] );
			}
		}
	}
}
$found['failed'] = array_keys( array_filter( $statuses, function ( $of_path ) { return ! in_array( 200, $of_path, true ); } ) );
if ( $answers ) {
	file_put_contents( $file, serialize( $answers ) );
} else {
	unlink( $file );
	$found['differences'] = array_merge( $found['differences'], array_fill( 0, count( $stored ), 'only without' ) );
}
echo "\n" . wp_json_encode( array( 'complaints' => $GLOBALS['complaints'] ) + $found );
