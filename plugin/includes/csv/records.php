<?php
/**
 * One row of a CSV file to import, and what may be wrong with it.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

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
