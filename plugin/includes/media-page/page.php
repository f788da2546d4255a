<?php
/**
 * Media > Alt text: the page, whose content a script renders, and its REST routes.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', 'altscribe_add_media_page' );
add_action( 'admin_enqueue_scripts', 'altscribe_enqueue_media_page' );

/** Adds the page to the menu, for users who may use it. */
function altscribe_add_media_page() {
	if ( altscribe_may_use_queue() ) {
		$title = __( 'Alt text', 'altscribe' );
		add_media_page( $title, $title, 'upload_files', 'altscribe-media', 'altscribe_render_media_page' );
	}
}

/** Prints the containers of the page. WordPress moves the notices of other plugins below the `hr`. */
function altscribe_render_media_page() {
	?>
	<div class="wrap">
		<h1 class="wp-heading-inline"><?php esc_html_e( 'Alt text', 'altscribe' ); ?></h1>
		<span id="altscribe-media-actions"></span>
		<hr class="wp-header-end">
		<div id="altscribe-media"></div>
		<noscript><p><?php esc_html_e( 'This page requires JavaScript.', 'altscribe' ); ?></p></noscript>
	</div>
	<?php
}

/**
 * The URL of the page.
 *
 * @param array<string, string|int> $arguments Filters in the URL, such as `altscribe_state`.
 * @return string
 */
function altscribe_media_page_url( $arguments = array() ) {
	return add_query_arg( array_merge( array( 'page' => 'altscribe-media' ), $arguments ), admin_url( 'upload.php' ) );
}

/**
 * Loads the script of the page, on this page only.
 *
 * @param string $hook_suffix Name of the screen.
 */
function altscribe_enqueue_media_page( $hook_suffix ) {
	if ( 'media_page_altscribe-media' !== $hook_suffix ) {
		return;
	}
	altscribe_restore_tables();
	$settings = altscribe_settings();
	altscribe_enqueue_screen(
		'media-page',
		'altscribeMediaPage',
		array(
			'connectionError' => altscribe_is_connected( $settings )
				? null
				: altscribe_error_to_array( altscribe_error_not_connected() ),
			'settingsUrl'     => current_user_can( 'manage_options' ) ? altscribe_settings_url() : null,
			'exportUrl'       => altscribe_download_url(),
			'months'          => altscribe_list_image_months(),
			'mimeTypes'       => altscribe_list_image_types(),
			'authors'         => altscribe_list_image_authors(),
			'languages'       => altscribe_list_language_options(),
			'adminLanguage'   => altscribe_find_admin_language(),
			'suggestions'     => altscribe_count_suggestions(),
			'holdsNewTexts'   => $settings['review_new_texts'],
			'concurrency'     => altscribe_queue_concurrency(),
		)
	);
}

add_action( 'rest_api_init', 'altscribe_register_image_routes' );

/** Registers the routes. */
function altscribe_register_image_routes() {
	$filters = altscribe_image_filter_args();
	$paging  = array_diff_key( altscribe_item_list_rest_args(), $filters );
	altscribe_register_route( '/images', 'GET', 'altscribe_rest_list_images', 'altscribe_may_use_queue', $filters + $paging );
	altscribe_register_route( '/images/counts', 'GET', 'altscribe_rest_count_images', 'altscribe_may_use_queue', $filters );
	$get_image = function ( $request ) {
		return wp_attachment_is_image( (int) $request['id'] ) ? altscribe_image_to_array( (int) $request['id'] ) : altscribe_error_image_unreadable( 'not_in_library' );
	};
	altscribe_register_route( '/images/(?P<id>\d+)', 'GET', $get_image, 'altscribe_may_change_image' );
	altscribe_register_route(
		'/images/(?P<id>\d+)',
		'POST',
		'altscribe_rest_change_image',
		'altscribe_may_change_image',
		array(
			'alt_text'      => array( 'type' => 'string' ),
			'previous_text' => array(
				'type'     => 'string',
				'required' => true,
			),
			'decorative'    => array( 'type' => 'boolean' ),
		)
	);
	altscribe_register_route(
		'/images/(?P<id>\d+)/read',
		'POST',
		'altscribe_rest_mark_read',
		'altscribe_may_read_image',
		array( 'text' => array( 'type' => 'string' ) )
	);
}

