<?php
/**
 * Runs the table as one user, from a row on, until the time is over. `$args`, besides those of the world: `rows`, `from`
 * (number of a row), and `filters` (PHP that adds filters of `altscribe_capability`).
 */

set_time_limit( 0 );
$until = microtime( true ) + 20;
$GLOBALS['wpdb']->query( 'START TRANSACTION' );
try {
	$GLOBALS['world'] = make_world( $args['role'], $args['excluded'], $args['files'] );
	$params           = list_route_params();
	$table            = new Table( new Person( $GLOBALS['world']['user'], $args['excluded'] ) );
	$try              = function ( $name ) use ( $table, $params, $args ) {
		foreach ( $args['rows'][ $name ] as $row ) {
			$table->try_row( $name, $row + array( 'args' => $params[ $name ] ?? array() ) );
		}
	};
	$names            = array_slice( array_keys( $args['rows'] ), $args['from'] );
	while ( $names && microtime( true ) < $until ) {
		$try( array_shift( $names ) );
	}
	if ( ! $names ) {
		$table->open_media_window();
		$table->is_short = true;
		foreach ( $args['filters'] as $filter ) {
			eval( $filter );
			$table->suffix = ' with ' . substr( preg_replace( '/\s+/', ' ', $filter ), 0, 80 );
			array_map( $try, array_keys( $args['rows'] ) );
			remove_all_filters( 'altscribe_capability' );
		}
	}
	echo "\n" . wp_json_encode( array( 'cells' => $table->cells, 'wrong' => $table->wrong, 'from' => count( $args['rows'] ) - count( $names ) ) );
} finally {
	$GLOBALS['wpdb']->query( 'ROLLBACK' );
	remove_files();
}
