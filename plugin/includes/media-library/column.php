<?php
/**
 * The column "Alt text" of the media library's list.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'manage_media_columns', 'altscribe_add_column' );
add_action( 'manage_media_custom_column', 'altscribe_render_column', 10, 2 );

/**
 * Adds the column behind the file.
 *
 * @param array<string, string> $columns Labels by name.
 * @return array<string, string>
 */
function altscribe_add_column( $columns ) {
	$column = array( 'altscribe' => __( 'Alt text', 'altscribe' ) );
	$place  = array_search( 'title', array_keys( $columns ), true );
	$place  = false === $place ? count( $columns ) : $place + 1;
	return array_slice( $columns, 0, $place, true ) + $column + array_slice( $columns, $place, null, true );
}

/**
 * Prints the cell of an image.
 *
 * @param string $column        Name of the column.
 * @param int    $attachment_id The image, or another file.
 */
function altscribe_render_column( $column, $attachment_id ) {
	if ( 'altscribe' !== $column ) {
		return;
	}
	if ( ! wp_attachment_is_image( $attachment_id ) ) {
		echo '<span aria-hidden="true">&#8212;</span><span class="screen-reader-text">' . esc_html__( 'Not an image', 'altscribe' ) . '</span>';
		return;
	}
	$text  = altscribe_get_alt_text( $attachment_id );
	$state = altscribe_alt_text_state( $attachment_id );
	// The script of the list shows progress and suggestions in the same place.
	printf(
		'<div class="altscribe-cell" data-id="%d" data-language="%s" data-decorative="%s"><span class="altscribe-cell__text" dir="auto">%s</span><span class="altscribe-cell__state is-%s">%s</span></div>',
		(int) $attachment_id,
		esc_attr( altscribe_language( $attachment_id ) ),
		get_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY, true ) ? 'yes' : '',
		esc_html( $text ),
		esc_attr( $state['state'] ),
		esc_html( altscribe_state_text( $state ) )
	);
}
