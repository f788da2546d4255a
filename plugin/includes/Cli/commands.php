<?php
/**
 * The WP-CLI commands.
 *
 * @package Altscribe
 */

namespace Altscribe\Cli;

use WP_CLI;
use WP_CLI\Dispatcher\CommandNamespace;

defined( 'ABSPATH' ) || exit;

/**
 * Generates, checks, exports and imports the alt texts of the media library.
 */
class Altscribe_Namespace extends CommandNamespace {
}

/**
 * Shows, runs and clears the queue of images that wait for a text.
 */
class Queue_Namespace extends CommandNamespace {
}

/**
 * Lists, accepts and rejects suggested alt texts.
 */
class Review_Namespace extends CommandNamespace {
}

WP_CLI::add_command( 'altscribe', Altscribe_Namespace::class );
WP_CLI::add_command( 'altscribe generate', array( Generate_Commands::class, 'generate' ) );
WP_CLI::add_command( 'altscribe check', array( Check_Commands::class, 'check' ) );
WP_CLI::add_command( 'altscribe status', array( Account_Commands::class, 'status' ) );
WP_CLI::add_command( 'altscribe report', array( Check_Commands::class, 'report' ) );
WP_CLI::add_command( 'altscribe account', array( Account_Commands::class, 'account' ) );
WP_CLI::add_command( 'altscribe test', array( Account_Commands::class, 'test' ) );
WP_CLI::add_command( 'altscribe export', array( Csv_Commands::class, 'export' ) );
WP_CLI::add_command( 'altscribe import', array( Csv_Commands::class, 'import' ) );
WP_CLI::add_command( 'altscribe find-uses', array( Queue_Commands::class, 'find_uses' ) );
WP_CLI::add_command( 'altscribe queue', Queue_Namespace::class );
WP_CLI::add_command( 'altscribe queue list', array( Queue_Commands::class, 'list' ) );
WP_CLI::add_command( 'altscribe queue run', array( Queue_Commands::class, 'run' ) );
WP_CLI::add_command( 'altscribe queue clear', array( Queue_Commands::class, 'clear' ) );
WP_CLI::add_command( 'altscribe review', Review_Namespace::class );
WP_CLI::add_command( 'altscribe review list', array( Review_Commands::class, 'list' ) );
WP_CLI::add_command( 'altscribe review accept', array( Review_Commands::class, 'accept' ) );
WP_CLI::add_command( 'altscribe review reject', array( Review_Commands::class, 'reject' ) );
