<?php
/**
 * The widget "Alt text" on the dashboard: how many images are in which state.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'wp_dashboard_setup', 'altscribe_add_dashboard_widget' );

/** Adds the widget, for those who may work on the whole media library. */
function altscribe_add_dashboard_widget() {
	if ( altscribe_may_use_queue() ) {
		wp_add_dashboard_widget( 'altscribe_alt_text', __( 'Alt text', 'altscribe' ), 'altscribe_render_dashboard_widget' );
	}
}

/** Prints the widget. */
function altscribe_render_dashboard_widget() {
	$counts = altscribe_kept_counts();
	if ( 0 === $counts['images'] ) {
		echo '<p>' . esc_html__( 'The media library has no images yet.', 'altscribe' ) . '</p>';
		return;
	}
	if ( 0 === $counts['missing'] + $counts['check'] ) {
		echo '<p>' . esc_html__( 'Every image has alt text.', 'altscribe' ) . '</p>';
	}
	echo '<ul>';
	foreach ( altscribe_dashboard_lines( $counts ) as $state => $line ) {
		$url = add_query_arg(
			array(
				'mode'            => 'list',
				'altscribe_state' => $state,
			),
			admin_url( 'upload.php' )
		);
		printf( '<li><a href="%s">%s</a></li>', esc_url( $url ), esc_html( $line ) );
	}
	echo '</ul>';
	if ( $counts['missing'] > 0 ) {
		printf( '<p><a class="button" href="%s">%s</a></p>', esc_url( admin_url( 'upload.php?page=altscribe-media' ) ), esc_html__( 'Generate alt text', 'altscribe' ) );
	}
}

/**
 * "318 images without alt text", for each state with images that matters here.
 *
 * @param array<string, int> $counts As altscribe_kept_counts() returns them.
 * @return array<string, string> By the state.
 */
function altscribe_dashboard_lines( $counts ) {
	$lines = array(
		/* translators: %s: number of images. */
		'missing'    => _n( '%s image without alt text', '%s images without alt text', $counts['missing'], 'altscribe' ),
		/* translators: %s: number of images. */
		'check'      => _n( '%s alt text needs a check', '%s alt texts need a check', $counts['check'], 'altscribe' ),
		/* translators: %s: number of images. */
		'decorative' => _n( '%s decorative image', '%s decorative images', $counts['decorative'], 'altscribe' ),
	);
	foreach ( $lines as $state => $line ) {
		$lines[ $state ] = sprintf( $line, number_format_i18n( $counts[ $state ] ) );
	}
	return array_filter(
		$lines,
		function ( $state ) use ( $counts ) {
			return $counts[ $state ] > 0;
		},
		ARRAY_FILTER_USE_KEY
	);
}
