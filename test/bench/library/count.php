<?php
/**
 * Plugin Name: Altscribe bench
 *
 * Says in a header of each response what it took.
 */

defined( 'ABSPATH' ) || exit;

ob_start(
	function ( $output ) {
		$cost = array(
			'ms'      => round( 1000 * ( microtime( true ) - $_SERVER['REQUEST_TIME_FLOAT'] ) ),
			'queries' => get_num_queries(),
			'mb'      => round( memory_get_peak_usage() / 1048576, 1 ),
		);
		header( 'X-Bench: ' . wp_json_encode( $cost ) );
		return $output;
	}
);
