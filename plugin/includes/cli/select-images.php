<?php
/**
 * Which images `wp altscribe generate` is for.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The arguments of the batch that a command asks for. Ends the command where they are wrong.
 *
 * @param string[]              $ids     The ids in the command.
 * @param array<string, string> $options Its options.
 * @return array<string, mixed> As altscribe_start_batch() takes them.
 */
function altscribe_cli_batch_args( $ids, $options ) {
	$problems = array();
	$limit    = altscribe_cli_get_number( $options, 'limit', $problems );
	$post_id  = altscribe_cli_get_number( $options, 'post', $problems );
	$language = isset( $options['language'] ) ? trim( (string) $options['language'] ) : '';
	$unknown  = array_filter(
		$ids,
		function ( $id ) {
			return ! ctype_digit( $id ) || ! wp_attachment_is_image( (int) $id );
		}
	);
	if ( $unknown ) {
		/* translators: %s: list of ids. */
		$problems[] = sprintf( __( 'Not the id of an image in the media library: %s.', 'altscribe' ), implode( ', ', $unknown ) );
	}
	if ( $post_id && ! get_post( $post_id ) ) {
		/* translators: %d: id of a post. */
		$problems[] = sprintf( __( 'There is no post %d.', 'altscribe' ), $post_id );
	}
	if ( isset( $options['language'] ) && ! altscribe_is_language_code( $language ) ) {
		$problems[] = __( '--language takes a language code, such as de_DE.', 'altscribe' );
	}
	if ( ! $ids && ! isset( $options['post'] ) && ! WP_CLI\Utils\get_flag_value( $options, 'missing' ) ) {
		$problems[] = __( 'Say which images: name their ids, or use --missing or --post=<id>.', 'altscribe' );
	}
	altscribe_cli_fail( $problems );
	$args = array(
		'ids'       => null,
		'filters'   => WP_CLI\Utils\get_flag_value( $options, 'missing' ) ? array( 'state' => 'missing' ) : array(),
		'overwrite' => (bool) WP_CLI\Utils\get_flag_value( $options, 'force' ),
		'language'  => $language,
		'origin'    => 'cli',
	);
	if ( $ids || $post_id ) {
		$args['ids'] = array_merge( array_map( 'intval', $ids ), $post_id ? altscribe_list_images_of_post( $post_id ) : array() );
	}
	return $limit ? altscribe_cli_limit_batch( $args, $limit ) : $args;
}

/**
 * Leaves so many images of a batch, the newest.
 *
 * @param array<string, mixed> $args  As altscribe_start_batch() takes them.
 * @param int                  $limit How many.
 * @return array<string, mixed>
 */
function altscribe_cli_limit_batch( $args, $limit ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- Made of safe conditions.
	$ids         = $wpdb->get_col( "SELECT $wpdb->posts.ID " . altscribe_candidates_sql( altscribe_batch_args( $args ) ) . $wpdb->prepare( " ORDER BY $wpdb->posts.ID DESC LIMIT %d", $limit ) );
	$args['ids'] = array_map( 'intval', $ids );
	return $args;
}

/**
 * The images of a post: in its content, featured, and of a product also in its gallery and of its variations.
 *
 * @param int $post_id The post.
 * @return int[]
 */
function altscribe_list_images_of_post( $post_id ) {
	$ids = array_merge(
		array( (int) get_post_thumbnail_id( $post_id ) ),
		altscribe_list_attachment_ids( get_post( $post_id )->post_content ),
		altscribe_list_product_images( $post_id )
	);
	return array_values( array_filter( array_unique( array_filter( $ids ) ), 'wp_attachment_is_image' ) );
}
