<?php
/**
 * Loads the scripts of the block editor and of the classic editor, and the screens around them.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Enqueues the script and the style sheets of one screen, with their translations. Does nothing if
 * the plugin was not built.
 *
 * @param string               $name     `editor`, `classic-editor`, `settings`, `media-library`, `media-page` or `product`.
 * @param string               $variable Name of the global variable with the data.
 * @param array<string, mixed> $data     Data that the script needs at its start. Never a key.
 * @param string[]             $after    Handles of scripts that it extends, if they are loaded too.
 */
function altscribe_enqueue_screen( $name, $variable, $data, $after = array() ) {
	$folder = plugin_dir_path( ALTSCRIBE_FILE );
	if ( ! is_readable( $folder . "build/$name.asset.php" ) ) {
		return;
	}
	$asset  = require $folder . "build/$name.asset.php";
	$handle = "altscribe-$name";
	wp_enqueue_script( $handle, plugins_url( "build/$name.js", ALTSCRIBE_FILE ), array_merge( $asset['dependencies'], $after ), $asset['version'], true );
	wp_set_script_translations( $handle, 'altscribe', $folder . 'languages' );
	// No value may close the script element.
	$json = wp_json_encode( $data, JSON_HEX_TAG | JSON_HEX_AMP );
	wp_add_inline_script( $handle, "window.$variable = $json;", 'before' );

	// Adds the colours of the user's colour scheme. Before WordPress 6.9, only styles of its own screens have
	// them.
	$colors = wp_style_is( 'wp-base-styles', 'registered' ) ? 'wp-base-styles' : 'wp-list-reusable-blocks';
	foreach ( array( $name, "style-$name" ) as $style ) {
		if ( ! is_readable( $folder . "build/$style.css" ) ) {
			continue;
		}
		$style_handle = "altscribe-$style";
		wp_enqueue_style( $style_handle, plugins_url( "build/$style.css", ALTSCRIBE_FILE ), array( 'wp-components', $colors ), $asset['version'] );
		if ( is_readable( $folder . "build/$style-rtl.css" ) ) {
			wp_style_add_data( $style_handle, 'rtl', 'replace' );
		}
	}
}

/**
 * The images that a post uses in its blocks, in its texts, and as its featured image.
 *
 * @param WP_Post|null $post The post, as stored.
 * @return array<int, array{alt: string, url: string, file: string, title: string, canEdit: bool, isDecorative:
 *         bool, language: string, olderTexts: array, translatedTexts: array, fileTexts: array}> By id. `file` is relative to the uploads folder.
 */
function altscribe_editor_attachments( $post ) {
	if ( ! $post ) {
		return array();
	}
	$ids = altscribe_list_attachment_ids( $post->post_content );
	array_unshift( $ids, (int) get_post_thumbnail_id( $post ) );
	$ids = array_unique( array_filter( $ids ) );
	// One query for all of them.
	_prime_post_caches( $ids, false, true );
	$attachments = array();
	foreach ( $ids as $id ) {
		if ( wp_attachment_is_image( $id ) && altscribe_may_read_post( $id ) ) {
			$attachments[ $id ] = array(
				'alt'             => (string) get_post_meta( $id, '_wp_attachment_image_alt', true ),
				'url'             => (string) wp_get_attachment_image_url( $id, 'large' ),
				'file'            => (string) get_post_meta( $id, '_wp_attached_file', true ),
				'title'           => (string) get_post_field( 'post_title', $id, 'raw' ),
				'canEdit'         => current_user_can( 'edit_post', $id ),
				'isDecorative'    => (bool) get_post_meta( $id, ALTSCRIBE_DECORATIVE_KEY, true ),
				'language'        => altscribe_language( $id ),
				'olderTexts'      => altscribe_list_older_texts( $id ),
				'translatedTexts' => altscribe_list_translated_texts( $id ),
				'fileTexts'       => altscribe_offer_file_texts( $id ),
			);
		}
	}
	return $attachments;
}

/**
 * The ids of possible attachments in a content: in blocks, images and gallery shortcodes, and of the images whose
 * addresses are in it. Some may belong to something else.
 *
 * @param string $content Content of a post.
 * @return int[]
 */
