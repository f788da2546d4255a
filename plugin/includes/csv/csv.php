<?php
/**
 * The CSV files of texts: their columns, and how rows are read and written.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

const ALTSCRIBE_CSV_COLUMNS = array( 'id', 'file', 'url', 'language', 'alt_text', 'state', 'decorative' );

const ALTSCRIBE_BYTE_ORDER_MARK = "\xEF\xBB\xBF";

/**
 * A spreadsheet may take a cell that begins like this for a formula. The apostrophes before are those of
 * altscribe_defuse_formula(), so that each text comes back as it was.
 */
const ALTSCRIBE_FORMULA = '/^\'*\s*[=+\-@\t\r＝＋－＠]/u';

/**
 * Writes one row.
 *
 * @param resource                $handle A stream that can be written to.
 * @param array<int, string|int> $cells  Texts in UTF-8.
 */
function altscribe_write_csv_row( $handle, $cells ) {
	$quoted = array();
	foreach ( $cells as $cell ) {
		$quoted[] = '"' . str_replace( '"', '""', altscribe_defuse_formula( (string) $cell ) ) . '"';
	}
	// fputcsv() has learned to end lines as RFC 4180 does in PHP 8.1 only.
	fwrite( $handle, implode( ',', $quoted ) . "\r\n" ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- a stream.
}

/**
 * Keeps a spreadsheet from running a text as a formula: puts an apostrophe before it.
 *
 * @param string $text Any text.
 * @return string
 */
function altscribe_defuse_formula( $text ) {
	return preg_match( ALTSCRIBE_FORMULA, $text ) ? "'$text" : $text;
}

/**
 * Takes back altscribe_defuse_formula().
 *
 * @param string $text As it stands in the file.
 * @return string
 */
function altscribe_restore_formula( $text ) {
	return "'" === substr( $text, 0, 1 ) && preg_match( ALTSCRIBE_FORMULA, $text ) ? substr( $text, 1 ) : $text;
}

/**
 * A file whose lines end as PHP reads them: old programs for the Mac end them with a carriage return.
 *
 * @param resource $handle A stream that can be read, at its beginning.
 * @return resource The same stream, or another with the same text. At its beginning.
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
	// A carriage return in a quoted text says nothing of the lines.
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
 * Reads the lines of a file that come before its rows: one that names the columns, and maybe `sep=;` before it, by
 * which spreadsheets are told what separates the cells.
 *
 * @param resource $handle A stream that can be read, at its beginning.
 * @return array{delimiter: string, columns: array<int, string>, lines: int}|WP_Error The names of the columns, in order,
 *                                                                                   and the number of lines.
 */
function altscribe_read_csv_header( $handle ) {
	$line = (string) fgets( $handle );
	if ( 0 === strpos( $line, ALTSCRIBE_BYTE_ORDER_MARK ) ) {
		$line = substr( $line, strlen( ALTSCRIBE_BYTE_ORDER_MARK ) );
	}
	// As the spreadsheet's language wants it.
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
			__( 'The first line of the file must name its columns. Missing: %s. An exported file shows how it looks.', 'altscribe' ),
			implode( ', ', $missing )
		),
		array( 'status' => 400 )
	);
}

/**
 * The name of a column, however it is spaced and capitalised.
 *
 * @param string|null $cell A cell of the first line.
 * @return string
 */
function altscribe_read_column_name( $cell ) {
	return strtolower( trim( (string) $cell ) );
}

/** What spreadsheets make of `1` and `0`. */
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
 *         `decorative` is null if the file does not say it.
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
		return new WP_Error( 'altscribe_csv_id', sprintf( __( '“%s” is not the id of an image.', 'altscribe' ), $id ) );
	}
	$decorative = strtolower( trim( $record['decorative'] ?? '' ) );
	if ( ! array_key_exists( $decorative, ALTSCRIBE_CSV_BOOLEANS ) ) {
		/* translators: %s: what stands in the file. */
		return new WP_Error( 'altscribe_csv_decorative', sprintf( __( '“%s” stands under “decorative”, which takes 1 or 0.', 'altscribe' ), $decorative ) );
	}
	if ( '' !== trim( $record['alt_text'] ) && ALTSCRIBE_CSV_BOOLEANS[ $decorative ] ) {
		return new WP_Error( 'altscribe_csv_decorative_text', __( 'A decorative image has no alt text: empty one of the two.', 'altscribe' ) );
	}
	return array(
		'attachment_id' => (int) $id,
		'file'          => trim( $record['file'] ?? '' ),
		'alt_text'      => $record['alt_text'],
		'decorative'    => ALTSCRIBE_CSV_BOOLEANS[ $decorative ],
	);
}

/**
 * A row has too many or too few cells.
 *
 * @param int $found    Their number.
 * @param int $expected The number of columns.
 */
function altscribe_error_csv_cells( $found, $expected ) {
	return new WP_Error(
		'altscribe_csv_cells',
		sprintf(
			/* translators: 1: number of columns in this line, 2: number of columns in the first line. */
			__( 'The line has %1$s columns, the first line of the file has %2$s. Is a quotation mark missing?', 'altscribe' ),
			number_format_i18n( $found ),
			number_format_i18n( $expected )
		)
	);
}

/**
 * Two rows are of the same image.
 *
 * @param int $attachment_id The image.
 * @param int $line          The line of the first.
 */
function altscribe_error_csv_repeated( $attachment_id, $line ) {
	return new WP_Error(
		'altscribe_csv_repeated',
		/* translators: 1: id of an image, 2: number of a line. */
		sprintf( __( 'Image %1$s stands in line %2$s already.', 'altscribe' ), $attachment_id, $line )
	);
}

/**
 * The id belongs to another file here: the CSV file may come from another site.
 *
 * @param int    $attachment_id The image.
 * @param string $file          Its file.
 * @param string $named         The file that the row names.
 */
function altscribe_error_csv_other_file( $attachment_id, $file, $named ) {
	return new WP_Error(
		'altscribe_csv_other_file',
		/* translators: 1: id of an image, 2: name of its file on this site, 3: name of the file in the import. */
		sprintf( __( 'Image %1$s of this site is “%2$s”, not “%3$s”. Was the file exported from another site?', 'altscribe' ), $attachment_id, $file, $named )
	);
}

/**
 * Keeps the memory of a long run flat: forgets what WordPress remembers of posts in this process.
 */
function altscribe_forget_cached_posts() {
	if ( wp_cache_supports( 'flush_runtime' ) ) {
		wp_cache_flush_runtime();
	}
}
