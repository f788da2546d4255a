<?php
/**
 * Detects alternative texts that are copies of another language's. WPML and Polylang copy the text
 * of an attachment into each new translation of it, where it stays until it is translated.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'rest_api_init', 'altscribe_register_older_texts' );
// Both plugins copy the text before they set the language, so the check has to wait until then.
add_action( 'pll_translate_media', 'altscribe_check_new_translation', 100, 2 );
add_action( 'wpml_after_duplicate_attachment', 'altscribe_check_new_translation', 100, 2 );
add_action( 'added_post_meta', 'altscribe_check_copies_of_changed_text', 20, 3 );
add_action( 'updated_post_meta', 'altscribe_check_copies_of_changed_text', 20, 3 );
add_action( 'deleted_post_meta', 'altscribe_check_copies_of_changed_text', 20, 3 );

/**
 * The texts of the older translations of an attachment. The oldest one is the original; a newer one with the
 * same text is a copy.
 *
 * @param int $attachment_id The attachment.
 * @return array<int, array{text: string, language: string}> Without empty texts.
 */
function altscribe_list_older_texts( $attachment_id ) {
	return altscribe_list_translated_texts( $attachment_id, true );
}

/**
 * The texts of the translations of an attachment.
 *
 * @param int  $attachment_id The attachment.
 * @param bool $only_older    Whether newer ones are left out.
 * @return array<int, array{text: string, language: string}> Without its own and empty texts.
 */
function altscribe_list_translated_texts( $attachment_id, $only_older = false ) {
	$texts = array();
	foreach ( altscribe_list_translations( $attachment_id ) as $id ) {
		$text = $id < $attachment_id || ( $id > $attachment_id && ! $only_older ) ? altscribe_get_alt_text( $id ) : '';
		if ( '' !== $text ) {
			$texts[] = array(
				'text'     => $text,
				'language' => altscribe_language( $id ),
			);
		}
	}
	return $texts;
}

/** Lets the editor check and use the texts of attachments that it loads, those of translations on sites that have some. */
function altscribe_register_older_texts() {
	$fields = array(
		'altscribe_file_texts'       => array( 'altscribe_offer_file_texts', __( 'Alt text in the metadata of the file.', 'altscribe' ) ),
	);
	$fields += ! altscribe_has_translations() ? array() : array(
		'altscribe_older_texts'      => array( 'altscribe_list_older_texts', __( 'Alt text of earlier translations of the file.', 'altscribe' ) ),
		'altscribe_translated_texts' => array( 'altscribe_list_translated_texts', __( 'Alt text of all translations of the file.', 'altscribe' ) ),
	);
	foreach ( $fields as $name => list( $list_texts, $description ) ) {
		register_rest_field(
			'attachment',
			$name,
			array(
				'get_callback' => function ( $attachment ) use ( $list_texts ) {
					return $list_texts( (int) $attachment['id'] );
				},
				'schema'       => array(
					'description' => $description,
					'type'        => 'array',
					'context'     => array( 'view', 'edit' ),
					'readonly'    => true,
					'items'       => array(
						'type'       => 'object',
						'properties' => array(
							'text'     => array( 'type' => 'string' ),
							'language' => array( 'type' => 'string' ),
						),
					),
				),
			)
		);
	}
}

/**
 * Checks a new translation of an attachment.
 *
 * @param int $original_id Unused.
 * @param int $copy_id     The translation.
 */
function altscribe_check_new_translation( $original_id, $copy_id ) {
	altscribe_check_attachment( (int) $copy_id );
}

/**
 * Checks the newer translations of an attachment whose text changed: they may have been copies of the
 * previous text, or be copies of the new one.
 *
 * @param int|int[] $meta_ids Unused.
 * @param int       $post_id  The attachment, or another post.
 * @param string    $meta_key The key that changed.
 */
function altscribe_check_copies_of_changed_text( $meta_ids, $post_id, $meta_key ) {
	if ( '_wp_attachment_image_alt' !== $meta_key || 'attachment' !== get_post_type( $post_id ) ) {
		return;
	}
	foreach ( altscribe_list_translations( $post_id ) as $id ) {
		if ( $id > $post_id ) {
			altscribe_check_attachment( $id );
		}
	}
}