function altscribe_list_attachment_ids( $content ) {
	$ids = implode( '|', array_map( 'preg_quote', altscribe_list_id_attributes() ) );
	preg_match_all( "/\bwp-image-(\d+)|\"(?:$ids)\":\"?(\d+)|\bdata-id=\"?(\d+)/", $content, $matches );
	$ids = array_map( 'max', $matches[1], $matches[2], $matches[3] );
	preg_match_all( '/\[gallery[^\]]*\b(?:ids|include)=["\']?([\d,\s]+)/', $content, $galleries );
	require_once dirname( __DIR__ ) . '/uses/references.php';
	$found = wp_list_pluck( altscribe_resolve_images( altscribe_list_references( $content ) ), 'attachment_id' );
	return array_map( 'intval', array_merge( $ids, wp_parse_list( implode( ',', $galleries[1] ) ), $found ) );
}

add_action( 'enqueue_block_editor_assets', 'altscribe_enqueue_editor' );

/** Loads the script of the post editor. The hook also runs for widgets and templates. */
function altscribe_enqueue_editor() {
	// Some plugins show blocks outside the administration, where there are no screens.
	$screen  = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
	$post_id = $screen ? (int) get_the_ID() : 0;
	if ( ! $screen || 'post' !== $screen->base || ! altscribe_may_use_post( $post_id ) ) {
		return;
	}
	$settings = altscribe_settings();
	altscribe_enqueue_screen(
		'editor',
		'altscribeEditor',
		array(
			'postId'            => $post_id,
			'connectionError'   => altscribe_find_blocking_error( $settings ),
			'settingsUrl'       => current_user_can( 'manage_options' ) ? altscribe_settings_url() : null,
			'isDemo'            => defined( 'ALTSCRIBE_DEMO' ) && ALTSCRIBE_DEMO,
			'language'          => altscribe_automatic_language( $post_id ),
			'savedKeywords'     => altscribe_find_saved_keywords( $post_id ),
			'tags'              => altscribe_list_tags( $post_id ),
			'hasSuggestions'    => $post_id && array() !== altscribe_list_suggestions_in_post( $post_id ),
			'imageBlocks'       => altscribe_list_image_blocks(),
			'attachments'       => (object) altscribe_editor_attachments( get_post() ),
			'isTranslated'      => altscribe_has_translations(),
			'writeTo'           => $settings['write_to'],
			'reviewNewTexts'    => $settings['review_new_texts'],
			'generatesOnUpload' => $settings['generate_on_upload'] && altscribe_has_generating_role(),
			'publishLock'       => altscribe_publish_lock( $settings ),
			// By language, as they are sent.
		)
	);
}

/**
 * The error that prevents the user from generating, if the editor knows it when it starts.
 *
 * @param array<string, mixed> $settings As altscribe_settings() returns them.
 * @return array<string, mixed>|null As altscribe_error_to_array() returns it.
 */
function altscribe_find_blocking_error( $settings ) {
	if ( ! altscribe_has_generating_role() ) {
		return altscribe_error_to_array( altscribe_error_role_excluded() );
	}
	return altscribe_is_connected( $settings ) ? null : altscribe_error_to_array( altscribe_error_not_connected() );
}

// Runs after WordPress has decided whether this screen has the command palette.
add_action( 'admin_enqueue_scripts', 'altscribe_add_admin_commands', 20 );

/**
 * Adds a command for each of the plugin's pages that the user may open. WordPress has "Go to: …" for
 * each page, but a search for "alt text" does not find it.
 */
function altscribe_add_admin_commands() {
	if ( ! function_exists( 'wp_enqueue_command_palette_assets' ) || ! wp_script_is( 'wp-core-commands' ) ) {
		return;
	}
	$labels   = array(
		'altscribe'       => __( 'Open alt text settings', 'altscribe' ),
		'altscribe-media' => __( 'Open media library alt text', 'altscribe' ),
	);
	$commands = array();
	foreach ( $labels as $page => $label ) {
		// Empty if the page does not exist or the user may not open it.
		$url = menu_page_url( $page, false );
		if ( '' !== $url ) {
			$commands[] = array(
				'name'  => "$page/open",
				'label' => $label,
				'url'   => html_entity_decode( $url, ENT_QUOTES, 'UTF-8' ),
			);
		}
	}
	if ( array() === $commands ) {
		return;
	}
	// A separate script would be another request on every screen.
	wp_add_inline_script(
		'wp-core-commands',
		sprintf(
			'%s.forEach( function ( c ) {
	wp.data.dispatch( "core/commands" ).registerCommand( { name: c.name, label: c.label, category: "view", callback: function ( o ) {
		o.close();
		document.location = c.url;
	} } );
} );',
			wp_json_encode( $commands, JSON_HEX_TAG | JSON_HEX_AMP )
		)
	);
}

add_action( 'add_meta_boxes', 'altscribe_add_classic_box', 10, 2 );