/**
 * Records that the user has read the text of an image, unless it is not the text that the user saw.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error As altscribe_image_to_array() returns it.
 */
function altscribe_rest_mark_read( $request ) {
	$id = (int) $request['id'];
	if ( isset( $request['text'] ) && trim( $request['text'] ) !== altscribe_get_alt_text( $id ) ) {
		return altscribe_error_text_changed();
	}
	altscribe_mark_read( $id, get_current_user_id() );
	return altscribe_image_to_array( $id );
}

/**
 * Whether the user may decide about the text of an image. That costs nothing, so it does not depend on who may generate.
 *
 * @param WP_REST_Request $request The request.
 * @return bool
 */
function altscribe_may_read_image( $request ) {
	return wp_attachment_is_image( (int) $request['id'] ) && altscribe_may_use_post( (int) $request['id'] );
}

/**
 * Whether the user may change the image of a request.
 *
 * @param WP_REST_Request $request The request.
 * @return bool
 */
function altscribe_may_change_image( $request ) {
	return altscribe_may_use_attachment( (int) $request['id'] );
}

/**
 * Responds with one page of images; `X-WP-Total` counts the images on all pages. `X-Altscribe-Reading` is how much of the
 * site was read, in percent, while it is not known yet which images are used.
 *
 * @param WP_REST_Request $request The request.
 * @return WP_REST_Response
 */
function altscribe_rest_list_images( $request ) {
	$page = altscribe_list_images_page( altscribe_read_image_filters( $request ), $request['page'], $request['per_page'] );
	_prime_post_caches( $page['ids'], false, true );
	$response = new WP_REST_Response( altscribe_images_to_array( $page['ids'] ) );
	$response->header( 'X-WP-Total', (string) $page['total'] );
	$reading = $request['used'] ? altscribe_uses_progress() : null;
	if ( null !== $reading ) {
		$response->header( 'X-Altscribe-Reading', (string) $reading );
	}
	return $response;
}

/**
 * Responds with the number of images in each state, and in each language if the site has several, whichever of these
 * are requested; `reading` is how much of the site was read, in percent, while it is not known yet which images are used,
 * else null.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>
 */
function altscribe_rest_count_images( $request ) {
	$filters = array_diff_key( altscribe_read_image_filters( $request ), array( 'state' => '' ) );
	$others  = array_diff_key( $filters, array( 'language' => '' ) );
	if ( altscribe_count_unchecked() > 0 ) {
		// Checks some texts now, because a user is waiting and WP-Cron may take long.
		altscribe_check_library( 1.0 );
	}
	return array_merge(
		altscribe_count_states( altscribe_image_condition( $filters ) ),
		array(
			'languages' => altscribe_counts_by_language( $others ? altscribe_image_condition( $others ) : '' ),
			'reading'   => empty( $filters['used'] ) ? null : altscribe_uses_progress(),
		)
	);
}

/**
 * Writes the text of an image or its mark "decorative", unless the text was changed meanwhile.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error As altscribe_image_to_array() returns it.
 */
function altscribe_rest_change_image( $request ) {
	$id    = (int) $request['id'];
	$error = altscribe_error_of_attachment( $id );
	if ( $error ) {
		return $error;
	}
	$present  = altscribe_get_attachment_alt_text( $id );
	$previous = altscribe_is_shown_text( $request['previous_text'], $present ) ? $present : $request['previous_text'];
	$text     = isset( $request['alt_text'] ) ? altscribe_clean_text( $request['alt_text'] ) : $previous;
	$text = $request['decorative'] ? '' : $text;
	if ( ! altscribe_write_attachment_alt_text( $id, $text, $previous ) ) {
		return altscribe_error_text_changed();
	}
	if ( isset( $request['decorative'] ) ) {
		altscribe_mark_decorative( $id, $request['decorative'] );
	}
	return altscribe_image_to_array( $id );
}

