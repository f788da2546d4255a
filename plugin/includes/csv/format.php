<?php
/**
 * How a CSV file is written and read: RFC 4180 in UTF-8 with a byte order mark, as spreadsheets want it,
 * with formulas defused.
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
 * Reads the first line of a file, which names the columns.
 *
 * @param string $line The line. Its cells may be separated by `,`, `;` or tabs, as the spreadsheet's language wants it.
 * @return array{delimiter: string, columns: array<int, string>}|WP_Error The names of the columns, in order.
 */
function altscribe_read_csv_header( $line ) {
	if ( 0 === strpos( $line, ALTSCRIBE_BYTE_ORDER_MARK ) ) {
		$line = substr( $line, strlen( ALTSCRIBE_BYTE_ORDER_MARK ) );
	}
	$missing = array();
	foreach ( array( ',', ';', "\t" ) as $delimiter ) {
		$columns = array_map( 'altscribe_read_column_name', str_getcsv( $line, $delimiter, '"', '' ) );
		$absent  = array_diff( array( 'id', 'alt_text' ), $columns );
		if ( ! $absent ) {
			return compact( 'delimiter', 'columns' );
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
