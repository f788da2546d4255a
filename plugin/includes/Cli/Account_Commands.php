<?php
/**
 * wp altscribe status, account and test.
 *
 * @package Altscribe
 */

namespace Altscribe\Cli;

use Altscribe\Batches;
use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Service;
use WP_CLI;

defined( 'ABSPATH' ) || exit;

final class Account_Commands {

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
	public static function status( $ids, $options ) {
		$all  = Library\Counts::count_states();
		$rows = array_merge( array( array( 'language' => 'all' ) + $all ), Library\Counts::counts_by_language() );
		Output::print_list( $options['format'], array( 'language', 'images', 'missing', 'suggested', 'unread', 'check', 'decorative', 'good' ), $rows );
		if ( $all['pending'] ) {
			/* translators: %s: number of texts. */
			Output::print_message( sprintf( _n( '%s text not checked for problems yet. Run: wp altscribe check', '%s texts not checked for problems yet. Run: wp altscribe check', $all['pending'], 'altscribe' ), number_format_i18n( $all['pending'] ) ), $options['format'] );
		}
		$batch = Batches\Store::current_batch();
		if ( $batch && in_array( $batch['state'], array( 'running', 'paused', 'halted' ), true ) ) {
			Output::print_message( __( 'Alt text is being generated. Details: wp altscribe queue list', 'altscribe' ), $options['format'] );
		}
		if ( ! Core\Settings::is_connected( Core\Settings::get() ) ) {
			Output::print_message( Output::not_connected(), $options['format'] );
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
	public static function account( $ids, $options ) {
		Output::need_connection();
		$account = Service\Account::get( Core\Settings::get() );
		if ( is_wp_error( $account ) ) {
			Output::fail( $account->get_error_messages() );
		}
		Output::print_list( $options['format'], array( 'user_id', 'plan_type', 'credits_available' ), array( $account ) );
	}

	/**
	 * Tests the connection to the service with the current settings.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp altscribe test
	 *     Success: Connected to https://alt.example.com as shop@example.com: plan pro, 47 credits left.
	 */
	public static function test() {
		Output::need_connection();
		$settings = Core\Settings::get();
		$account  = Service\Account::fetch( $settings );
		if ( is_wp_error( $account ) ) {
			Output::fail( Core\Errors::reword_for_connection_test( $account )->get_error_messages() );
		}
		if ( Service\Account::is_unlimited( $account ) ) {
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
}
