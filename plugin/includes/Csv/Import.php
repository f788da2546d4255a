<?php
/**
 * The import of texts from CSV.
 *
 * @package Altscribe
 */

namespace Altscribe\Csv;

use Altscribe\Batches;
use Altscribe\Checks;
use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Suggestions;
use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Import {

	/**
	 * Reads a CSV file with the columns `id` and `alt_text`, and optionally `file` and `decorative`; other columns
	 * are ignored.
	 *
	 * @param resource $handle     A readable stream, at its beginning.
	 * @param int      $first_line The line number of the first row, if this is part of a larger file; otherwise 0.
	 * @return array{
	 *   rows: array<int, array{line: int, attachment_id: int, title: string, previous_text: string, alt_text: string,
	 *     was_decorative: bool, decorative: bool}>,
	 *   unchanged: int,
	 *   unknown: array<int, array{line: int, attachment_id: int}>,
	 *   errors: array<int, array{line: int, message: string}>
	 * }|WP_Error `rows` are those that would change something, for self::apply(); `unknown` are those that
	 *            match no image of this site. An error if the file cannot be read at all.
	 */
	public static function read( $handle, $first_line = 0 ) {
		$handle = Csv_File::open( $handle );
		$header = Csv_File::read_header( $handle );
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
			// Spreadsheets also export empty rows below the last one.
			if ( is_array( $cells ) && '' !== trim( implode( '', $cells ) ) ) {
				$record = Csv_File::read_record( $cells, $header['columns'] );
				$number = is_wp_error( $record ) ? 0 : $record['attachment_id'];
				if ( isset( $lines[ $number ] ) ) {
					$record = Core\Errors::csv_repeated( $number, $lines[ $number ] );
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
			if ( $records && ( ! is_array( $cells ) || count( $records ) === Csv_File::CHUNK ) ) {
				$import  = self::compare_records( $records, $import );
				$records = array();
			}
			if ( ! is_array( $cells ) ) {
				usort( $import['errors'], array( self::class, 'compare_lines' ) );
				return $import;
			}
			$line += 1 + substr_count( implode( '', $cells ), "\n" );
		}
	}

	/**
	 * Compares two rows by line.
	 *
	 * @param array{line: int} $one   One.
	 * @param array{line: int} $other Another.
	 * @return int
	 */
	private static function compare_lines( $one, $other ) {
		return $one['line'] - $other['line'];
	}

	/**
	 * Compares rows with the images of the site.
	 *
	 * @param array<int, array<string, mixed>> $records From Csv_File::read_record(), each with its `line`.
	 * @param array<string, mixed>             $import  As self::read() returns it.
	 * @return array<string, mixed> The same, with these rows added.
	 */
	private static function compare_records( $records, $import ) {
		_prime_post_caches( wp_list_pluck( $records, 'attachment_id' ), false, true );
		foreach ( $records as $record ) {
			$row = self::compare_record( $record );
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
		Export::forget_cached_posts();
		return $import;
	}

	/**
	 * Compares a row with its image.
	 *
	 * @param array<string, mixed> $record From Csv_File::read_record(), with its `line`.
	 * @return array<string, mixed>|WP_Error|null One of the `rows` of self::read(); null if there is no
	 *   such image.
	 */
	private static function compare_record( $record ) {
		$id = $record['attachment_id'];
		if ( ! wp_attachment_is_image( $id ) || 'trash' === get_post( $id )->post_status ) {
			return null;
		}
		$file = wp_basename( (string) get_post_meta( $id, '_wp_attached_file', true ) );
		if ( '' !== $record['file'] && wp_basename( $record['file'] ) !== $file ) {
			return Core\Errors::csv_other_file( $id, $file, $record['file'] );
		}
		$previous = Library\Alt_Text::get( $id );
		$was      = '' === $previous && (bool) get_post_meta( $id, Library\Alt_Text::DECORATIVE_KEY, true );
		$text     = $record['alt_text'] === $previous ? $previous : Core\Text::clean( $record['alt_text'] );
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
	 * Writes the texts and marks of an import. Checks no permissions. Texts that changed since the file was read
	 * are not overwritten.
	 *
	 * @param array<int, array<string, mixed>> $rows     `rows` of self::read().
	 * @param int                              $batch_id The batch of the previous rows, if the file comes in parts;
	 *   0 starts a new batch.
	 * @return array{batch_id: int, written: int, errors: array<int, array{line: int, message: string}>}|WP_Error
	 *         `batch_id` is 0 if nothing was written. The error is altscribe_batch_not_found if there is no such import,
	 *         or altscribe_queue_unavailable if the database refused it.
	 */
	public static function apply( $rows, $batch_id = 0 ) {
		$is_new = 0 === $batch_id;
		if ( $is_new ) {
			$batch_id = self::insert();
			if ( ! $batch_id ) {
				return Core\Errors::queue_unavailable();
			}
		}
		$batch = Batches\Store::find_batch( $batch_id );
		if ( ! $batch || 'import' !== $batch['origin'] ) {
			return Core\Errors::batch_not_found();
		}
		$result = array(
			'batch_id' => (int) $batch['id'],
			'written'  => 0,
			'errors'   => array(),
		);
		foreach ( array_chunk( $rows, Csv_File::CHUNK ) as $chunk ) {
			_prime_post_caches( wp_list_pluck( $chunk, 'attachment_id' ), false, true );
			foreach ( $chunk as $row ) {
				$written = self::apply_row( $row, $result['batch_id'] );
				if ( is_wp_error( $written ) ) {
					$result['errors'][] = array(
						'line'    => $row['line'],
						'message' => $written->get_error_message(),
					);
				} else {
					++$result['written'];
				}
			}
			Export::forget_cached_posts();
		}
		if ( $is_new && 0 === $result['written'] ) {
			Batches\Store::delete_batch( $result['batch_id'] );
			$result['batch_id'] = 0;
		} else {
			Batches\Store::update_batch( $result['batch_id'], array( 'total' => array_sum( Batches\Batch_Routes::count_items( $result['batch_id'] ) ) ) );
		}
		return $result;
	}

	/**
	 * Adds the batch of an import. Its status is finished from the beginning, because nothing is
	 * generated.
	 *
	 * @return int Its id; 0 if the database refused it.
	 */
	private static function insert() {
		$batch_id = Batches\Store::insert_batch(
			Batches\Start::batch_args(
				array(
					'origin'    => 'import',
					'overwrite' => true,
				)
			)
		);
		Batches\Store::update_batch(
			$batch_id,
			array(
				'state'    => 'finished',
				'finished' => time(),
			)
		);
		return $batch_id;
	}

	/**
	 * Writes one row.
	 *
	 * @param array<string, mixed> $row      One of the `rows` of self::read().
	 * @param int                  $batch_id The batch of the import.
	 * @return true|WP_Error
	 */
	private static function apply_row( $row, $batch_id ) {
		$id   = $row['attachment_id'];
		$item = Batches\Store::find_item( $id );
		if ( Batches\Store::is_queued( $id ) ) {
			return Core\Errors::being_generated();
		}
		$error = Library\Alt_Text::find_problem( $id );
		if ( $error ) {
			return $error;
		}
		if ( Library\Alt_Text::get( $id ) !== $row['previous_text'] ) {
			return Core\Errors::text_changed();
		}
		// It replaces the item of an earlier batch.
		$values = Suggestions\Decisions::read_undo_data( $id ) + array(
			'batch_id'      => $batch_id,
			'attempts'      => 0,
			'round'         => 0,
			'purpose'       => '',
			'language'      => '',
			'previous_text' => $row['previous_text'],
		);
		$error  = Batches\Control::write_item( $id, $row['alt_text'], $row['previous_text'], $item, $values );
		if ( $error ) {
			return $error;
		}
		if ( '' !== $row['alt_text'] && $row['alt_text'] !== $row['previous_text'] ) {
			Library\Provenance::record( $id, $row['alt_text'], array( 'source' => 'imported' ) );
		}
		Library\Alt_Text::mark_decorative( $id, $row['decorative'] );
		return true;
	}

	/**
	 * Previews the changes of those rows that the user may write.
	 *
	 * @param string $csv        The file, or a part of it with the names of the columns.
	 * @param int    $first_line As for self::read().
	 * @return array<string, mixed>|WP_Error From self::read(); each of the `rows` has the codes of its `findings`.
	 */
	public static function preview( $csv, $first_line ) {
		// phpcs:disable WordPress.WP.AlternativeFunctions -- A stream in memory.
		$handle = fopen( 'php://temp', 'w+b' );
		fwrite( $handle, $csv );
		rewind( $handle );
		$import = self::read( $handle, $first_line );
		fclose( $handle );
		// phpcs:enable
		if ( is_wp_error( $import ) ) {
			return $import;
		}
		$foreign        = self::list_forbidden_rows( $import['rows'] );
		$import['rows'] = array_values( array_diff_key( $import['rows'], $foreign ) );
		$import['errors'] = array_merge( $import['errors'], array_values( array_map( array( self::class, 'forbidden_row' ), $foreign ) ) );
		usort( $import['errors'], array( self::class, 'compare_lines' ) );
		// The language of an image may be that of the post it was uploaded to.
		_prime_post_caches( array_filter( array_unique( array_map( 'wp_get_post_parent_id', wp_list_pluck( $import['rows'], 'attachment_id' ) ) ) ), false, true );
		$known = Library\Repeated_Texts::list_known_texts( wp_list_pluck( $import['rows'], 'alt_text', 'attachment_id' ) );
		foreach ( $import['rows'] as $index => $row ) {
			$import['rows'][ $index ]['findings'] = '' === $row['alt_text'] ? array() : Checks\Text_Checks::check( $row['alt_text'], Library\Findings::surroundings( $row['attachment_id'], $row['alt_text'], $known ) );
		}
		return $import;
	}

	/**
	 * Writes those rows from a browser that the user may write.
	 *
	 * @param array<int, array<string, mixed>> $rows     As for self::apply(). Their texts are not cleaned yet.
	 * @param int                              $batch_id As for self::apply().
	 * @return array<string, mixed>|WP_Error As self::apply() returns it; the other rows are among its `errors`.
	 */
	public static function apply_if_permitted( $rows, $batch_id ) {
		$foreign = self::list_forbidden_rows( $rows );
		$clean   = array();
		foreach ( array_diff_key( $rows, $foreign ) as $row ) {
			$text    = Core\Text::clean( $row['alt_text'] );
			$clean[] = array_merge(
				$row,
				array(
					'alt_text'   => $text,
					'decorative' => $row['decorative'] && '' === $text,
				)
			);
		}
		$result = self::apply( $clean, $batch_id );
		if ( ! is_wp_error( $result ) ) {
			$result['errors'] = array_merge( $result['errors'], array_values( array_map( array( self::class, 'forbidden_row' ), $foreign ) ) );
		}
		return $result;
	}

	/**
	 * The rows that the user may not write.
	 *
	 * @param array<int, array{attachment_id: int}> $rows The rows.
	 * @return array<int, array{attachment_id: int}> With their keys.
	 */
	private static function list_forbidden_rows( $rows ) {
		// Permission to edit an attachment depends on the post that it was uploaded to. An attachment is an image if its
		// file is one.
		$ids = wp_list_pluck( $rows, 'attachment_id' );
		_prime_post_caches( $ids, false, true );
		_prime_post_caches( array_unique( array_filter( array_map( 'wp_get_post_parent_id', $ids ) ) ), false, false );
		return array_filter(
			$rows,
			function ( $row ) {
				return ! wp_attachment_is_image( $row['attachment_id'] ) || ! Core\Permissions::may_generate_for( $row['attachment_id'] );
			}
		);
	}

	/**
	 * The error for a row that the user may not write.
	 *
	 * @param array{line: int, attachment_id: int} $row The row.
	 * @return array{line: int, message: string}
	 */
	private static function forbidden_row( $row ) {
		return array(
			'line'    => $row['line'],
			/* translators: %s: id of an image. */
			'message' => sprintf( __( 'Sorry, you are not allowed to edit image %s.', 'altscribe' ), $row['attachment_id'] ),
		);
	}
}
