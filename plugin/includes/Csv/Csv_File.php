<?php
/**
 * CSV files: columns, reading, writing.
 *
 * @package Altscribe
 */

namespace Altscribe\Csv;

use Altscribe\Core;
use Altscribe\Library;
use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Csv_File {

	/** How many images are looked up at a time. */
	public const CHUNK = 200;

	/** Those after `decorative` are for information only: an import ignores them, and records itself as the source of the texts. */
	public const COLUMNS = array( 'id', 'file', 'url', 'language', 'alt_text', 'state', 'decorative', 'source', 'model', 'prompt', 'generated_at', 'read_by', 'read_at', 'text_in_file' );

	public const BYTE_ORDER_MARK = "\xEF\xBB\xBF";

	/**
	 * Cells that a spreadsheet may take for a formula. The optional apostrophes are those of
	 * self::defuse_formula(), so every text survives a round trip.
	 */
	private const FORMULA = '/^\'*\s*[=+\-@\t\r＝＋－＠]/u';

	/** Spreadsheets change `1` and `0` to these. */
	private const BOOLEANS = array(
		''      => null,
		'1'     => true,
		'true'  => true,
		'yes'   => true,
		'0'     => false,
		'false' => false,
		'no'    => false,
	);

	/**
	 * Writes one row.
	 *
	 * @param resource                $handle A writable stream.
	 * @param array<int, string|int> $cells  Texts in UTF-8.
	 */
	public static function write_row( $handle, $cells ) {
		$quoted = array();
		foreach ( $cells as $cell ) {
			$quoted[] = '"' . str_replace( '"', '""', self::defuse_formula( (string) $cell ) ) . '"';
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
	private static function defuse_formula( $text ) {
		// A text that is not valid UTF-8 could be anything.
		return 0 === preg_match( self::FORMULA, $text ) ? $text : "'$text";
	}

	/**
	 * Undoes self::defuse_formula().
	 *
	 * @param string $text The text in the file.
	 * @return string
	 */
	private static function restore_formula( $text ) {
		return "'" === substr( $text, 0, 1 ) && preg_match( self::FORMULA, $text ) ? substr( $text, 1 ) : $text;
	}

	/**
	 * Converts the line ends of a file for PHP: old Mac programs end lines with a carriage return.
	 *
	 * @param resource $handle A readable stream, at its beginning.
	 * @return resource The same stream or another with the same text, at its beginning.
	 */
	public static function open( $handle ) {
		// phpcs:disable WordPress.WP.AlternativeFunctions -- Streams.
		$file = fopen( 'php://temp', 'w+b' );
		if ( ! stream_get_meta_data( $handle )['seekable'] ) {
			stream_copy_to_stream( $handle, $file );
			rewind( $file );
			return self::open( $file );
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
	public static function read_header( $handle ) {
		$line = (string) fgets( $handle );
		if ( 0 === strpos( $line, self::BYTE_ORDER_MARK ) ) {
			$line = substr( $line, strlen( self::BYTE_ORDER_MARK ) );
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
			$columns = array_map( array( self::class, 'read_column_name' ), str_getcsv( $line, $delimiter, '"', '' ) );
			$absent  = array_diff( array( 'id', 'alt_text' ), $columns );
			if ( ! $absent ) {
				return compact( 'delimiter', 'columns', 'lines' );
			}
			$missing = ! $missing || count( $absent ) < count( $missing ) ? $absent : $missing;
		}
		return Core\Errors::csv_columns_missing( $missing );
	}

	/**
	 * The name of a column, ignoring spaces and case.
	 *
	 * @param string|null $cell A cell of the first line.
	 * @return string
	 */
	private static function read_column_name( $cell ) {
		return strtolower( trim( (string) $cell ) );
	}

	/**
	 * Reads a row.
	 *
	 * @param array<int, string> $cells   Its cells.
	 * @param array<int, string> $columns The names of the columns.
	 * @return array{attachment_id: int, file: string, alt_text: string, decorative: bool|null}|WP_Error
	 *         `decorative` is null if the file does not have it.
	 */
	public static function read_record( $cells, $columns ) {
		if ( count( $cells ) !== count( $columns ) ) {
			return Core\Errors::csv_cells( count( $cells ), count( $columns ) );
		}
		if ( 1 !== preg_match( '//u', implode( '', $cells ) ) ) {
			return Core\Errors::csv_encoding();
		}
		$record = array_combine( $columns, array_map( array( self::class, 'restore_formula' ), $cells ) );
		$id     = trim( $record['id'] );
		if ( ! preg_match( '/^[1-9]\d{0,17}$/', $id ) ) {
			return Core\Errors::csv_id( $id );
		}
		$decorative = strtolower( trim( $record['decorative'] ?? '' ) );
		if ( ! array_key_exists( $decorative, self::BOOLEANS ) ) {
			return Core\Errors::csv_decorative( $decorative );
		}
		if ( '' !== trim( $record['alt_text'] ) && self::BOOLEANS[ $decorative ] ) {
			return Core\Errors::csv_decorative_text();
		}
		return array(
			'attachment_id' => (int) $id,
			'file'          => trim( $record['file'] ?? '' ),
			'alt_text'      => $record['alt_text'],
			'decorative'    => self::BOOLEANS[ $decorative ],
		);
	}

	/**
	 * The cells of an image.
	 *
	 * @param int $id The attachment.
	 * @return array<int, string|int> In the order of self::COLUMNS.
	 */
	public static function cells( $id ) {
		$state  = Library\States::of_image( $id )['state'];
		$record = Library\Provenance::describe( Library\Provenance::get( $id ) );
		return array(
			$id,
			wp_basename( (string) get_post_meta( $id, '_wp_attached_file', true ) ),
			(string) wp_get_attachment_url( $id ),
			Core\Languages::of_post( $id ),
			Library\Alt_Text::get( $id ),
			$state,
			'decorative' === $state ? 1 : 0,
			$record ? $record['source'] : '',
			$record ? $record['model'] : '',
			$record ? $record['prompt'] : '',
			$record && 'generated' === $record['source'] ? gmdate( 'c', $record['time'] ) : '',
			$record ? $record['reader_name'] : '',
			$record && $record['read'] ? gmdate( 'c', $record['read'] ) : '',
			Library\States::lacks_text( $id ) ? Library\File_Texts::find( $id )['text'] ?? '' : '',
		);
	}
}
