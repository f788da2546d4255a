<?php
/**
 * Notes what has changed, and reads it at the end of the request. A note survives a request that is cut off.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** How many seconds a request reads at its end. WP-Cron continues. */
const ALTSCRIBE_NOTED_SECONDS = 2.0;

add_action( 'transition_post_status', 'altscribe_note_post', 10, 3 );
add_action( 'deleted_post', 'altscribe_note_deleted_post', 10, 2 );
add_action( 'wp_media_attach_action', 'altscribe_note_attached', 10, 3 );
add_action( 'added_post_meta', 'altscribe_note_post_meta', 10, 3 );
add_action( 'updated_post_meta', 'altscribe_note_post_meta', 10, 3 );
add_action( 'deleted_post_meta', 'altscribe_note_post_meta', 10, 3 );
add_action( 'added_term_meta', 'altscribe_note_term_meta', 10, 3 );
add_action( 'updated_term_meta', 'altscribe_note_term_meta', 10, 3 );
add_action( 'deleted_term_meta', 'altscribe_note_term_meta', 10, 3 );
add_action( 'added_option', 'altscribe_note_option' );
add_action( 'updated_option', 'altscribe_note_option' );
add_action( 'deleted_option', 'altscribe_note_option' );
add_action( 'switch_theme', 'altscribe_note_theme' );

/**
 * Notes that an object has to be read again.
 *
 * @param string $type `file` for the files of an attachment, or `post`, `term`, `widget` or `setting`.
 * @param int    $id   Its id; 0 for all widgets or all settings.
 */
function altscribe_note_change( $type, $id = 0 ) {
	$table = altscribe_uses_table();
	if ( isset( $GLOBALS['altscribe_noted'][ "$table $type $id" ] ) || ALTSCRIBE_USES_SCHEMA !== altscribe_uses_state()['schema'] ) {
		return;
	}
	$GLOBALS['altscribe_noted'][ "$table $type $id" ] = true;
	altscribe_insert_uses(
		array(
			array(
				'object_type' => $type,
				'object_id'   => $id,
				'is_stale'    => 1,
			),
		)
	);
	if ( ! has_action( 'shutdown', 'altscribe_read_noted' ) ) {
		add_action( 'shutdown', 'altscribe_read_noted' );
	}
}

/** Reads what was noted. */
function altscribe_read_noted() {
	$until = microtime( true ) + ALTSCRIBE_NOTED_SECONDS;
	while ( altscribe_read_stale_uses() ) {
		if ( microtime( true ) >= $until ) {
			altscribe_continue_reading_uses();
			return;
		}
	}
}

/**
 * Notes a post that was saved, published, by hand or by schedule, or moved to or from the trash.
 *
 * @param string  $status Its new status.
 * @param string  $before Its status before.
 * @param WP_Post $post   The post.
 */
function altscribe_note_post( $status, $before, $post ) {
	if ( 'attachment' === $post->post_type ) {
		altscribe_note_change( 'file', $post->ID );
		altscribe_note_attached( 'attach', $post->ID, $post->post_parent );
		return;
	}
	require_once __DIR__ . '/references.php';
	if ( 'auto-draft' === $status || ! altscribe_is_type_read( $post->post_type ) ) {
		return;
	}
	altscribe_note_change( 'post', $post->ID );
	if ( 'product' === $post->post_type && $status !== $before ) {
		$variations = get_posts(
			array(
				'post_type'   => 'product_variation',
				'post_parent' => $post->ID,
				'post_status' => 'any',
				'numberposts' => -1,
				'fields'      => 'ids',
			)
		);
		foreach ( $variations as $id ) {
			altscribe_note_change( 'post', $id );
		}
	}
}

/**
 * Notes a post or an attachment that was deleted.
 *
 * @param int     $id   Its id.
 * @param WP_Post $post The post.
 */
function altscribe_note_deleted_post( $id, $post ) {
	if ( 'attachment' === $post->post_type ) {
		altscribe_note_change( 'file', $id );
		altscribe_note_attached( 'detach', $id, $post->post_parent );
	} elseif ( 'revision' !== $post->post_type ) {
		altscribe_note_change( 'post', $id );
	}
}

/**
 * Notes the post that an image was attached to or detached from: a gallery may show all images of its post.
 *
 * @param string $action        Unused.
 * @param int    $attachment_id Unused.
 * @param int    $parent_id     The post; 0 for none.
 */
function altscribe_note_attached( $action, $attachment_id, $parent_id ) {
	if ( $parent_id && false !== strpos( (string) get_post_field( 'post_content', $parent_id ), '[gallery' ) ) {
		altscribe_note_change( 'post', (int) $parent_id );
	}
}

/**
 * Notes a post whose images changed, or an attachment whose files changed.
 *
 * @param int|int[] $meta_ids Unused.
 * @param int       $id       The post.
 * @param string    $key      The key that changed.
 */
function altscribe_note_post_meta( $meta_ids, $id, $key ) {
	if ( in_array( $key, array( '_thumbnail_id', '_product_image_gallery' ), true ) ) {
		altscribe_note_change( 'post', (int) $id );
	} elseif ( in_array( $key, array( '_wp_attached_file', '_wp_attachment_metadata', '_wp_attachment_backup_sizes' ), true ) ) {
		altscribe_note_change( 'file', (int) $id );
	}
}

/**
 * Notes a term whose image changed.
 *
 * @param int|int[] $meta_ids Unused.
 * @param int       $id       The term.
 * @param string    $key      The key that changed.
 */
function altscribe_note_term_meta( $meta_ids, $id, $key ) {
	if ( 'thumbnail_id' === $key ) {
		altscribe_note_change( 'term', (int) $id );
	}
}

/**
 * Notes the settings or the widgets.
 *
 * @param string $option The option that changed.
 */
function altscribe_note_option( $option ) {
	if ( preg_match( '/^(?:site_icon|site_logo|theme_mods_.*)$/', $option ) ) {
		altscribe_note_change( 'setting' );
	} elseif ( preg_match( '/^(?:sidebars_widgets|widget_.*)$/', $option ) ) {
		altscribe_note_change( 'widget' );
	}
}

/** Notes what belongs to a theme: its logo, its widgets, and changed templates. */
function altscribe_note_theme() {
	altscribe_note_change( 'setting' );
	altscribe_note_change( 'widget' );
	$templates = get_posts(
		array(
			'post_type'   => array( 'wp_template', 'wp_template_part' ),
			'post_status' => 'publish',
			'numberposts' => -1,
			'fields'      => 'ids',
		)
	);
	foreach ( $templates as $id ) {
		altscribe_note_change( 'post', $id );
	}
}
