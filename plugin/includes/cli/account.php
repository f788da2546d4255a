<?php
/**
 * The commands wp altscribe status, account and test.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Counts the images by the state of their text, in total and by language.
 *
 * ## OPTIONS
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
 * ## EXAMPLES
 *
 *     $ wp altscribe status
 *
 * @param string[]              $ids     Unused.
 * @param array<string, string> $options Options.
 */
function altscribe_cli_status( $ids, $options ) {
	$all  = altscribe_count_states();
	$rows = array( array( 'language' => 'all' ) + $all );
	$rows = array_merge( $rows, altscribe_counts_by_language() );
	altscribe_cli_print_rows(
		$options['format'],
		array( 'language', 'images', 'missing', 'unread', 'check', 'decorative', 'good' ),
		function () use ( &$rows ) {
			return array_splice( $rows, 0, ALTSCRIBE_CLI_ROWS );
		}
	);
	if ( $all['pending'] ) {
		/* translators: %s: number of texts. */
		altscribe_cli_print_message( sprintf( _n( '%s text not checked yet. Run: wp altscribe check', '%s texts not checked yet. Run: wp altscribe check', $all['pending'], 'altscribe' ), number_format_i18n( $all['pending'] ) ), $options['format'] );
	}
	$batch = altscribe_current_batch();
	if ( $batch && in_array( $batch['state'], array( 'running', 'paused', 'halted' ), true ) ) {
		altscribe_cli_print_message( __( 'Alt text is being generated. Details: wp altscribe queue list', 'altscribe' ), $options['format'] );
	}
	if ( ! altscribe_is_connected( altscribe_settings() ) ) {
		altscribe_cli_print_message( altscribe_cli_not_connected(), $options['format'] );
	}
}

/**
 * Shows the account: its plan and remaining credits.
 *
 * ## OPTIONS
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
 * ## EXAMPLES
 *
 *     $ wp altscribe account --format=json
 *
 * @param string[]              $ids     Unused.
 * @param array<string, string> $options Options.
 */
function altscribe_cli_account( $ids, $options ) {
	altscribe_cli_need_connection();
	$account = altscribe_get_cached_account( altscribe_settings() );
	if ( is_wp_error( $account ) ) {
		altscribe_cli_fail( $account->get_error_messages() );
	}
	$rows = array( $account );
	altscribe_cli_print_rows(
		$options['format'],
		array( 'user_id', 'plan_type', 'credits_available' ),
		function () use ( &$rows ) {
			return array_splice( $rows, 0 );
		}
	);
}

/**
 * Tests the connection to the service with the current settings.
 *
 * ## EXAMPLES
 *
 *     $ wp altscribe test
 *     Success: Connected to https://alt.example.com as shop@example.com: plan pro, 47 credits left.
 */
function altscribe_cli_test() {
	altscribe_cli_need_connection();
	$settings = altscribe_settings();
	$account  = altscribe_get_account( $settings );
	if ( is_wp_error( $account ) ) {
		altscribe_cli_fail( altscribe_reword_for_connection_test( $account )->get_error_messages() );
	}
	if ( altscribe_is_unlimited( $account ) ) {
		/* translators: 1: URL, 2: e-mail address. */
		WP_CLI::success( sprintf( __( 'Connected to %1$s as %2$s: unlimited plan.', 'altscribe' ), $settings['service_url'], $account['user_id'] ) );
		return;
	}
	WP_CLI::success(
		sprintf(
			/* translators: 1: URL, 2: e-mail address, 3: name of a plan, 4: number of credits. */
			__( 'Connected to %1$s as %2$s: plan %3$s, %4$s credits left.', 'altscribe' ),
			$settings['service_url'],
			$account['user_id'],
			$account['plan_type'],
			number_format_i18n( $account['credits_available'] )
		)
	);
}
