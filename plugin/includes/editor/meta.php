<?php
/**
 * The meta that Altscribe stores for posts and attachments.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** WordPress hides keys with a leading underscore from visitors and from lists of custom fields. */
const ALTSCRIBE_KEYWORDS_KEY = '_altscribe_seo_keywords';

/** A language code, or '' for altscribe_automatic_language(). */
const ALTSCRIBE_LANGUAGE_KEY = '_altscribe_language';

/** Increase this when altscribe_update_data() has a new migration. */
const ALTSCRIBE_DATA_VERSION = 2;

/**
 * Types with an editor whose content holds no images, or whose id is not that of a post in WordPress's REST interface: that
 * of a template is `theme//slug`, and the styles of a theme have none.
 */
const ALTSCRIBE_TYPES_WITHOUT_FIELDS = array( 'wp_template', 'wp_template_part', 'wp_global_styles', 'nav_menu_item' );

// Late, after other plugins have registered their post types.
altscribe_on_init( 'altscribe_register_post_meta', 99 );
altscribe_on_init( 'altscribe_update_data' );
add_action( 'rest_api_init', 'altscribe_register_language_field' );

/**
 * The post types with fields and meta of the plugin.
 *
 * @return string[]
 */
function altscribe_list_types_with_fields() {
	return array_values( array_diff( get_post_types_by_support( 'editor' ), ALTSCRIBE_TYPES_WITHOUT_FIELDS ) );
}

/**
 * The post of a REST response or of a request that was carried out. Other plugins have objects of their own, such as
 * WooCommerce's products.
 *
 * @param array<string, mixed>|object $item What the callbacks of a field get.
 * @return int Its id; 0 if it has none.
 */
function altscribe_id_of_item( $item ) {
	if ( is_object( $item ) ) {
		$id = is_callable( array( $item, 'get_id' ) ) ? $item->get_id() : ( $item->ID ?? 0 );
	} else {
		$id = $item['id'] ?? 0;
	}
	return is_numeric( $id ) ? (int) $id : 0;
}

/** Registers the keywords for every post type of the block editor. */
function altscribe_register_post_meta() {
	foreach ( altscribe_list_types_with_fields() as $post_type ) {
		if ( ! get_post_type_object( $post_type )->show_in_rest ) {
			continue;
		}
		register_post_meta(
			$post_type,
			ALTSCRIBE_KEYWORDS_KEY,
			array(
				'type'              => 'string',
				'single'            => true,
				'default'           => '',
				'show_in_rest'      => array(
					'schema' => array(
						'type'    => 'string',
						'context' => array( 'edit' ),
					),
				),
				'sanitize_callback' => 'sanitize_text_field',
				'auth_callback'     => 'altscribe_may_change_keywords',
			)
		);
	}
}

/**
 * Registers the language as a field of posts, because post meta needs support for custom fields. Users
 * who may edit a post may change it.
 */
function altscribe_register_language_field() {
	register_rest_field(
		altscribe_list_types_with_fields(),
		'altscribe_language',
		array(
			'get_callback'    => function ( $post ) {
				return (string) get_post_meta( altscribe_id_of_item( $post ), ALTSCRIBE_LANGUAGE_KEY, true );
			},
			'update_callback' => function ( $language, $post ) {
				if ( '' === $language ) {
					delete_post_meta( altscribe_id_of_item( $post ), ALTSCRIBE_LANGUAGE_KEY );
				} else {
					update_post_meta( altscribe_id_of_item( $post ), ALTSCRIBE_LANGUAGE_KEY, $language );
				}
			},
			'schema'          => array(
				'description' => __( 'Language of the alt text in the post. Empty: the language of the post or site.', 'altscribe' ),
				'type'        => 'string',
				'context'     => array( 'edit' ),
				'arg_options' => array(
					'validate_callback' => 'altscribe_validate_language_arg',
					'sanitize_callback' => 'sanitize_text_field',
				),
			),
		)
	);
	// The editor links from a post to its patterns, which may be in another language.
	register_rest_field(
		altscribe_list_types_with_fields(),
		'altscribe_automatic_language',
		array(
			'get_callback' => function ( $post ) {
				return altscribe_automatic_language( altscribe_id_of_item( $post ) );
			},
			'schema'       => array(
				'description' => __( 'Default language of the alt text in the post.', 'altscribe' ),
				'type'        => 'string',
				'context'     => array( 'edit' ),
				'readonly'    => true,
			),
		)
	);
}

