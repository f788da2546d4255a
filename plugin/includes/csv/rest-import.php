<?php
/**
 * POST altscribe/v1/import/preview: what rows of a CSV file would change. POST altscribe/v1/import: writes
 * them. The page sends a large file in parts, so that no part meets a limit of the server.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'rest_api_init', 'altscribe_register_import_routes' );

/** Registers the routes. */
function altscribe_register_import_routes() {
	altscribe_register_route(
		'/import/preview',
		'POST',
		'altscribe_rest_preview_import',
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
		'altscribe_rest_import',
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

/**
 * Says what rows would change.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error As altscribe_read_import() returns it.
 */
function altscribe_rest_preview_import( $request ) {
	$handle = fopen( 'php://temp', 'w+b' );
	// phpcs:disable WordPress.WP.AlternativeFunctions -- A stream in memory.
	fwrite( $handle, $request['csv'] );
	rewind( $handle );
	$import = altscribe_read_import( $handle, $request['first_line'] );
	fclose( $handle );
	// phpcs:enable
	if ( is_wp_error( $import ) ) {
		return $import;
	}
	$foreign        = altscribe_list_forbidden_rows( $import['rows'] );
	$import['rows'] = array_values( array_diff_key( $import['rows'], $foreign ) );
	$import['errors'] = array_merge( $import['errors'], array_values( array_map( 'altscribe_forbidden_row', $foreign ) ) );
	usort( $import['errors'], 'altscribe_compare_lines' );
	return $import;
}

/**
 * Writes rows of which the preview said that they would change something.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error As altscribe_apply_import() returns it.
 */
function altscribe_rest_import( $request ) {
	$foreign = altscribe_list_forbidden_rows( $request['rows'] );
	$rows    = array();
	foreach ( array_diff_key( $request['rows'], $foreign ) as $row ) {
		$text   = altscribe_clean_text( $row['alt_text'] );
		$rows[] = array_merge(
			$row,
			array(
				'alt_text'   => $text,
				'decorative' => $row['decorative'] && '' === $text,
			)
		);
	}
	$result = altscribe_apply_import( $rows, $request['batch_id'] );
	if ( ! is_wp_error( $result ) ) {
		$result['errors'] = array_merge( $result['errors'], array_values( array_map( 'altscribe_forbidden_row', $foreign ) ) );
	}
	return $result;
}

/**
 * The rows that the user may not write.
 *
 * @param array<int, array{attachment_id: int}> $rows The rows.
 * @return array<int, array{attachment_id: int}> With their keys.
 */
function altscribe_list_forbidden_rows( $rows ) {
	// Who may edit an attachment depends on the post that it was uploaded to. The file of an image says that it is one.
	$ids = wp_list_pluck( $rows, 'attachment_id' );
	_prime_post_caches( $ids, false, true );
	_prime_post_caches( array_unique( array_filter( array_map( 'wp_get_post_parent_id', $ids ) ) ), false, false );
	return array_filter(
		$rows,
		function ( $row ) {
			return ! wp_attachment_is_image( $row['attachment_id'] ) || ! altscribe_may_use_attachment( $row['attachment_id'] );
		}
	);
}

/**
 * The error of a row that the user may not write.
 *
 * @param array{line: int, attachment_id: int} $row The row.
 * @return array{line: int, message: string}
 */
function altscribe_forbidden_row( $row ) {
	return array(
		'line'    => $row['line'],
		/* translators: %s: id of an image. */
		'message' => sprintf( __( 'You may not edit image %s.', 'altscribe' ), $row['attachment_id'] ),
	);
}
