<?php
/**
 * Plugin Name: Altscribe test constants
 *
 * Defines the constants that a test needs, before plugins load, like wp-config.php.
 */

defined( 'ABSPATH' ) || exit;

foreach ( get_option( 'altscribe_test_constants', array() ) as $name => $value ) {
	define( $name, $value );
}

// As in Arabic or Hebrew, whose translations this machine may not have.
if ( defined( 'ALTSCRIBE_TEST_RTL' ) ) {
	add_filter(
		'gettext_with_context',
		function ( $translation, $text, $context ) {
			return 'text direction' === $context ? 'rtl' : $translation;
		},
		10,
		3
	);
}

// The responses of WPML and Polylang for a post.
if ( defined( 'ALTSCRIBE_TEST_LANGUAGE' ) ) {
	add_filter(
		'wpml_post_language_details',
		function () {
			return array( 'language_code' => ALTSCRIBE_TEST_LANGUAGE );
		}
	);
}

// Custom fields that blocks can be bound to.
if ( defined( 'ALTSCRIBE_TEST_META' ) ) {
	add_action(
		'init',
		function () {
			foreach ( array( 'test_one', 'test_two' ) as $key ) {
				register_post_meta( 'post', $key, array( 'type' => 'string', 'single' => true, 'show_in_rest' => true, 'default' => '' ) );
			}
		}
	);
}

// The classic editor, as its plugin restores it.
if ( defined( 'ALTSCRIBE_TEST_CLASSIC' ) ) {
	add_filter( 'use_block_editor_for_post', '__return_false' );
}

// How many images the queue processes in parallel.
if ( defined( 'ALTSCRIBE_TEST_CONCURRENCY' ) ) {
	add_filter(
		'altscribe_queue_concurrency',
		function () {
			return (int) ALTSCRIBE_TEST_CONCURRENCY;
		}
	);
}

// PHP of another plugin.
eval( get_option( 'altscribe_test_php', '' ) );

// Its blocks.
add_action(
	'enqueue_block_editor_assets',
	function () {
		$script = get_option( 'altscribe_test_script' );
		if ( $script ) {
			wp_enqueue_script( 'wp-block-editor' );
			wp_add_inline_script( 'wp-block-editor', $script );
		}
	},
	1
);

// The number of queries of a page, with and without the plugin.
if ( isset( $_SERVER['HTTP_X_ALTSCRIBE_TEST_QUERIES'] ) ) {
	add_action(
		'shutdown',
		function () {
			printf( '<!-- %d queries -->', get_num_queries() );
		},
		0
	);
}
if ( isset( $_SERVER['HTTP_X_ALTSCRIBE_TEST_WITHOUT'] ) ) {
	add_filter(
		'option_active_plugins',
		function ( $plugins ) {
			return array_values( array_diff( $plugins, array( 'altscribe/altscribe.php' ) ) );
		}
	);
}
