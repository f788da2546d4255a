<?php
/**
 * The CSV files of texts: their columns, how rows are read and written, and the export.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Those after `decorative` are only for reading: an import ignores them, and records that it wrote the texts. */
const ALTSCRIBE_CSV_COLUMNS = array( 'id', 'file', 'url', 'language', 'alt_text', 'state', 'decorative', 'source', 'model', 'prompt', 'generated_at', 'read_by', 'read_at', 'text_in_file' );

const ALTSCRIBE_BYTE_ORDER_MARK = "\xEF\xBB\xBF";

/**
 * Cells that a spreadsheet may take for a formula. The optional apostrophes are those of
 * altscribe_defuse_formula(), so every text survives a round trip.
 */
const ALTSCRIBE_FORMULA = '/^\'*\s*[=+\-@\t\r＝＋－＠]/u';

/**
 * Writes one row.
 *
 * @param resource                $handle A writable stream.
 * @param array<int, string|int> $cells  Texts in UTF-8.
 */
function altscribe_write_csv_row( $handle, $cells ) {
	$quoted = array();
	foreach ( $cells as $cell ) {
		$quoted[] = '"' . str_replace( '"', '""', altscribe_defuse_formula( (string) $cell ) ) . '"';
	}
	// Before PHP 8.1, fputcsv() cannot end lines as RFC 4180 requires.
	fwrite( $handle, implode( ',', $quoted ) . "\r\n" ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- a stream.
}

/**
 * Prevents a spreadsheet from running a text as a formula, by an apostrophe before it.
 *
 * @param string $text Any text.
 * @return string
 */
function altscribe_defuse_formula( $text ) {
	return preg_match( ALTSCRIBE_FORMULA, $text ) ? "'$text" : $text;
}

/**
 * Undoes altscribe_defuse_formula().
 *
 * @param string $text The text in the file.
 * @return string
 */
function altscribe_restore_formula( $text ) {
	return "'" === substr( $text, 0, 1 ) && preg_match( ALTSCRIBE_FORMULA, $text ) ? substr( $text, 1 ) : $text;
}

/**
 * Converts the line ends of a file for PHP: old Mac programs end lines with a carriage return.
 *
 * @param resource $handle A readable stream, at its beginning.
 * @return resource The same stream or another with the same text, at its beginning.
 */
function altscribe_open_csv( $handle ) {
	// phpcs:disable WordPress.WP.AlternativeFunctions -- Streams.
	$file = fopen( 'php://temp', 'w+b' );
	if ( ! stream_get_meta_data( $handle )['seekable'] ) {
		stream_copy_to_stream( $handle, $file );
		rewind( $file );
		return altscribe_open_csv( $file );
	}
	$start = (string) fread( $handle, 8192 );
	rewind( $handle );
	// A carriage return in a quoted text is not a line end.
	if ( ! preg_match( '/^(?:[^"\r\n]++|"[^"]*+")*+\r(?!\n|$)/D', $start ) ) {
		return $handle;
	}
	while ( ! feof( $handle ) ) {
		fwrite( $file, str_replace( "\r", "\n", (string) fread( $handle, 65536 ) ) );
	}
	rewind( $file );
	return $file;
	// phpcs:enable
}

/**
 * Reads the lines before the rows: the names of the columns, and possibly `sep=;` before them, which tells
 * spreadsheets the separator.
 *
 * @param resource $handle A readable stream, at its beginning.
 * @return array{delimiter: string, columns: array<int, string>, lines: int}|WP_Error The names of the columns,
 *                                                                                   in order, and the number of lines.
 */
function altscribe_read_csv_header( $handle ) {
	$line = (string) fgets( $handle );
	if ( 0 === strpos( $line, ALTSCRIBE_BYTE_ORDER_MARK ) ) {
		$line = substr( $line, strlen( ALTSCRIBE_BYTE_ORDER_MARK ) );
	}
	// The separator depends on the language of the spreadsheet.
	$delimiters = array( ',', ';', "\t" );
	$lines      = 1;
	if ( preg_match( '/^"?sep=(.)"?\r?\n?$/iD', $line, $match ) ) {
		array_unshift( $delimiters, $match[1] );
		$line = (string) fgets( $handle );
		++$lines;
	}
	$missing = array();
	foreach ( $delimiters as $delimiter ) {
		$columns = array_map( 'altscribe_read_column_name', str_getcsv( $line, $delimiter, '"', '' ) );
		$absent  = array_diff( array( 'id', 'alt_text' ), $columns );
		if ( ! $absent ) {
			return compact( 'delimiter', 'columns', 'lines' );
		}
		$missing = ! $missing || count( $absent ) < count( $missing ) ? $absent : $missing;
	}
	return new WP_Error(
		'altscribe_csv_columns_missing',
		sprintf(
			/* translators: %s: names of columns, such as "id, alt_text". */
			__( 'The first line of the file must contain the column names. Missing: %s. See an exported file for an example.', 'altscribe' ),
			implode( ', ', $missing )
		),
		array( 'status' => 400 )
	);
}

/**
 * The name of a column, ignoring spaces and case.
 *
 * @param string|null $cell A cell of the first line.
 * @return string
 */
function altscribe_read_column_name( $cell ) {
	return strtolower( trim( (string) $cell ) );
}

/** Spreadsheets change `1` and `0` to these. */
const ALTSCRIBE_CSV_BOOLEANS = array(
	''      => null,
	'1'     => true,
	'true'  => true,
	'yes'   => true,
	'0'     => false,
	'false' => false,
	'no'    => false,
);

/**
 * Reads a row.
 *
 * @param array<int, string> $cells   Its cells.
 * @param array<int, string> $columns The names of the columns.
 * @return array{attachment_id: int, file: string, alt_text: string, decorative: bool|null}|WP_Error
 *         `decorative` is null if the file does not have it.
 */
function altscribe_read_record( $cells, $columns ) {
	if ( count( $cells ) !== count( $columns ) ) {
		return altscribe_error_csv_cells( count( $cells ), count( $columns ) );
	}
	if ( 1 !== preg_match( '//u', implode( '', $cells ) ) ) {
		return new WP_Error( 'altscribe_csv_encoding', __( 'The text is not encoded in UTF-8.', 'altscribe' ) );
	}
	$record = array_combine( $columns, array_map( 'altscribe_restore_formula', $cells ) );
	$id     = trim( $record['id'] );
	if ( ! preg_match( '/^[1-9]\d{0,17}$/', $id ) ) {
		/* translators: %s: what stands in the file. */
		return new WP_Error( 'altscribe_csv_id', sprintf( __( '“%s” is not an image ID.', 'altscribe' ), $id ) );
	}
	$decorative = strtolower( trim( $record['decorative'] ?? '' ) );
	if ( ! array_key_exists( $decorative, ALTSCRIBE_CSV_BOOLEANS ) ) {
		/* translators: %s: what stands in the file. */
		return new WP_Error( 'altscribe_csv_decorative', sprintf( __( '“decorative” must be 1 or 0, not “%s”.', 'altscribe' ), $decorative ) );
	}
	if ( '' !== trim( $record['alt_text'] ) && ALTSCRIBE_CSV_BOOLEANS[ $decorative ] ) {
		return new WP_Error( 'altscribe_csv_decorative_text', __( 'A decorative image cannot have alt text. Clear one of the two columns.', 'altscribe' ) );
	}
	return array(
		'attachment_id' => (int) $id,
		'file'          => trim( $record['file'] ?? '' ),
		'alt_text'      => $record['alt_text'],
		'decorative'    => ALTSCRIBE_CSV_BOOLEANS[ $decorative ],
	);
}

/**
 * Error: a row has too many or too few cells.
 *
 * @param int $found    Their number.
 * @param int $expected The number of columns.
 */
function altscribe_error_csv_cells( $found, $expected ) {
	return new WP_Error(
		'altscribe_csv_cells',
		sprintf(
			/* translators: 1: number of columns in this line, 2: number of columns in the first line. */
			__( 'This line has %1$s columns, but the first line has %2$s. Is a quotation mark missing?', 'altscribe' ),
			number_format_i18n( $found ),
			number_format_i18n( $expected )
		)
	);
}

/**
 * Error: two rows are for the same image.
 *
 * @param int $attachment_id The image.
 * @param int $line          The line of the first row.
 */
function altscribe_error_csv_repeated( $attachment_id, $line ) {
	return new WP_Error(
		'altscribe_csv_repeated',
		/* translators: 1: id of an image, 2: number of a line. */
		sprintf( __( 'Image %1$s is already in line %2$s.', 'altscribe' ), $attachment_id, $line )
	);
}

/**
 * Error: the id belongs to another file here. The CSV file may come from another site.
 *
 * @param int    $attachment_id The image.
 * @param string $file          Its file.
 * @param string $named         The file in the row.
 */
function altscribe_error_csv_other_file( $attachment_id, $file, $named ) {
	return new WP_Error(
		'altscribe_csv_other_file',
		/* translators: 1: id of an image, 2: name of its file on this site, 3: name of the file in the import. */
		sprintf( __( 'Image %1$s on this site is “%2$s”, not “%3$s”. Was the file exported from another site?', 'altscribe' ), $attachment_id, $file, $named )
	);
}

/**
 * Clears WordPress's cache of posts in this process, to limit the memory of a long run.
 */
function altscribe_forget_cached_posts() {
	if ( wp_cache_supports( 'flush_runtime' ) ) {
		wp_cache_flush_runtime();
	}
}

/**
 * Writes a CSV file row by row, to limit memory use.
 *
 * @param resource             $handle  A writable stream.
 * @param array<string, mixed> $filters As for altscribe_image_condition(); none means all images.
 * @return int The number of images.
 */
function altscribe_export_csv( $handle, $filters = array() ) {
	fwrite( $handle, ALTSCRIBE_BYTE_ORDER_MARK ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- a stream.
	altscribe_write_csv_row( $handle, ALTSCRIBE_CSV_COLUMNS );
	$condition = altscribe_image_condition( $filters );
	$number    = 0;
	$last      = 0;
	do {
		$ids = altscribe_list_image_ids( $condition, $last, ALTSCRIBE_CSV_CHUNK );
		_prime_post_caches( $ids, false, true );
		foreach ( $ids as $id ) {
			altscribe_write_csv_row( $handle, altscribe_csv_cells( $id ) );
			$last = $id;
		}
		$number += count( $ids );
		altscribe_forget_cached_posts();
	} while ( count( $ids ) === ALTSCRIBE_CSV_CHUNK );
	return $number;
}

/**
 * The cells of an image.
 *
 * @param int $id The attachment.
 * @return array<int, string|int> In the order of ALTSCRIBE_CSV_COLUMNS.
 */
function altscribe_csv_cells( $id ) {
	$state  = altscribe_alt_text_state( $id )['state'];
	$record = altscribe_describe_source( altscribe_get_source( $id ) );
	return array(
		$id,
		wp_basename( (string) get_post_meta( $id, '_wp_attached_file', true ) ),
		(string) wp_get_attachment_url( $id ),
		altscribe_language( $id ),
		altscribe_get_attachment_alt_text( $id ),
		$state,
		'decorative' === $state ? 1 : 0,
		$record ? $record['source'] : '',
		$record ? $record['model'] : '',
		$record ? $record['prompt'] : '',
		$record && 'generated' === $record['source'] ? gmdate( 'c', $record['time'] ) : '',
		$record ? $record['reader_name'] : '',
		$record && $record['read'] ? gmdate( 'c', $record['read'] ) : '',
		'missing' === $state ? altscribe_find_text_in_file( $id )['text'] ?? '' : '',
	);
}

/** Sends the images that match the filters in the URL. */
function altscribe_download_csv() {
	check_admin_referer( 'altscribe_export' );
	if ( ! altscribe_may_use_queue() ) {
		wp_die( esc_html__( 'Sorry, you are not allowed to export alt text.', 'altscribe' ), 403 );
	}
	$request = new WP_REST_Request();
	$request->set_query_params( wp_unslash( array_intersect_key( $_GET, altscribe_image_filter_args() ) ) );
	// WordPress validates only arguments that have a callback.
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
	$error = $request['used'] ? altscribe_error_still_reading() : null;
	if ( $error ) {
		wp_die( esc_html( $error->get_error_message() ), 409 );
	}
	if ( function_exists( 'set_time_limit' ) ) {
		// phpcs:ignore WordPress.PHP.NoSilencedErrors, Squiz.PHP.DiscouragedFunctions -- Some hosts forbid it.
		@set_time_limit( 0 );
	}
	// Output of other plugins does not belong in the file, and a buffer would hold the whole file in
	// memory.
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
