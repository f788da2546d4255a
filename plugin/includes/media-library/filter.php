<?php
/**
 * The filter "Alt text" of the media library, of its list and of its grid.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'restrict_manage_posts', 'altscribe_render_state_filter' );
add_action( 'pre_get_posts', 'altscribe_filter_list' );
add_filter( 'ajax_query_attachments_args', 'altscribe_filter_grid' );
add_filter( 'posts_where', 'altscribe_filter_by_state', 10, 2 );

/**
 * Prints the filter above the list.
 *
 * @param string $post_type Type of the posts in the list.
 */
function altscribe_render_state_filter( $post_type ) {
	if ( 'attachment' !== $post_type ) {
		return;
	}
	echo '<label for="altscribe-state" class="screen-reader-text">' . esc_html__( 'Filter by alt text', 'altscribe' ) . '</label>';
	echo '<select name="altscribe_state" id="altscribe-state">';
	foreach ( altscribe_state_filters() as $state => $label ) {
		printf( '<option value="%s"%s>%s</option>', esc_attr( $state ), selected( altscribe_get_requested_state(), $state, false ), esc_html( $label ) );
	}
	echo '</select>';
}

/**
 * The state that the request asks for.
 *
 * @return string `missing`, `check`, `decorative` or `good`; '' for all.
 */
function altscribe_get_requested_state() {
	// phpcs:disable WordPress.Security.NonceVerification -- Only filters what is shown.
	$state = isset( $_REQUEST['altscribe_state'] ) && is_string( $_REQUEST['altscribe_state'] )
		? sanitize_key( wp_unslash( $_REQUEST['altscribe_state'] ) )
		: '';
	// phpcs:enable
	return isset( altscribe_state_filters()[ $state ] ) ? $state : '';
}

/**
 * Filters the list.
 *
 * @param WP_Query $query Any query.
 */
function altscribe_filter_list( $query ) {
	if ( is_admin() && $query->is_main_query() && 'attachment' === $query->get( 'post_type' ) && '' !== altscribe_get_requested_state() ) {
		$query->set( 'altscribe_state', altscribe_get_requested_state() );
	}
}

/**
 * Filters the grid, and the media window of the editor.
 *
 * @param array<string, mixed> $args Arguments of the query.
 * @return array<string, mixed>
 */
function altscribe_filter_grid( $args ) {
	// phpcs:disable WordPress.Security.NonceVerification -- Only filters what is shown.
	$state = isset( $_REQUEST['query']['altscribe_state'] ) && is_string( $_REQUEST['query']['altscribe_state'] )
		? sanitize_key( wp_unslash( $_REQUEST['query']['altscribe_state'] ) )
		: '';
	// phpcs:enable
	if ( '' !== $state && isset( altscribe_state_filters()[ $state ] ) ) {
		$args['altscribe_state'] = $state;
	}
	return $args;
}

/**
 * Adds the condition of the state to a query that has the argument `altscribe_state`.
 *
 * @param string   $where SQL.
 * @param WP_Query $query The query.
 * @return string
 */
function altscribe_filter_by_state( $where, $query ) {
	$state = $query->get( 'altscribe_state' );
	return is_string( $state ) && '' !== $state ? "$where AND " . altscribe_state_sql( $state ) : $where;
}
