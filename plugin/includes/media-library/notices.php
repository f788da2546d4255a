<?php
/**
 * What the media library's list says after an action.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_notices', 'altscribe_render_library_notice' );
add_filter( 'removable_query_args', 'altscribe_remove_notice_args' );

/**
 * A URL of the list that shows a notice. The sentence of an error waits for this user, because an address
 * must not decide what WordPress says.
 *
 * @param string          $location URL of the list.
 * @param string|WP_Error $notice   `started`, `decorative`, `not-decorative`, or an error.
 * @return string
 */
function altscribe_return_with_notice( $location, $notice ) {
	if ( is_wp_error( $notice ) ) {
		set_transient( 'altscribe_notice_' . get_current_user_id(), $notice->get_error_message(), MINUTE_IN_SECONDS );
		$notice = 'failed';
	}
	return add_query_arg( 'altscribe_notice', $notice, $location );
}

/**
 * Lets WordPress take the argument out of the address bar.
 *
 * @param string[] $args Names of arguments.
 * @return string[]
 */
function altscribe_remove_notice_args( $args ) {
	return array_merge( $args, array( 'altscribe_notice' ) );
}

/** Prints the notice of the last action. */
function altscribe_render_library_notice() {
	$screen = get_current_screen();
	// phpcs:ignore WordPress.Security.NonceVerification -- Only chooses one of a few sentences.
	$notice = $screen && 'upload' === $screen->id && isset( $_GET['altscribe_notice'] ) && is_string( $_GET['altscribe_notice'] )
		// phpcs:ignore WordPress.Security.NonceVerification -- As above.
		? sanitize_key( wp_unslash( $_GET['altscribe_notice'] ) )
		: '';
	if ( 'failed' === $notice ) {
		$name    = 'altscribe_notice_' . get_current_user_id();
		$message = get_transient( $name );
		delete_transient( $name );
		altscribe_print_notice( is_string( $message ) ? esc_html( $message ) : '', 'error' );
		return;
	}
	$messages = array(
		'started'        => __( 'Alt text is being generated for the images. You can close this page; it goes on.', 'altscribe' ),
		'decorative'     => __( 'The image is marked as decorative.', 'altscribe' ),
		'not-decorative' => __( 'The image is no longer marked as decorative.', 'altscribe' ),
	);
	if ( ! isset( $messages[ $notice ] ) ) {
		return;
	}
	$link = 'started' === $notice
		? sprintf( ' <a href="%s">%s</a>', esc_url( admin_url( 'upload.php?page=altscribe-media' ) ), esc_html__( 'Watch progress', 'altscribe' ) )
		: '';
	altscribe_print_notice( esc_html( $messages[ $notice ] ) . $link, 'success' );
}

/**
 * Prints a notice as WordPress has them.
 *
 * @param string $html Escaped.
 * @param string $type `success` or `error`.
 */
function altscribe_print_notice( $html, $type ) {
	if ( '' !== $html ) {
		wp_admin_notice(
			$html,
			array(
				'type'        => $type,
				'dismissible' => true,
			)
		);
	}
}
