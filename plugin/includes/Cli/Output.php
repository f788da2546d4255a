<?php
/**
 * Output of all commands.
 *
 * @package Altscribe
 */

namespace Altscribe\Cli;

use Altscribe\Core;
use WP_CLI;

defined( 'ABSPATH' ) || exit;

final class Output {

	/**
	 * Exit code: some images were done, others were not. 0 means all were done; 1 means an error, and
	 * none were.
	 */
	public const PARTIAL = 2;

	/** How many rows are in memory at a time. */
	public const ROWS = 500;

	/**
	 * Ends the command with all its problems, if it has any.
	 *
	 * @param string[] $problems Sentences; may be empty.
	 */
	public static function fail( $problems ) {
		foreach ( $problems as $problem ) {
			WP_CLI::error( $problem, false );
		}
		if ( $problems ) {
			WP_CLI::halt( 1 );
		}
	}

	/** Ends the command if the site is not connected to a service. */
	public static function need_connection() {
		if ( ! Core\Settings::is_connected( Core\Settings::get() ) ) {
			self::fail( array( self::not_connected() ) );
		}
	}

	/**
	 * The message that the site is not connected, with the next step.
	 *
	 * @return string
	 */
	public static function not_connected() {
		return trim( __( 'This site is not connected to a service. Go to Settings > Altscribe.', 'altscribe' ) . ' ' . Core\Key_Origin::key_needed_message( Core\Settings::stored() ) );
	}

	/**
	 * Prints a message: on standard error if the output is for another program.
	 *
	 * @param string $message A sentence.
	 * @param string $format  `table`, or a format for programs.
	 */
	public static function print_message( $message, $format ) {
		if ( 'table' === $format ) {
			WP_CLI::log( $message );
		} elseif ( ! WP_CLI::get_config( 'quiet' ) ) {
			fwrite( STDERR, $message . "\n" ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- not a file.
		}
	}

	/**
	 * Prints any number of rows, in chunks. A table repeats its header every self::ROWS rows.
	 *
	 * @param string   $format  `table`, `csv` or `json`.
	 * @param string[] $columns The columns.
	 * @param callable $next    Returns the next rows, each an array by column; an empty array at the end.
	 * @return int The number of rows.
	 */
	public static function print_rows( $format, $columns, $next ) {
		$number = 0;
		while ( $rows = $next() ) { // phpcs:ignore Generic.CodeAnalysis.AssignmentInCondition -- Until there are none.
			if ( 'json' === $format ) {
				foreach ( $rows as $row ) {
					echo $number++ ? ",\n" : '[', wp_json_encode( wp_array_slice_assoc( $row, $columns ), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
				}
				continue;
			}
			if ( 'csv' === $format ) {
				WP_CLI\Utils\write_csv( STDOUT, self::pick_columns( $rows, $columns ), $number ? array() : $columns );
			} else {
				WP_CLI\Utils\format_items( 'table', $rows, $columns );
			}
			$number += count( $rows );
		}
		if ( 'json' === $format ) {
			echo $number ? "]\n" : "[]\n";
		} elseif ( 'csv' === $format && ! $number ) {
			WP_CLI\Utils\write_csv( STDOUT, array(), $columns );
		}
		return $number;
	}

	/**
	 * Prints a list of rows.
	 *
	 * @param string                      $format  As for self::print_rows().
	 * @param string[]                    $columns The columns.
	 * @param array<array<string, mixed>> $rows    The rows.
	 * @return int The number of rows.
	 */
	public static function print_list( $format, $columns, $rows ) {
		return self::print_rows(
			$format,
			$columns,
			function () use ( &$rows ) {
				return array_splice( $rows, 0, self::ROWS );
			}
		);
	}

	/**
	 * Reduces rows to some columns, in order.
	 *
	 * @param array<array<string, mixed>> $rows    Rows.
	 * @param string[]                    $columns The columns.
	 * @return array<array<string, mixed>>
	 */
	private static function pick_columns( $rows, $columns ) {
		return array_map(
			function ( $row ) use ( $columns ) {
				return array_merge( array_fill_keys( $columns, '' ), wp_array_slice_assoc( $row, $columns ) );
			},
			$rows
		);
	}

	/**
	 * The problem with ids in a command that do not belong to an image.
	 *
	 * @param string[] $ids The ids.
	 * @return string[] A sentence, or none.
	 */
	public static function list_id_problems( $ids ) {
		$unknown = array_filter(
			$ids,
			function ( $id ) {
				return ! ctype_digit( $id ) || ! wp_attachment_is_image( (int) $id );
			}
		);
		/* translators: %s: list of ids. */
		return $unknown ? array( sprintf( __( 'Invalid image ID: %s.', 'altscribe' ), implode( ', ', $unknown ) ) ) : array();
	}

	/**
	 * Reads an option that is a positive number.
	 *
	 * @param array<string, string> $options  The options of the command.
	 * @param string                $name     The name of the option.
	 * @param string[]              $problems Gets a sentence if it is not a number from 1.
	 * @return int 0 if the option is absent.
	 */
	public static function get_number( $options, $name, &$problems ) {
		if ( ! isset( $options[ $name ] ) ) {
			return 0;
		}
		if ( ! preg_match( '/^[1-9]\d{0,17}$/D', (string) $options[ $name ] ) ) {
			/* translators: %s: name of an option. */
			$problems[] = sprintf( __( '--%s must be a whole number, 1 or more.', 'altscribe' ), $name );
			return 0;
		}
		return (int) $options[ $name ];
	}
}
