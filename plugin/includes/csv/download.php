<?php
/**
 * Media > Alt text > Export CSV: sends the file to the browser as it is written.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_post_altscribe_export', 'altscribe_download_csv' );

/**
 * The address of the download, to which filters are added as the routes name them.
 *
 * @return string
 */
function altscribe_download_url() {
	// Not wp_nonce_url(), which is for HTML.
	return add_query_arg(
		array(
			'action'   => 'altscribe_export',
			'_wpnonce' => wp_create_nonce( 'altscribe_export' ),
		),
		admin_url( 'admin-post.php' )
	);
}

/** Sends the images that the filters in the URL leave. */
function altscribe_download_csv() {
	check_admin_referer( 'altscribe_export' );
	if ( ! altscribe_may_use_queue() ) {
		wp_die( esc_html__( 'You may not export alt texts.', 'altscribe' ), 403 );
	}
	$request = new WP_REST_Request();
	$request->set_query_params( wp_unslash( array_intersect_key( $_GET, altscribe_image_filter_args() ) ) );
	// WordPress validates what has a callback for it.
	$args = array_map(
		function ( $arg ) {
			return $arg + array( 'validate_callback' => 'rest_validate_request_arg' );
		},
		altscribe_image_filter_args()
	);
	$request->set_attributes( array( 'args' => $args ) );
	$valid = $request->has_valid_params();
	if ( is_wp_error( $valid ) ) {
		wp_die( esc_html( implode( ' ', $valid->get_error_data()['params'] ?? $valid->get_error_messages() ) ), 400 );
	}
	$request->sanitize_params();
	if ( function_exists( 'set_time_limit' ) ) {
		// phpcs:ignore WordPress.PHP.NoSilencedErrors, Squiz.PHP.DiscouragedFunctions -- Some hosts forbid it.
		@set_time_limit( 0 );
	}
	// What other plugins have printed does not belong into the file, and a buffer would hold all of it.
	while ( ob_get_level() > 0 && ob_end_clean() ) {
		continue;
	}
	nocache_headers();
	header( 'Content-Type: text/csv; charset=utf-8' );
	header( 'Content-Disposition: attachment; filename="alt-texts-' . wp_date( 'Y-m-d' ) . '.csv"' );
	header( 'X-Content-Type-Options: nosniff' );
	altscribe_export_csv( fopen( 'php://output', 'wb' ), altscribe_read_image_filters( $request ) );
	exit;
}
