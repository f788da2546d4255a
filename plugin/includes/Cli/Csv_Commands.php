<?php
/**
 * wp altscribe export and import.
 *
 * @package Altscribe
 */

namespace Altscribe\Cli;

use Altscribe\Csv;
use WP_CLI;

defined( 'ABSPATH' ) || exit;

final class Csv_Commands {

	/**
	 * Writes images and their texts as a CSV file, as Media > Alt text does.
	 *
	 * ## OPTIONS
	 *
	 * [<file>]
	 * : A new file. By default standard output.
	 *
	 * [--state=<state>]
	 * : Only images in this state.
	 * ---
	 * options:
	 *   - missing
	 *   - unread
	 *   - suggested
	 *   - check
	 *   - decorative
	 *   - good
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp altscribe export texts.csv
	 *     $ wp altscribe export --state=check > to-check.csv
	 *
	 * @param string[]              $files   The file.
	 * @param array<string, string> $options Options.
	 */
	public static function export( $files, $options ) {
		$filters = isset( $options['state'] ) ? array( 'state' => $options['state'] ) : array();
		if ( ! $files ) {
			Csv\Export::export( STDOUT, $filters );
			return;
		}
		// phpcs:disable WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors -- A stream; errors are reported below.
		$handle = @fopen( $files[0], 'xb' );
		if ( ! $handle ) {
			/* translators: %s: name of a file. */
			Output::fail( array( sprintf( __( '%s already exists or cannot be written.', 'altscribe' ), $files[0] ) ) );
		}
		$number = Csv\Export::export( $handle, $filters );
		fclose( $handle );
		// phpcs:enable
		/* translators: 1: number of images, 2: name of a file. */
		WP_CLI::success( sprintf( _n( 'Wrote %1$s image to %2$s.', 'Wrote %1$s images to %2$s.', $number, 'altscribe' ), number_format_i18n( $number ), $files[0] ) );
	}

	/**
	 * Imports texts from a CSV file with the columns id and alt_text, such as an edited export. Shows the changes
	 * and asks for confirmation. Can be undone for 30 days at Media > Alt text.
	 *
	 * ## OPTIONS
	 *
	 * <file>
	 * : The file; - for standard input.
	 *
	 * [--dry-run]
	 * : Only shows what would change.
	 *
	 * [--yes]
	 * : Replaces texts without asking.
	 *
	 * [--format=<format>]
	 * : Output format.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 * ---
	 *
	 * ## EXIT CODES
	 *
	 * 0: everything was imported. 1: an error, nothing was changed. 2: some texts had been changed meanwhile and were
	 * not overwritten.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp altscribe import texts.csv --dry-run
	 *     $ wp altscribe import texts.csv --yes
	 *
	 * @param string[]              $files   The file.
	 * @param array<string, string> $options Options.
	 */
	public static function import( $files, $options ) {
		$import = self::read( $files[0] );
		$rows   = $import['rows'];
		$format = $options['format'];
		self::print_changes( $import, $format );
		if ( $rows && ! WP_CLI\Utils\get_flag_value( $options, 'dry-run' ) ) {
			/* translators: %s: number of images. */
			WP_CLI::confirm( sprintf( _n( 'Change the text of %s image?', 'Change the texts of %s images?', count( $rows ), 'altscribe' ), number_format_i18n( count( $rows ) ) ), $options );
			self::apply( $rows, $format );
		}
	}

	/**
	 * Reads a file, or ends the command if it has errors.
	 *
	 * @param string $file Its name, or `-` for standard input.
	 * @return array<string, mixed> From Csv\Import::read().
	 */
	private static function read( $file ) {
		// phpcs:ignore WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors -- A stream; errors are reported below.
		$handle = '-' === $file ? STDIN : @fopen( $file, 'rb' );
		if ( ! $handle ) {
			/* translators: %s: name of a file. */
			Output::fail( array( sprintf( __( '%s cannot be read.', 'altscribe' ), $file ) ) );
		}
		$import = Csv\Import::read( $handle );
		if ( is_wp_error( $import ) ) {
			Output::fail( $import->get_error_messages() );
		}
		Output::fail( array_map( array( self::class, 'describe_line' ), $import['errors'] ) );
		return $import;
	}

	/**
	 * Prints what an import would change.
	 *
	 * @param array<string, mixed> $import From Csv\Import::read().
	 * @param string               $format How the rows are listed.
	 */
	private static function print_changes( $import, $format ) {
		$rows = $import['rows'];
		$from = 0;
		Output::print_rows(
			$format,
			array( 'line', 'attachment_id', 'title', 'previous_text', 'alt_text', 'decorative' ),
			function () use ( $rows, &$from ) {
				$from += Output::ROWS;
				return array_map( array( self::class, 'import_row' ), array_slice( $rows, $from - Output::ROWS, Output::ROWS ) );
			}
		);
		if ( $import['unknown'] ) {
			/* translators: %s: list of ids. */
			WP_CLI::warning( sprintf( __( 'Image not found on this site: %s.', 'altscribe' ), implode( ', ', wp_list_pluck( $import['unknown'], 'attachment_id' ) ) ) );
		}
		/* translators: 1, 2: numbers of images. */
		Output::print_message( sprintf( __( '%1$s to change, %2$s unchanged.', 'altscribe' ), number_format_i18n( count( $rows ) ), number_format_i18n( $import['unchanged'] ) ), $format );
	}

	/**
	 * Writes the rows of an import.
	 *
	 * @param array<array<string, mixed>> $rows   From Csv\Import::read().
	 * @param string                      $format `table`, or a format for programs.
	 */
	private static function apply( $rows, $format ) {
		$result = Csv\Import::apply( $rows );
		if ( is_wp_error( $result ) ) {
			Output::fail( $result->get_error_messages() );
		}
		foreach ( $result['errors'] as $error ) {
			WP_CLI::warning( self::describe_line( $error ) );
		}
		/* translators: %s: number of images. */
		Output::print_message( sprintf( _n( '%s text changed.', '%s texts changed.', $result['written'], 'altscribe' ), number_format_i18n( $result['written'] ) ), $format );
		if ( $result['errors'] ) {
			WP_CLI::halt( $result['written'] ? Output::PARTIAL : 1 );
		}
	}

	/**
	 * The row of a change.
	 *
	 * @param array<string, mixed> $row From Csv\Import::read().
	 * @return array<string, mixed>
	 */
	private static function import_row( $row ) {
		$row['decorative'] = $row['decorative'] ? 1 : 0;
		return $row;
	}

	/**
	 * The message for a line with an error.
	 *
	 * @param array{line: int, message: string} $error The error.
	 * @return string
	 */
	private static function describe_line( $error ) {
		/* translators: 1: number of a line, 2: what is wrong with it. */
		return sprintf( __( 'Line %1$s: %2$s', 'altscribe' ), number_format_i18n( $error['line'] ), $error['message'] );
	}
}