/**
 * Adds the box for users who may edit the post. Another plugin, a setting or the post type may have chosen the
 * classic editor.
 *
 * @param string        $post_type Type of the post.
 * @param WP_Post|mixed $post      The post; comments and links have such boxes too.
 */
function altscribe_add_classic_box( $post_type, $post ) {
	if ( ! $post instanceof WP_Post || 'attachment' === $post_type || ! post_type_supports( $post_type, 'editor' ) ) {
		return;
	}
	if ( use_block_editor_for_post( $post ) || ! altscribe_may_use_post( $post->ID ) ) {
		return;
	}
	add_meta_box(
		'altscribe-classic-box',
		__( 'Alt text', 'altscribe' ),
		function () {
			echo '<div id="altscribe-classic"></div><input type="hidden" id="altscribe-texts" name="altscribe_texts">';
		},
		null,
		'normal',
		'high',
		array( '__back_compat_meta_box' => true )
	);
	altscribe_enqueue_classic_editor( $post );
}

/**
 * Loads the script of the box.
 *
 * @param WP_Post $post The post.
 */
function altscribe_enqueue_classic_editor( $post ) {
	require_once dirname( __DIR__ ) . '/other-posts/find.php';
	$settings = altscribe_settings();
	$attached = altscribe_list_attached( $post );
	$places   = array_column( altscribe_list_places( $post ), 'classic_place', 'number' );
	$in_box   = function ( $row ) use ( $places ) {
		$item = altscribe_suggestion_to_array( $row );
		return array( 'place' => $places[ $item['number'] ] ?? $item['place'] ) + $item;
	};
	altscribe_enqueue_screen(
		'classic-editor',
		'altscribeClassic',
		array(
			'postId'          => $post->ID,
			'connectionError' => altscribe_find_blocking_error( $settings ),
			'settingsUrl'     => current_user_can( 'manage_options' ) ? altscribe_settings_url() : null,
			'language'        => altscribe_language( $post->ID ),
			'ownKeywords'     => (string) get_post_meta( $post->ID, ALTSCRIBE_KEYWORDS_KEY, true ),
			'savedKeywords'   => altscribe_find_saved_keywords( $post->ID ),
			'reviewNewTexts'  => $settings['review_new_texts'],
			// The button for the images of a product also generates for this one.
			'hasFeatured'     => 'product' !== $post->post_type,
			'attachments'     => altscribe_list_classic_attachments( $post, $attached ),
			'attached'        => $attached,
			'suggestions'     => array_map( $in_box, altscribe_list_suggestions_in_post( $post->ID ) ),
			'unread'          => altscribe_list_unread_texts( $post ),
		),
		array( 'media-editor' )
	);
}

/**
 * The texts in the content of a post that a model wrote, and that nobody has read.
 *
 * @param WP_Post $post The post, as stored.
 * @return array<array{image: int|string, text: string, doubts: string[]}> `image`: id of the attachment, or the URL of an image that is not in
 *                                                       the media library.
 */
function altscribe_list_unread_texts( $post ) {
	$sources = altscribe_get_post_sources( $post->ID );
	$texts   = array();
	foreach ( $sources ? altscribe_list_places( $post ) : array() as $image ) {
		foreach ( array_filter( array( $image['id'], $image['url'] ) ) as $key ) {
			$source = $sources[ altscribe_source_key( $key, $image['text'] ) ] ?? null;
			if ( altscribe_is_unread_source( $source ) ) {
				$texts[] = array(
					'image'  => $key,
					'text'   => $image['text'],
					'doubts' => $source['doubts'] ?? array(),
				);
			}
		}
	}
	return $texts;
}

// After the suggestions that were applied as they are.
add_action( 'transition_post_status', 'altscribe_save_classic_texts', 30, 3 );

/**
 * Records, with the post, where the texts come from that the box has written, and decides the suggestions that the user
 * has edited.
 *
 * @param string  $status Unused.
 * @param string  $before Unused.
 * @param WP_Post $post   The post that is saved.
 */
