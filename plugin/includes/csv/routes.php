<?php
/**
 * The routes for CSV import and export. The other CSV code is loaded only when they are used.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** How many images are looked up at a time. */
const ALTSCRIBE_CSV_CHUNK = 200;

add_action( 'admin_post_altscribe_export', altscribe_from( 'csv/csv.php', 'altscribe_download_csv' ) );
add_action( 'rest_api_init', 'altscribe_register_import_routes' );

/**
 * The download URL. Filters are added to it as query arguments, with the same names as in the
 * routes.
 *
 * @return string
 */
function altscribe_download_url() {
	// Not wp_nonce_url(), which escapes for HTML.
	return add_query_arg(
		array(
			'action'   => 'altscribe_export',
			'_wpnonce' => wp_create_nonce( 'altscribe_export' ),
		),
		admin_url( 'admin-post.php' )
	);
}

/** Registers the routes. */
function altscribe_register_import_routes() {
	altscribe_register_route(
		'/import/preview',
		'POST',
		altscribe_from( 'csv/import.php', 'altscribe_rest_preview_import' ),
		'altscribe_may_use_queue',
		array(
			'csv'        => array(
				'type'     => 'string',
				'required' => true,
			),
			'first_line' => array(
				'type'    => 'integer',
				'minimum' => 0,
				'default' => 0,
			),
		)
	);
	altscribe_register_route(
		'/import',
		'POST',
		altscribe_from( 'csv/import.php', 'altscribe_rest_import' ),
		'altscribe_may_use_queue',
		array(
			'batch_id' => array(
				'type'    => 'integer',
				'minimum' => 0,
				'default' => 0,
			),
			'rows'     => array(
				'type'     => 'array',
				'required' => true,
				'maxItems' => ALTSCRIBE_CSV_CHUNK,
				'items'    => altscribe_import_row_schema(),
			),
		)
	);
}

/**
 * The schema of a row that would change something, as in the preview.
 *
 * @return array<string, mixed>
 */
function altscribe_import_row_schema() {
	$number = array(
		'type'     => 'integer',
		'minimum'  => 1,
		'required' => true,
	);
	$text   = array(
		'type'     => 'string',
		'required' => true,
	);
	return array(
		'type'       => 'object',
		'properties' => array(
			'line'          => $number,
			'attachment_id' => $number,
			'previous_text' => $text,
			'alt_text'      => $text,
			'decorative'    => array(
				'type'     => 'boolean',
				'required' => true,
			),
		),
	);
}
