<?php
/**
 * The record of texts that were filled into posts (the data for undoing, and the posts of each attachment), and the REST
 * routes of the other posts that show an image.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Meta of a post: the attributes that were replaced, by attachment and text. */
const ALTSCRIBE_FILLED_KEY = '_altscribe_filled';

/** Meta of an attachment, one row per post: the posts that its text was filled into. */
const ALTSCRIBE_FILLED_POSTS_KEY = '_altscribe_filled_posts';

add_action( 'deleted_post', 'altscribe_forget_filled_post', 10, 2 );

/**
 * Deletes the record of a deleted post.
 *
 * @param int     $post_id Its id.
 * @param WP_Post $post    The post.
 */
function altscribe_forget_filled_post( $post_id, $post ) {
	if ( 'revision' !== $post->post_type ) {
		delete_metadata( 'post', 0, ALTSCRIBE_FILLED_POSTS_KEY, $post_id, true );
	}
}

/**
 * The record of a post.
 *
 * @param int $post_id The post.
 * @return array<int, array<string, array<int, string|array<int, string|null>>>> For each attachment and each of its
 *               texts, the sources that the text replaced ('' for none), from altscribe_fill_content(). The key is the index of the image among the
 *               attachment's images with that text, from 0.
 */
function altscribe_get_filled( $post_id ) {
	$record = get_post_meta( $post_id, ALTSCRIBE_FILLED_KEY, true );
	return is_array( $record ) ? $record : array();
}

/**
 * Saves the record of a post, and lists the post at the attachments.
 *
 * @param int                                          $post_id The post.
 * @param array<int, array<string, array<int, string>>> $record  As altscribe_get_filled() returns it.
 */
function altscribe_set_filled( $post_id, $record ) {
	$before = altscribe_get_filled( $post_id );
	if ( $record ) {
		update_post_meta( $post_id, ALTSCRIBE_FILLED_KEY, wp_slash( $record ) );
	} else {
		delete_post_meta( $post_id, ALTSCRIBE_FILLED_KEY );
	}
	foreach ( array_keys( array_diff_key( $record, $before ) ) as $attachment_id ) {
		add_post_meta( $attachment_id, ALTSCRIBE_FILLED_POSTS_KEY, $post_id );
	}
	foreach ( array_keys( array_diff_key( $before, $record ) ) as $attachment_id ) {
		delete_post_meta( $attachment_id, ALTSCRIBE_FILLED_POSTS_KEY, $post_id );
	}
}

/**
 * The posts that the text of an attachment was filled into.
 *
 * @param int $attachment_id The attachment.
 * @return int[] Ids, newest first. A post may be deleted by now.
 */
function altscribe_list_filled_posts( $attachment_id ) {
	$ids = array_unique( array_map( 'intval', get_post_meta( $attachment_id, ALTSCRIBE_FILLED_POSTS_KEY ) ) );
	rsort( $ids );
	return $ids;
}

/**
 * The records of the texts that a batch wrote, without texts that were filled in earlier or written by a person
 * later.
 *
 * @param int $batch_id Its id.
 * @param int $after    Only posts with a higher id.
 * @return array<int, array<int, array<string, array<int, string>>>> Parts of the results of
 *               altscribe_get_filled(), by post id, ascending.
 */
function altscribe_list_fills_of_batch( $batch_id, $after = 0 ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$rows  = $wpdb->get_results( $wpdb->prepare( "SELECT attachment_id, new_text, meta_value AS post_id FROM $wpdb->postmeta INNER JOIN %i ON attachment_id = post_id WHERE meta_key = %s AND batch_id = %d", altscribe_queue_table(), ALTSCRIBE_FILLED_POSTS_KEY, $batch_id ) );
	$texts = array();
	foreach ( $rows as $row ) {
		if ( (int) $row->post_id > $after ) {
			$texts[ (int) $row->post_id ][ (int) $row->attachment_id ] = trim( $row->new_text );
		}
	}
	ksort( $texts );
	$fills = array();
	foreach ( array_chunk( $texts, 100, true ) as $chunk ) {
		update_meta_cache( 'post', array_keys( $chunk ) );
		foreach ( $chunk as $post_id => $of_post ) {
			foreach ( array_intersect_key( altscribe_get_filled( $post_id ), $of_post ) as $attachment_id => $filled ) {
				$text = $of_post[ $attachment_id ];
				if ( isset( $filled[ $text ] ) ) {
					$fills[ $post_id ][ $attachment_id ] = array( $text => $filled[ $text ] );
				}
			}
		}
	}
	return $fills;
}

/*
 * The REST routes of the other posts that show an image. The rest of the code is loaded only when one is called.
 */

add_action( 'rest_api_init', 'altscribe_register_posts_routes' );

/** Registers the routes. */
function altscribe_register_posts_routes() {
	$route = '/attachments/(?P<id>[1-9]\d*)';
	altscribe_register_route(
		"$route/posts",
		'GET',
		altscribe_from( 'other-posts/find.php', 'altscribe_rest_list_posts' ),
		'altscribe_may_fill_posts',
		array(
			'before'   => array(
				'type'    => 'integer',
				'minimum' => 0,
				'default' => 0,
			),
			'per_page' => array(
				'type'    => 'integer',
				'minimum' => 1,
				'maximum' => 100,
				'default' => 20,
			),
		)
	);
	$post_ids = array(
		'type'     => 'array',
		'items'    => array(
			'type'    => 'integer',
			'minimum' => 1,
		),
		'minItems' => 1,
		'maxItems' => 100,
		'required' => true,
	);
	foreach ( array( 'fill', 'unfill' ) as $name ) {
		altscribe_register_route( "$route/$name", 'POST', altscribe_from( 'other-posts/fill.php', "altscribe_rest_{$name}_posts" ), 'altscribe_may_fill_posts', array( 'post_ids' => $post_ids ) );
	}
	altscribe_register_route( '/batches/(?P<id>\d+)/unfill', 'POST', altscribe_from( 'other-posts/fill.php', 'altscribe_rest_unfill_batch' ), 'altscribe_may_use_queue', ALTSCRIBE_UNDO_REST_ARGS );
}

/**
 * Users who may generate for the attachment. The posts are checked one by one.
 *
 * @param WP_REST_Request $request The request.
 * @return bool
 */
function altscribe_may_fill_posts( $request ) {
	return 'attachment' === get_post_type( (int) $request['id'] ) && altscribe_may_use_post( (int) $request['id'] );
}