function altscribe_save_classic_texts( $status, $before, $post ) {
	$post_id = $post->ID;
	$is_form = isset( $_POST['altscribe_texts'], $_POST['post_ID'], $_POST['_wpnonce'] ) && (int) $_POST['post_ID'] === $post_id;
	if ( ! $is_form || ! wp_verify_nonce( sanitize_key( $_POST['_wpnonce'] ), "update-post_$post_id" ) || ! current_user_can( 'edit_post', $post_id ) ) {
		return;
	}
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- The schema is stricter.
	$entries = json_decode( wp_unslash( $_POST['altscribe_texts'] ), true );
	$schema  = altscribe_classic_texts_schema();
	if ( ! $entries || is_wp_error( rest_validate_value_from_schema( $entries, $schema ) ) ) {
		return;
	}
	$entries = rest_sanitize_value_from_schema( $entries, $schema );
	foreach ( $entries as $entry ) {
		$row = $entry['suggestionId'] ? altscribe_get_suggestion( $entry['suggestionId'] ) : null;
		if ( is_array( $row ) && 'pending' === $row['state'] && (int) $row['post_id'] === $post_id && altscribe_current_text_of_suggestion( $row ) === $entry['text'] ) {
			altscribe_close_suggestion( $row, 'edited', $entry['text'] );
		}
		if ( ! $entry['generated'] && is_numeric( $entry['image'] ) ) {
			$id = (int) $entry['image'];
			if ( altscribe_get_attachment_alt_text( $id ) === $entry['text'] ) {
				altscribe_record_post_source( $post_id, $id, $entry['text'], altscribe_copy_source( $id ) );
			} elseif ( in_array( $entry['text'], wp_list_pluck( altscribe_offer_file_texts( $id ), 'text' ), true ) ) {
				altscribe_record_post_source( $post_id, $id, $entry['text'], array( 'source' => 'file' ) );
			}
		}
	}
	$stored  = altscribe_get_post_sources( $post_id );
	$records = array();
	foreach ( $entries as $entry ) {
		$key = altscribe_source_key( $entry['image'], $entry['text'] );
		if ( isset( $stored[ $key ] ) ? altscribe_is_unread_source( $stored[ $key ] ) : $entry['generated'] ) {
			$state           = array(
				'text' => md5( $entry['text'] ),
				'read' => (int) $entry['isRead'],
			);
			$records[ $key ] = $state + (array) $entry['generated'];
		}
	}
	altscribe_update_post_sources( $records + $stored, $post );
}

/**
 * The schema of what the box sends.
 *
 * @return array<string, mixed>
 */
function altscribe_classic_texts_schema() {
	$string = array( 'type' => 'string' );
	$source = altscribe_post_source_schema()['properties'];
	return array(
		'type'     => 'array',
		'maxItems' => ALTSCRIBE_MOST_POST_SOURCES,
		'items'    => array(
			'type'       => 'object',
			'required'   => true,
			'properties' => array_map(
				function ( $property ) {
					return $property + array( 'required' => true );
				},
				array(
					'image'        => array( 'type' => array( 'integer', 'string' ) ),
					'text'         => $string,
					'generated'    => array(
						'type'       => array( 'object', 'null' ),
						'properties' => array(
							'model'  => $source['model'],
							'prompt' => $source['prompt'],
							'doubts' => $source['doubts'],
						),
					),
					'isRead'       => array( 'type' => 'boolean' ),
					'suggestionId' => array( 'type' => 'integer' ),
				)
			),
		),
	);
}

/**
 * The images of a gallery without ids, in its order, for a user who may not open the media window, which loads them
 * for others.
 *
 * @param WP_Post $post The post.
 * @return int[] At most 100.
 */
function altscribe_list_attached( $post ) {
	if ( current_user_can( 'upload_files' ) ) {
		return array();
	}
	$query = array(
		'post_type'      => 'attachment',
		'post_status'    => 'inherit',
		'post_mime_type' => 'image',
		'post_parent'    => $post->ID,
		'orderby'        => array(
			'menu_order' => 'ASC',
			'ID'         => 'ASC',
		),
		'numberposts'    => 100,
		'fields'         => 'ids',
	);
	return get_posts( $query );
}

/**
 * The images of the media library in the content of a post, and its featured image, as WordPress describes them
 * to its media window. The window loads others itself.
 *
 * @param WP_Post $post     The post, as stored.
 * @param int[]   $attached More images, which the window does not load for this user.
 * @return array<int, array<string, mixed>> At most 100.
 */
function altscribe_list_classic_attachments( $post, $attached ) {
	$ids = array_merge( array( get_post_thumbnail_id( $post ) ), altscribe_list_attachment_ids( $post->post_content ), $attached );
	$ids = array_slice( array_unique( array_filter( array_map( 'intval', $ids ) ) ), 0, 100 );
	// One query for all of them.
	_prime_post_caches( $ids, false, true );
	$may_see = function ( $id ) use ( $post ) {
		// WordPress does not let a contributor read an image of another user in their own draft, which shows it to them.
		return wp_attachment_is_image( $id ) && ( wp_get_post_parent_id( $id ) === $post->ID || altscribe_may_read_post( $id ) );
	};
	return array_values( array_filter( array_map( 'wp_prepare_attachment_for_js', array_filter( $ids, $may_see ) ) ) );
}