/**
 * Users who may edit a post may change its keywords.
 *
 * @param bool   $allowed  WordPress's decision.
 * @param string $meta_key Unused.
 * @param int    $post_id  The post.
 * @param int    $user_id  The user.
 * @return bool
 */
function altscribe_may_change_keywords( $allowed, $meta_key, $post_id, $user_id ) {
	return user_can( $user_id, 'edit_post', $post_id );
}

/** Migrates, once, data that earlier versions stored differently. */
function altscribe_update_data() {
	$version = (int) get_option( 'altscribe_data_version' );
	if ( $version >= ALTSCRIBE_DATA_VERSION ) {
		return;
	}
	if ( $version < 1 ) {
		altscribe_rename_post_meta();
	}
	// Since version 2 the settings are autoloaded. A missing option would be a query on each screen.
	add_option( 'altscribe_settings', array(), '', true );
	wp_set_option_autoload( 'altscribe_settings', true );
	update_option( 'altscribe_data_version', (string) ALTSCRIBE_DATA_VERSION );
}

/** The keywords of version 0.1.0, which had a public key. */
function altscribe_rename_post_meta() {
	global $wpdb;
	$old_key = 'altscribe_seo_keywords';
	// phpcs:disable WordPress.DB -- One change of all posts, which no function of WordPress can make.
	$posts = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT post_id FROM $wpdb->postmeta WHERE meta_key = %s", $old_key ) );
	$wpdb->update( $wpdb->postmeta, array( 'meta_key' => ALTSCRIBE_KEYWORDS_KEY ), array( 'meta_key' => $old_key ) );
	// phpcs:enable
	wp_cache_delete_multiple( $posts, 'post_meta' );
}

/** WordPress hides keys with a leading underscore from visitors and from lists of custom fields. */
const ALTSCRIBE_DECORATIVE_KEY = '_altscribe_decorative';

altscribe_on_init( 'altscribe_register_attachment_meta' );
add_action( 'rest_api_init', 'altscribe_register_text_language' );

/** Registers the mark "decorative" for users who may edit an attachment. */
function altscribe_register_attachment_meta() {
	register_post_meta(
		'attachment',
		ALTSCRIBE_DECORATIVE_KEY,
		array(
			'type'          => 'boolean',
			'single'        => true,
			'default'       => false,
			'show_in_rest'  => array(
				'schema' => array(
					'type'    => 'boolean',
					'context' => array( 'edit' ),
				),
			),
			'auth_callback' => 'altscribe_may_mark_decorative',
		)
	);
}

/**
 * Shows the editor the language of an attachment's text: it must not offer the text for a post in another language.
 */
function altscribe_register_text_language() {
	altscribe_register_attachment_field(
		'altscribe_text_language',
		'altscribe_language',
		array(
			'description' => __( 'Language of the alt text.', 'altscribe' ),
			'type'        => 'string',
		)
	);
}

/** Fields of attachments that visitors do not see. */
const ALTSCRIBE_FIELDS_FOR_WRITERS = array( 'altscribe_text_language', 'altscribe_file_texts', 'altscribe_older_texts', 'altscribe_translated_texts' );

add_filter( 'rest_prepare_attachment', 'altscribe_hide_fields_from_visitors' );

/**
 * Removes these fields from a response, unless the user writes.
 *
 * @param WP_REST_Response $response The response with an attachment.
 * @return WP_REST_Response
 */
function altscribe_hide_fields_from_visitors( $response ) {
	if ( ! altscribe_may_write() ) {
		$response->set_data( array_diff_key( $response->get_data(), array_flip( ALTSCRIBE_FIELDS_FOR_WRITERS ) ) );
	}
	return $response;
}

/**
 * Registers one of these fields, for all who write: an author's editor shows the images of others, which it loads in
 * the context `view`, as visitors do.
 *
 * @param string               $name   Its name.
 * @param callable             $read   Returns its value for the id of an attachment.
 * @param array<string, mixed> $schema Its description and type.
 */
