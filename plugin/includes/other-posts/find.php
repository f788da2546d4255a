<?php
/**
 * Finds the other posts that show an image.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/blocks.php';
require_once __DIR__ . '/fill.php';

/**
 * How many posts are read at a time (some have more than a megabyte of content), and how many at
 * most for one page of the list.
 */
const ALTSCRIBE_POSTS_AT_A_TIME = 10;
const ALTSCRIBE_MAX_POSTS       = 500;

/** How many filled posts are listed at most. */
const ALTSCRIBE_MAX_FILLED_POSTS = 100;

/** The statuses of posts that people edit. */
const ALTSCRIBE_CONTENT_STATUSES = array( 'publish', 'future', 'draft', 'pending', 'private' );

/**
 * Lists posts that use an attachment with an empty alternative text and that the current user may edit,
 * newest first. Featured images are not included: they show the text of the attachment.
 *
 * @param int $attachment_id The attachment.
 * @param int $before        Only posts with a lower id; 0 for all.
 * @param int $limit         How many at most.
 * @return array{posts: array<array<string, mixed>>, next: int|null} Posts from altscribe_describe_using_post(),
 *               and `before` for the next call; there may be no more.
 */
function altscribe_find_posts_with_attachment( $attachment_id, $before = 0, $limit = 20 ) {
	$posts = array();
	for ( $read = 0; $read < ALTSCRIBE_MAX_POSTS; $read += ALTSCRIBE_POSTS_AT_A_TIME ) {
		$candidates = altscribe_query_posts_with_attachment( $attachment_id, $before );
		// Otherwise each of them would be queried again, with its meta.
		update_post_caches( $candidates, 'any', false, true );
		foreach ( $candidates as $post ) {
			$before = (int) $post->ID;
			$images = current_user_can( 'edit_post', $before )
				? altscribe_count_images_without_alt( $post->post_content, $attachment_id )
				: 0;
			if ( $images ) {
				$posts[] = altscribe_describe_using_post( new WP_Post( $post ), $images, altscribe_find_reason_not_to_fill( $before, $attachment_id ) );
			}
			// Limits memory use over hundreds of posts.
			altscribe_forget_attachment( $before );
			if ( count( $posts ) >= $limit ) {
				return array(
					'posts' => $posts,
					'next'  => $before,
				);
			}
		}
		if ( count( $candidates ) < ALTSCRIBE_POSTS_AT_A_TIME ) {
			return array(
				'posts' => $posts,
				'next'  => null,
			);
		}
	}
	return array(
		'posts' => $posts,
		'next'  => $before,
	);
}

/**
 * Lists posts that the text of an attachment was filled into and that the current user may edit, newest first.
 *
 * @param int $attachment_id The attachment.
 * @return array<array<string, mixed>> From altscribe_describe_using_post(), with the number of images that were
 *                                     filled. At most ALTSCRIBE_MAX_FILLED_POSTS.
 */
function altscribe_list_filled_posts_of_user( $attachment_id ) {
	$posts = array();
	foreach ( altscribe_list_filled_posts( $attachment_id ) as $post_id ) {
		$post   = get_post( $post_id );
		$filled = altscribe_get_filled( $post_id )[ $attachment_id ] ?? array();
		if ( $post && $filled && current_user_can( 'edit_post', $post_id ) ) {
			$posts[] = altscribe_describe_using_post( $post, array_sum( array_map( 'count', $filled ) ), altscribe_find_reason_not_to_change( $post_id ) );
		}
		altscribe_forget_attachment( $post_id );
		if ( count( $posts ) >= ALTSCRIBE_MAX_FILLED_POSTS ) {
			break;
		}
	}
	return $posts;
}

/**
 * The number of an attachment's images in a content that have no text and may get one.
 *
 * @param string $content       Content of a post.
 * @param int    $attachment_id The attachment.
 * @return int
 */