/**
 * Marks an image as decorative, or removes the mark.
 *
 * @param int  $attachment_id The image.
 * @param bool $is_decorative The new value.
 */
function altscribe_mark_decorative( $attachment_id, $is_decorative ) {
	if ( $is_decorative ) {
		update_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY, '1' );
	} else {
		delete_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY );
	}
}

add_action( 'rest_api_init', 'altscribe_register_past_batch_routes' );

/** Registers the routes. */
function altscribe_register_past_batch_routes() {
	altscribe_register_route( '/batches', 'GET', 'altscribe_rest_list_batches', 'altscribe_may_use_queue' );
	altscribe_register_route( '/batch-items/(?P<attachment_id>\d+)/dismiss', 'POST', 'altscribe_rest_dismiss_item', 'altscribe_may_change_item' );
}

/**
 * Responds with the newest batches that have ended.
 *
 * @return array<int, array<string, mixed>> From altscribe_batch_to_array(), at most 20.
 */
function altscribe_rest_list_batches() {
	global $wpdb;
	$batches = altscribe_batches_table();
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$rows = $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE state IN ('stopped','finished') AND finished >= %d ORDER BY id DESC LIMIT 20", $batches, altscribe_oldest_batch_time() ), ARRAY_A );
	return array_map( 'altscribe_batch_to_array', $rows );
}

/**
 * Dismisses the suggestion for an image.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error As altscribe_item_to_array() returns it.
 */
function altscribe_rest_dismiss_item( $request ) {
	$id         = (int) $request['attachment_id'];
	$item       = altscribe_find_item( $id );
	$suggestion = altscribe_find_suggestion( $id );
	if ( ! $item || 'suggested' !== $item['state'] || ! $suggestion ) {
		return altscribe_error_item_not_found();
	}
	$decided = altscribe_decide_suggestion( (int) $suggestion['id'], 'reject' );
	return is_wp_error( $decided ) ? $decided : altscribe_item_to_array( altscribe_find_item( $id ) );
}

/**
 * The REST representation of a suggestion.
 *
 * @param array<string, string> $row Its row.
 * @return array<string, mixed> `id`, `state`, `attachment_id`, `post_id`, `place`, `image_url` ('' for images of the media
 *                              library), `image` (`url`, `thumbnail`, `file`, `width`, `height`), `post` (`title`,
 *                              `edit_url`, `view_url`: the post, or the newest one that shows an image of the media library;
 *                              null if there is none), `number` and `total` (of the image in its post, or null),
 *                              `surroundings` (plain text), `current_text`, `text`, `purpose` (null if unknown), `declined`,
 *                              `hint`, `findings` (`slug` and `label`), `language`, `model`, `prompt`, `origin`, `created`
 *                              and `decided` (RFC 3339), `requested_by` and `decided_by` (names), `can_be_decorative`,
 *                              `decided_text`, `bulk`, and `can_undo`.
 */