function altscribe_register_attachment_field( $name, $read, $schema ) {
	register_rest_field(
		'attachment',
		$name,
		array(
			'get_callback' => function ( $attachment ) use ( $read ) {
				return altscribe_may_write() ? $read( (int) $attachment['id'] ) : null;
			},
			'schema'       => $schema + array(
				'context'  => array( 'view', 'edit' ),
				'readonly' => true,
			),
		)
	);
}

/**
 * Users who may edit an attachment may mark it.
 *
 * @param bool   $allowed       The decision of WordPress.
 * @param string $meta_key      Unused.
 * @param int    $attachment_id The attachment.
 * @param int    $user_id       The user.
 * @return bool
 */
function altscribe_may_mark_decorative( $allowed, $meta_key, $attachment_id, $user_id ) {
	return user_can( $user_id, 'edit_post', $attachment_id );
}

/** Meta of an attachment: the texts of its file, from altscribe_read_file_texts(), and the size and time of that file. */
const ALTSCRIBE_FILE_TEXTS_KEY = '_altscribe_file_texts';

/** Meta of a post: the records of the texts in its content, by altscribe_source_key(). */
const ALTSCRIBE_POST_SOURCES_KEY = '_altscribe_sources';

/** The most records of one post. */
const ALTSCRIBE_MOST_POST_SOURCES = 300;

/**
 * The key of the record of a text in a post.
 *
 * @param int|string $image_key Id of the attachment, or the URL of an image that is not in the library.
 * @param string     $text      Its text.
 * @return string
 */
function altscribe_source_key( $image_key, $text ) {
	return md5( $image_key . "\n" . $text );
}

/**
 * The records of the texts in a post. A text without one is the author's.
 *
 * @param int $post_id The post.
 * @return array<string, array<string, mixed>> As altscribe_complete_source() returns them, by altscribe_source_key().
 */
function altscribe_get_post_sources( $post_id ) {
	$records = get_post_meta( $post_id, ALTSCRIBE_POST_SOURCES_KEY, true );
	return is_array( $records ) ? array_filter( $records, 'is_array' ) : array();
}

/**
 * Records where a text in a post comes from.
 *
 * @param int                  $post_id   The post.
 * @param int|string           $image_key As for altscribe_source_key().
 * @param string               $text      The text.
 * @param array<string, mixed> $record    As for altscribe_complete_source().
 */
function altscribe_record_post_source( $post_id, $image_key, $text, $record ) {
	$key     = altscribe_source_key( $image_key, $text );
	$records = array( $key => altscribe_complete_source( $record, md5( $text ) ) ) + altscribe_get_post_sources( $post_id );
	altscribe_store_post_sources( $post_id, $records );
}

/**
 * Stores the records of a post.
 *
 * @param int                                 $post_id The post.
 * @param array<string, array<string, mixed>> $records By altscribe_source_key(); the newest first.
 */
function altscribe_store_post_sources( $post_id, $records ) {
	if ( $records ) {
		update_post_meta( $post_id, ALTSCRIBE_POST_SOURCES_KEY, wp_slash( array_slice( $records, 0, ALTSCRIBE_MOST_POST_SOURCES, true ) ) );
	} else {
		delete_post_meta( $post_id, ALTSCRIBE_POST_SOURCES_KEY );
	}
}

add_action( 'rest_api_init', 'altscribe_register_source_fields' );

/** Registers the records as fields. Only users who may edit the post or attachment see them. */
function altscribe_register_source_fields() {
	register_rest_field(
		'attachment',
		'altscribe_source',
		array(
			'get_callback' => function ( $attachment ) {
				return current_user_can( 'edit_post', $attachment['id'] ) ? altscribe_describe_source( altscribe_get_source( $attachment['id'] ) ) : null;
			},
			'schema'       => array(
				'description' => __( 'Where the alt text comes from, and who has read it.', 'altscribe' ),
				'type'        => array( 'object', 'null' ),
				'context'     => array( 'edit' ),
				'readonly'    => true,
			),
		)
	);
	register_rest_field(
		altscribe_list_types_with_fields(),
		'altscribe_sources',
		array(
			'get_callback'    => function ( $post ) {
				$id = altscribe_id_of_item( $post );
				return (object) ( $id && current_user_can( 'edit_post', $id ) ? altscribe_get_post_sources( $id ) : array() );
			},
			'update_callback' => 'altscribe_update_post_sources',
			'schema'          => array(
				'description'          => __( 'Where the alt texts in the content come from, and who has read them.', 'altscribe' ),
				'type'                 => 'object',
				'context'              => array( 'edit' ),
				'maxProperties'        => ALTSCRIBE_MOST_POST_SOURCES,
				'additionalProperties' => altscribe_post_source_schema(),
			),
		)
	);
}

