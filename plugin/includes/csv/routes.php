<?php
/**
 * Where CSV files come in and go out: their code is loaded only then.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** So many images are looked up at once. */
const ALTSCRIBE_CSV_CHUNK = 200;

add_action( 'admin_post_altscribe_export', altscribe_from( 'csv/export.php', 'altscribe_download_csv' ) );
add_action( 'rest_api_init', 'altscribe_register_import_routes' );

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
 * A row that would change something, as the preview has it.
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
