<?php
/**
 * Says what the import of a CSV file would change, without changing anything.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** So many images are looked up at once. */
const ALTSCRIBE_CSV_CHUNK = 200;

/**
 * Reads a CSV file with the columns `id` and `alt_text`, and maybe `file` and `decorative`; others are ignored.
 *
 * @param resource $handle     A stream that can be read, at its beginning.
 * @param int      $first_line The number of the first row's line, where this is a part of a larger file; 0 where it is not.
 * @return array{
 *   rows: array<int, array{line: int, attachment_id: int, title: string, previous_text: string, alt_text: string,
 *                          was_decorative: bool, decorative: bool}>,
 *   unchanged: int,
 *   unknown: array<int, array{line: int, attachment_id: int}>,
 *   errors: array<int, array{line: int, message: string}>
 * }|WP_Error `rows` are those that would change something, for altscribe_apply_import(); `unknown` are those of
 *            no image of this site. An error if nothing of the file can be read.
 */
function altscribe_read_import( $handle, $first_line = 0 ) {
	$handle = altscribe_open_csv( $handle );
	$header = altscribe_read_csv_header( $handle );
	if ( is_wp_error( $header ) ) {
		return $header;
	}
	$import = array_fill_keys( array( 'rows', 'unknown', 'errors' ), array() );

	$import['unchanged'] = 0;

	$records = array();
	$lines   = array();
	$line    = $first_line ? $first_line : $header['lines'] + 1;
	while ( true ) {
		$cells = fgetcsv( $handle, 0, $header['delimiter'], '"', '' );
		// Spreadsheets write the rows below the last one, too, as soon as somebody has been there.
		if ( is_array( $cells ) && '' !== trim( implode( '', $cells ) ) ) {
			$record = altscribe_read_record( $cells, $header['columns'] );
			$number = is_wp_error( $record ) ? 0 : $record['attachment_id'];
			if ( isset( $lines[ $number ] ) ) {
				$record = altscribe_error_csv_repeated( $number, $lines[ $number ] );
			}
			if ( is_wp_error( $record ) ) {
				$import['errors'][] = array(
					'line'    => $line,
					'message' => $record->get_error_message(),
				);
			} else {
				$lines[ $number ] = $line;
				$records[]        = array_merge( $record, array( 'line' => $line ) );
			}
		}
		if ( $records && ( ! is_array( $cells ) || count( $records ) === ALTSCRIBE_CSV_CHUNK ) ) {
			$import  = altscribe_compare_records( $records, $import );
			$records = array();
		}
		if ( ! is_array( $cells ) ) {
			usort( $import['errors'], 'altscribe_compare_lines' );
			return $import;
		}
		$line += 1 + substr_count( implode( '', $cells ), "\n" );
	}
}

/**
 * Sorts by line.
 *
 * @param array{line: int} $one   One.
 * @param array{line: int} $other Another.
 * @return int
 */
function altscribe_compare_lines( $one, $other ) {
	return $one['line'] - $other['line'];
}

/**
 * Compares rows with the images of the site.
 *
 * @param array<int, array<string, mixed>> $records As altscribe_read_record() returns them, each with its `line`.
 * @param array<string, mixed>             $import  As altscribe_read_import() returns it.
 * @return array<string, mixed> The same with these rows.
 */
function altscribe_compare_records( $records, $import ) {
	_prime_post_caches( wp_list_pluck( $records, 'attachment_id' ), false, true );
	foreach ( $records as $record ) {
		$row = altscribe_compare_record( $record );
		if ( is_wp_error( $row ) ) {
			$import['errors'][] = array(
				'line'    => $record['line'],
				'message' => $row->get_error_message(),
			);
		} elseif ( null === $row ) {
			$import['unknown'][] = wp_array_slice_assoc( $record, array( 'line', 'attachment_id' ) );
		} elseif ( $row['alt_text'] === $row['previous_text'] && $row['decorative'] === $row['was_decorative'] ) {
			++$import['unchanged'];
		} else {
			$import['rows'][] = $row;
		}
	}
	altscribe_forget_cached_posts();
	return $import;
}

/**
 * Compares a row with its image.
 *
 * @param array<string, mixed> $record As altscribe_read_record() returns it, with its `line`.
 * @return array<string, mixed>|WP_Error|null One of the `rows` of altscribe_read_import(); null without such an image.
 */
function altscribe_compare_record( $record ) {
	$id = $record['attachment_id'];
	if ( ! wp_attachment_is_image( $id ) ) {
		return null;
	}
	$file = wp_basename( (string) get_post_meta( $id, '_wp_attached_file', true ) );
	if ( '' !== $record['file'] && wp_basename( $record['file'] ) !== $file ) {
		return altscribe_error_csv_other_file( $id, $file, $record['file'] );
	}
	$previous = altscribe_get_attachment_alt_text( $id );
	$was      = '' === $previous && (bool) get_post_meta( $id, ALTSCRIBE_DECORATIVE_KEY, true );
	$text     = $record['alt_text'] === $previous ? $previous : altscribe_clean_text( $record['alt_text'] );
	return array(
		'line'           => $record['line'],
		'attachment_id'  => $id,
		'title'          => html_entity_decode( get_the_title( $id ), ENT_QUOTES, 'UTF-8' ),
		'previous_text'  => $previous,
		'alt_text'       => $text,
		'was_decorative' => $was,
		'decorative'     => '' === $text && ( $record['decorative'] ?? $was ),
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
