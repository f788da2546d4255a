<?php
/**
 * Plugin Name: Altscribe bench
 *
 * Responds as the service to WP-CLI, and notes how much memory that takes.
 */

defined( 'ABSPATH' ) || exit;

if ( defined( 'WP_CLI' ) && WP_CLI ) {
	add_filter(
		'pre_http_request',
		function () {
			static $calls = 0;
			if ( 0 === $calls++ % 1000 ) {
				$line = array(
					'images'    => $calls - 1,
					'seconds'   => round( microtime( true ) - $_SERVER['REQUEST_TIME_FLOAT'] ),
					'kilobytes' => round( memory_get_usage() / 1024 ),
					'peak'      => round( memory_get_peak_usage() / 1024 ),
				);
				file_put_contents( ABSPATH . 'memory.jsonl', wp_json_encode( $line ) . "\n", FILE_APPEND );
			}
			return array(
				'headers'  => array(),
				'cookies'  => array(),
				'response' => array(
					'code'    => 200,
					'message' => 'OK',
				),
				'body'     => wp_json_encode(
					array(
						'altText'          => 'A boat below a bridge',
						'CreditsAvailable' => 7,
						'plan_type'        => 'pro',
						'userDetails'      => array(
							'user_id'           => 'site@example.com',
							'plan_type'         => 'pro',
							'credits_available' => 7,
						),
					)
				),
			);
		},
		20
	);
}
