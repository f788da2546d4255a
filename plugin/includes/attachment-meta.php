<?php
/**
 * What is known of the text of an image of the media library: the mark that it is decorative and needs none, and the
 * language.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** WordPress shows a key with an underscore neither to visitors nor in lists of custom fields. */
const ALTSCRIBE_DECORATIVE_KEY = '_altscribe_decorative';

altscribe_on_init( 'altscribe_register_attachment_meta' );
add_action( 'rest_api_init', 'altscribe_register_text_language' );

/** Registers the mark, for those who may edit an attachment. */
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

/** Lets the editor know in which language the text of an attachment is: it must not offer it for a post in another one. */
function altscribe_register_text_language() {
	register_rest_field(
		'attachment',
		'altscribe_text_language',
		array(
			'get_callback' => function ( $attachment ) {
				return altscribe_language( $attachment['id'] );
			},
			'schema'       => array(
				'description' => __( 'The language of the alternative text.', 'altscribe' ),
				'type'        => 'string',
				'context'     => array( 'view', 'edit' ),
				'readonly'    => true,
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