function altscribe_suggestion_to_array( $row ) {
	require_once dirname( __DIR__ ) . '/uses/references.php';
	$id      = (int) $row['attachment_id'];
	$is_post = '' !== $row['place'];
	$post    = $is_post ? get_post( (int) $row['post_id'] ) : altscribe_find_post_with_image( $id );
	$places  = $post ? altscribe_list_places( $post ) : array();
	$image   = $is_post ? altscribe_find_place_of_suggestion( $row ) : current( wp_list_filter( $places, array( 'attachment_id' => $id ) ) );
	// Of an image that the user may not read, only what the post shows.
	$shown   = altscribe_may_read_post( $id ) ? $id : 0;
	$large   = $shown ? wp_get_attachment_image_src( $shown, 'large' ) : false;
	$url     = $large ? $large[0] : ( '' === $row['image_url'] && $image ? $image['url'] : $row['image_url'] );
	$caption = array( 'caption' => altscribe_to_plain_text( $shown ? get_post_field( 'post_excerpt', $shown, 'raw' ) : '' ) );
	$codes   = array_values( array_filter( explode( ',', $row['findings'] ) ) );
	return array(
		'id'                => (int) $row['id'],
		'state'             => $row['state'],
		'attachment_id'     => $id,
		'post_id'           => (int) $row['post_id'],
		'place'             => $row['place'],
		'image_url'         => $row['image_url'],
		'image'             => array(
			'url'       => (string) $url,
			'thumbnail' => (string) ( $shown ? wp_get_attachment_image_url( $shown, 'thumbnail' ) : $url ),
			'file'      => wp_basename( $shown ? (string) get_post_meta( $shown, '_wp_attached_file', true ) : (string) wp_parse_url( $url, PHP_URL_PATH ) ),
			'width'     => $large ? (int) $large[1] : 0,
			'height'    => $large ? (int) $large[2] : 0,
		),
		'post'              => $post ? array(
			'title'    => html_entity_decode( get_the_title( $post ), ENT_QUOTES, 'UTF-8' ),
			'edit_url' => (string) get_edit_post_link( $post, 'raw' ),
			'view_url' => (string) get_permalink( $post ),
		) : null,
		'number'            => $is_post && $image ? $image['number'] : null,
		'total'             => $is_post && $image ? $image['total'] : null,
		'surroundings'      => ( $image ? array_filter( $image['surroundings'] ) : array() ) + array_filter( $caption ) + array_fill_keys( array( 'heading', 'before', 'caption', 'after' ), '' ),
		'current_text'      => (string) altscribe_current_text_of_suggestion( $row ),
		'text'              => $row['new_text'],
		'purpose'           => in_array( $row['purpose'], array( '', ALTSCRIBE_DECLINED ), true ) ? null : $row['purpose'],
		'declined'          => ALTSCRIBE_DECLINED === $row['purpose'],
		'details'           => ALTSCRIBE_LONG === $row['purpose'] ? altscribe_write_details( $row['new_text'], $id ? (string) $id : $row['image_url'], $row ) : null,
		'hint'              => $row['hint'],
		'findings'          => array_map( 'altscribe_describe_finding', $codes ),
		'language'          => $row['language'],
		'model'             => $row['model'],
		'prompt'            => $row['prompt'],
		'doubts'            => altscribe_read_doubts( $row['doubts'], $row['new_text'] ),
		'origin'            => $row['origin'],
		'created'           => altscribe_format_time( $row['created'] ),
		'requested_by'      => (string) get_the_author_meta( 'display_name', (int) $row['user_id'] ),
		'can_be_decorative' => ! $is_post || ( $image && altscribe_can_be_decorative( $post->post_content, $image ) ),
		'decided_text'      => $row['decided_text'],
		'decided_by'        => (string) get_the_author_meta( 'display_name', (int) $row['decided_by'] ),
		'decided'           => altscribe_format_time( $row['decided'] ),
		'bulk'              => (int) $row['bulk'],
		'can_undo'          => 'rejected' === $row['state'] || '' !== $row['undo_data'],
	);
}

add_action( 'rest_api_init', 'altscribe_register_suggestion_routes' );

