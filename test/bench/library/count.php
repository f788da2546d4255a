<?php
/**
 * Plugin Name: Altscribe bench
 *
 * Says at the end of each screen what it took.
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'in_admin_footer',
	function () {
		$numbers = array(
			'ms'      => round( 1000 * timer_float() ),
			'queries' => get_num_queries(),
			'mb'      => round( memory_get_peak_usage() / 1048576, 1 ),
		);
		echo '<!-- bench ' . wp_json_encode( $numbers ) . ' -->';
	},
	PHP_INT_MAX
);
