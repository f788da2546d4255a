<?php
/**
 * The commands of WP-CLI: wp altscribe …
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Generates, checks, exports and imports the alt texts of the media library.
 */
class Altscribe_CLI_Namespace extends WP_CLI\Dispatcher\CommandNamespace {
}

/**
 * Shows, works on and clears the queue of images that wait for a text.
 */
class Altscribe_CLI_Queue_Namespace extends WP_CLI\Dispatcher\CommandNamespace {
}

WP_CLI::add_command( 'altscribe', 'Altscribe_CLI_Namespace' );
WP_CLI::add_command( 'altscribe generate', 'altscribe_cli_generate' );
WP_CLI::add_command( 'altscribe check', 'altscribe_cli_check' );
WP_CLI::add_command( 'altscribe status', 'altscribe_cli_status' );
WP_CLI::add_command( 'altscribe account', 'altscribe_cli_account' );
WP_CLI::add_command( 'altscribe test', 'altscribe_cli_test' );
WP_CLI::add_command( 'altscribe export', 'altscribe_cli_export' );
WP_CLI::add_command( 'altscribe import', 'altscribe_cli_import' );
WP_CLI::add_command( 'altscribe queue', 'Altscribe_CLI_Queue_Namespace' );
WP_CLI::add_command( 'altscribe queue list', 'altscribe_cli_list_queue' );
WP_CLI::add_command( 'altscribe queue run', 'altscribe_cli_run_queue' );
WP_CLI::add_command( 'altscribe queue clear', 'altscribe_cli_clear_queue' );