/** Registers the routes. */
function altscribe_register_suggestion_routes() {
	$id       = array(
		'type'    => 'integer',
		'minimum' => 0,
		'default' => 0,
	);
	$text     = array(
		'type'      => 'string',
		'maxLength' => 2000,
		'default'   => '',
	);
	$name     = array( 'maxLength' => 100 ) + $text;
	$decision = array(
		'type'     => 'string',
		'enum'     => array( 'accept', 'decorative', 'reject' ),
		'required' => true,
	);
	$filters  = altscribe_suggestion_filter_args();
	$routes   = array(
		'/suggestions'                          => array(
			'GET',
			'altscribe_rest_list_suggestions',
			'altscribe_may_list_suggestions',
			array(
				'state'   => array(
					'type'    => 'string',
					'enum'    => array( 'pending', 'decided' ),
					'default' => 'pending',
				),
				'context' => array(
					'type' => 'string',
					'enum' => array( 'view', 'edit' ),
				),
				'bulk'    => $id,
			) + $filters + array_diff_key( altscribe_item_list_rest_args(), array( 'state' => '' ) ),
		),
		'/suggestions/counts'                   => array( 'GET', 'altscribe_rest_count_suggestions', 'altscribe_may_list_suggestions', $filters ),
		'/suggestions/(?P<id>\d+)'              => array(
			'POST',
			'altscribe_rest_decide_suggestion',
			'altscribe_may_decide_suggestion',
			array(
				'decision'         => $decision,
				'text'             => array_diff_key( $text, array( 'default' => '' ) ),
				'expected_current' => array( 'type' => 'string' ),
				'written'          => array(
					'type'    => 'boolean',
					'default' => false,
				),
			),
		),
		'/suggestions/(?P<id>\d+)/undo'         => array( 'POST', 'altscribe_rest_undo_suggestion', 'altscribe_may_decide_suggestion', array() ),
		'/suggestions/(?P<id>\d+)/rewrite'      => array( 'POST', 'altscribe_rest_rewrite_suggestion', 'altscribe_may_rewrite_suggestion', array( 'hint' => altscribe_asking_args()['hint'] + array( 'default' => '' ) ) + wp_array_slice_assoc( altscribe_asking_args(), array( 'request_id' ) ) ),
		'/suggestions/(?P<id>\d+)/long'         => array( 'POST', 'altscribe_rest_add_long_description', 'altscribe_may_rewrite_suggestion', wp_array_slice_assoc( altscribe_asking_args(), array( 'request_id' ) ) ),
		'/suggestions/decide'                   => array(
			'POST',
			'altscribe_rest_decide_suggestions',
			'altscribe_may_list_suggestions',
			array(
				'ids'              => array(
					'type'     => 'array',
					'maxItems' => ALTSCRIBE_BULK_SUGGESTIONS,
					'default'  => array(),
					'items'    => array( 'type' => 'integer' ),
				),
				'decision'         => array( 'enum' => array( 'accept', 'decorative', 'reject', 'undo' ) ) + $decision,
				'without_findings' => array(
					'type'    => 'boolean',
					'default' => false,
				),
				'bulk'             => $id,
				'after_id'         => $id,
			) + $filters,
		),
	);
	foreach ( $routes as $route => $definition ) {
		altscribe_register_route( $route, ...$definition );
	}
	altscribe_register_route(
		'/suggestions',
		'POST',
		'altscribe_rest_add_suggestion',
		'altscribe_may_add_suggestion',
		array(
			'attachment_id' => $id,
			'post_id'       => $id,
			'place'         => $text,
			'image_url'     => array( 'maxLength' => 8192 ) + $text,
			'previous_text' => $text,
			'text'          => $text + array( 'sanitize_callback' => 'altscribe_clean_suggested_text' ),
			'purpose'       => $name,
			'declined'      => array(
				'type'    => 'boolean',
				'default' => false,
			),
			'hint'          => altscribe_asking_args()['hint'] + array( 'default' => '' ),
			'language'      => array( 'validate_callback' => 'altscribe_validate_language_arg' ) + $name,
			'origin'        => array(
				'type'    => 'string',
				'enum'    => array( 'sidebar', 'grid' ),
				'default' => 'sidebar',
			),
		)
	);
}