function altscribe_count_images_without_alt( $content, $attachment_id ) {
	$texts = wp_list_pluck( altscribe_list_content_images( $content, array( (int) $attachment_id ) ), 'text' );
	return count( array_keys( $texts, '', true ) );
}

/**
 * Queries posts whose content may use an attachment.
 *
 * @param int $attachment_id The attachment.
 * @param int $before        Only posts with a lower id; 0 for all.
 * @return object[] Rows of the table of posts, newest first.
 */
function altscribe_query_posts_with_attachment( $attachment_id, $before ) {
	global $wpdb;
	$id       = (int) $attachment_id;
	$patterns = array( "wp-image-$id\"", "wp-image-$id ", "wp-image-$id'", "wp-image-$id>", "\"id\":$id,", "\"id\":$id}", "\"mediaId\":$id,", "\"mediaId\":$id}" );
	$types    = altscribe_list_content_post_types();
	$statuses = ALTSCRIBE_CONTENT_STATUSES;
	$likes    = implode( ' OR ', array_fill( 0, count( $patterns ), 'post_content LIKE %s' ) );
	$types_in = implode( ', ', array_fill( 0, count( $types ), '%s' ) );
	$states   = implode( ', ', array_fill( 0, count( $statuses ), '%s' ) );
	$values   = array_map(
		function ( $pattern ) use ( $wpdb ) {
			return '%' . $wpdb->esc_like( $pattern ) . '%';
		},
		$patterns
	);
	$before   = $before ? $before : PHP_INT_MAX;
	$values   = array_merge( array( $before ), $types, $statuses, $values, array( ALTSCRIBE_POSTS_AT_A_TIME ) );
	// phpcs:ignore WordPress.DB -- WP_Query searches for words, not for strings; the interpolated parts are placeholders.
	return $wpdb->get_results( $wpdb->prepare( "SELECT * FROM $wpdb->posts WHERE ID < %d AND post_type IN ( $types_in ) AND post_status IN ( $states ) AND ( $likes ) ORDER BY ID DESC LIMIT %d", $values ) );
}

/**
 * The post types whose content people edit.
 *
 * @return string[]
 */
function altscribe_list_content_post_types() {
	return array_values(
		array_filter(
			get_post_types_by_support( 'editor' ),
			function ( $type ) {
				return 'attachment' !== $type && get_post_type_object( $type )->show_ui;
			}
		)
	);
}

/**
 * The REST representation of a post that uses an attachment.
 *
 * @param WP_Post                         $post   The post.
 * @param int                             $images The number of its images that lack a text, or that were filled.
 * @param array{0: string, 1: string}|null $reason Why it cannot be changed, from
 *   altscribe_find_reason_not_to_fill().
 * @return array{id: int, title: string, type: string, status: string, edit_link: string, images: int, reason: string|null, message: string|null}
 */
function altscribe_describe_using_post( $post, $images, $reason ) {
	$title = html_entity_decode( get_the_title( $post ), ENT_QUOTES, 'UTF-8' );
	return array(
		'id'        => (int) $post->ID,
		'title'     => '' !== $title ? $title : __( '(no title)', 'altscribe' ),
		'type'      => get_post_type_object( $post->post_type )->labels->singular_name,
		'status'    => get_post_status_object( $post->post_status )->label,
		'edit_link' => (string) get_edit_post_link( $post->ID, 'raw' ),
		'images'    => $images,
		'reason'    => $reason ? $reason[0] : null,
		'message'   => $reason ? $reason[1] : null,
	);
}

/**
 * Responds with posts.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed> From altscribe_find_posts_with_attachment(); on the first page with `filled`,
 *                              the posts from altscribe_list_filled_posts_of_user().
 */
function altscribe_rest_list_posts( $request ) {
	$found = altscribe_find_posts_with_attachment( (int) $request['id'], $request['before'], $request['per_page'] );
	return $found + array( 'filled' => $request['before'] ? array() : altscribe_list_filled_posts_of_user( (int) $request['id'] ) );
}