/**
 * The schema of a record in a post.
 *
 * @return array<string, mixed>
 */
function altscribe_post_source_schema() {
	$name = array(
		'type'      => 'string',
		'maxLength' => 100,
	);
	return array(
		'type'       => 'object',
		'properties' => array(
			'source' => array(
				'type' => 'string',
				'enum' => array( 'generated', 'library', 'file' ),
			),
			'model'  => $name,
			'prompt' => $name,
			'text'   => array(
				'type'    => 'string',
				'pattern' => '^[0-9a-f]{32}$',
			),
			'read'   => array( 'type' => 'integer' ),
			'doubts' => array(
				'type'     => 'array',
				'maxItems' => 3,
				'items'    => array(
					'type'      => 'string',
					'maxLength' => 100,
				),
			),
		),
	);
}

/**
 * Stores the records that an editor sends. Times and users are the server's: those that it has stored, or the present ones.
 *
 * @param array<string, array<string, mixed>> $entries By altscribe_source_key(): `source`, `model`, `prompt`, `text` (MD5),
 *                                                     and `read`, above 0 if the text was read.
 * @param WP_Post|object                      $post    The post, as for altscribe_id_of_item(); WordPress has checked that the user may edit it.
 */
function altscribe_update_post_sources( $entries, $post ) {
	$post_id = altscribe_id_of_item( $post );
	$stored  = altscribe_get_post_sources( $post_id );
	$records = array();
	$read    = array();
	foreach ( (array) $entries as $key => $entry ) {
		if ( 1 !== preg_match( '/^[0-9a-f]{32}$/D', (string) $key ) ) {
			continue;
		}
		$new    = array(
			'source' => $entry['source'] ?? 'generated',
			'model'  => sanitize_text_field( $entry['model'] ?? '' ),
			'prompt' => sanitize_text_field( $entry['prompt'] ?? '' ),
			'doubts' => array_map( 'altscribe_clean_text', (array) ( $entry['doubts'] ?? array() ) ),
		);
		$record = $stored[ $key ] ?? altscribe_complete_source( $new, (string) ( $entry['text'] ?? '' ) );
		if ( ! $record['read'] && ! empty( $entry['read'] ) ) {
			$record['read']    = time();
			$record['read_by'] = get_current_user_id();
			$read[ $key ]      = $record['text'];
		}
		$records[ $key ] = $record;
	}
	altscribe_store_post_sources( $post_id, $records );
	altscribe_mark_copies_read( $read );
}

/**
 * Marks the same texts of the same images in the media library as read. An editor may have written both.
 *
 * @param array<string, string> $texts MD5 of each text, by its altscribe_source_key().
 */
function altscribe_mark_copies_read( $texts ) {
	global $wpdb;
	if ( ! $texts ) {
		return;
	}
	// phpcs:ignore WordPress.DB -- No function of WordPress compares with several values.
	$ids = $wpdb->get_col( $wpdb->prepare( "SELECT post_id FROM $wpdb->postmeta WHERE meta_key = %s AND meta_value IN (" . implode( ',', array_fill( 0, count( $texts ), '%s' ) ) . ')', array_merge( array( ALTSCRIBE_UNREAD_KEY ), array_values( $texts ) ) ) );
	foreach ( array_map( 'intval', $ids ) as $id ) {
		if ( isset( $texts[ altscribe_source_key( $id, altscribe_get_attachment_alt_text( $id ) ) ] ) && altscribe_may_use_post( $id ) ) {
			altscribe_mark_read( $id, get_current_user_id() );
		}
	}
}
