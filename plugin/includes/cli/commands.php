<?php
/**
 * The WP-CLI commands and their output.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Exit code: some images were done, others were not. 0 means all were done; 1 means an error, and
 * none were.
 */
const ALTSCRIBE_CLI_PARTIAL = 2;

/** How many rows are in memory at a time. */
const ALTSCRIBE_CLI_ROWS = 500;

/**
 * Ends the command with all its problems, if it has any.
 *
 * @param string[] $problems Sentences; may be empty.
 */
function altscribe_cli_fail( $problems ) {
	foreach ( $problems as $problem ) {
		WP_CLI::error( $problem, false );
	}
	if ( $problems ) {
		WP_CLI::halt( 1 );
	}
}

/** Ends the command if the site is not connected to a service. */
function altscribe_cli_need_connection() {
	if ( ! altscribe_is_connected( altscribe_settings() ) ) {
		altscribe_cli_fail( array( altscribe_cli_not_connected() ) );
	}
}

/**
 * The message that the site is not connected, with the next step.
 *
 * @return string
 */
function altscribe_cli_not_connected() {
	return trim( __( 'This site is not connected to a service. Go to Settings > Altscribe.', 'altscribe' ) . ' ' . altscribe_key_needed_message( altscribe_stored_settings() ) );
}

/**
 * Prints a message: on standard error if the output is for another program.
 *
 * @param string $message A sentence.
 * @param string $format  `table`, or a format for programs.
 */
function altscribe_cli_print_message( $message, $format ) {
	if ( 'table' === $format ) {
		WP_CLI::log( $message );
	} elseif ( ! WP_CLI::get_config( 'quiet' ) ) {
		fwrite( STDERR, $message . "\n" ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- not a file.
	}
}

/**
 * Prints any number of rows, in chunks. A table repeats its header every ALTSCRIBE_CLI_ROWS rows.
 *
 * @param string   $format  `table`, `csv` or `json`.
 * @param string[] $columns The columns.
 * @param callable $next    Returns the next rows, each an array by column; an empty array at the end.
 * @return int The number of rows.
 */
function altscribe_cli_print_rows( $format, $columns, $next ) {
	$number = 0;
	while ( $rows = $next() ) { // phpcs:ignore -- Until there are none.
		if ( 'json' === $format ) {
			foreach ( $rows as $row ) {
				// phpcs:ignore WordPress.Security.EscapeOutput -- JSON for a program.
				echo $number++ ? ",\n" : '[', wp_json_encode( wp_array_slice_assoc( $row, $columns ), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
			}
			continue;
		}
		if ( 'csv' === $format ) {
			WP_CLI\Utils\write_csv( STDOUT, altscribe_cli_pick_columns( $rows, $columns ), $number ? array() : $columns );
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
 * Reduces rows to some columns, in order.
 *
 * @param array<array<string, mixed>> $rows    Rows.
 * @param string[]                    $columns The columns.
 * @return array<array<string, mixed>>
 */
function altscribe_cli_pick_columns( $rows, $columns ) {
	return array_map(
		function ( $row ) use ( $columns ) {
			return array_merge( array_fill_keys( $columns, '' ), wp_array_slice_assoc( $row, $columns ) );
		},
		$rows
	);
}

/**
 * Reads an option that is a positive number.
 *
 * @param array<string, string> $options  The options of the command.
 * @param string                $name     The name of the option.
 * @param string[]              $problems Gets a sentence if it is not a number from 1.
 * @return int 0 if the option is absent.
 */
function altscribe_cli_get_number( $options, $name, &$problems ) {
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

/**
 * Generates, checks, exports and imports the alt texts of the media library.
 */
class Altscribe_CLI_Namespace extends WP_CLI\Dispatcher\CommandNamespace {
}

/**
 * Shows, runs and clears the queue of images that wait for a text.
 */
class Altscribe_CLI_Queue_Namespace extends WP_CLI\Dispatcher\CommandNamespace {
}

/**
 * Lists, accepts and rejects suggested alt texts.
 */
class Altscribe_CLI_Review_Namespace extends WP_CLI\Dispatcher\CommandNamespace {
}

WP_CLI::add_command( 'altscribe', 'Altscribe_CLI_Namespace' );
WP_CLI::add_command( 'altscribe generate', 'altscribe_cli_generate' );
WP_CLI::add_command( 'altscribe check', 'altscribe_cli_check' );
WP_CLI::add_command( 'altscribe status', 'altscribe_cli_status' );
WP_CLI::add_command( 'altscribe report', 'altscribe_cli_report' );
WP_CLI::add_command( 'altscribe account', 'altscribe_cli_account' );
WP_CLI::add_command( 'altscribe test', 'altscribe_cli_test' );
WP_CLI::add_command( 'altscribe export', 'altscribe_cli_export' );
WP_CLI::add_command( 'altscribe import', 'altscribe_cli_import' );
WP_CLI::add_command( 'altscribe find-uses', 'altscribe_cli_find_uses' );
WP_CLI::add_command( 'altscribe queue', 'Altscribe_CLI_Queue_Namespace' );
WP_CLI::add_command( 'altscribe queue list', 'altscribe_cli_list_queue' );
WP_CLI::add_command( 'altscribe queue run', 'altscribe_cli_run_queue' );
WP_CLI::add_command( 'altscribe queue clear', 'altscribe_cli_clear_queue' );
WP_CLI::add_command( 'altscribe review', 'Altscribe_CLI_Review_Namespace' );
WP_CLI::add_command( 'altscribe review list', 'altscribe_cli_list_suggestions' );
WP_CLI::add_command( 'altscribe review accept', 'altscribe_cli_accept_suggestions' );
WP_CLI::add_command( 'altscribe review reject', 'altscribe_cli_reject_suggestions' );
