<?php
/**
 * The ability altscribe/check-alt-text.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The schema of its input.
 *
 * @return array<string, mixed>
 */
function altscribe_check_ability_input() {
	return array(
		'type'                 => 'object',
		'additionalProperties' => false,
		'properties'           => array(
			'attachment_id' => array(
				'type'        => 'integer',
				'minimum'     => 1,
				'description' => __( 'The image whose own text is checked, unless one is given.', 'altscribe' ),
			),
			'text'          => array(
				'type'        => 'string',
				'maxLength'   => 2000,
				'description' => __( 'The text to check.', 'altscribe' ),
			),
			'language'      => array(
				'type'        => 'string',
				'pattern'     => '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8}){0,4}$',
				'description' => __( 'Code of the language of the text; by default that of the image, or of the site.', 'altscribe' ),
			),
		),
	);
}

/**
 * The schema of its output.
 *
 * @return array<string, mixed>
 */
function altscribe_check_ability_output() {
	return array(
		'type'       => 'object',
		'properties' => array(
			'text'     => array( 'type' => 'string' ),
			'findings' => array(
				'type'        => 'array',
				'description' => __( 'What may be wrong, the most serious first; empty for a good text.', 'altscribe' ),
				'items'       => array(
					'type'       => 'object',
					'properties' => array(
						'code'    => array( 'type' => 'string' ),
						'message' => array( 'type' => 'string' ),
					),
				),
			),
		),
	);
}

/**
 * Whether the user may read the image's text, or write texts at all.
 *
 * @param array<string, mixed> $input The input.
 * @return bool
 */
function altscribe_may_run_check_ability( $input ) {
	return isset( $input['attachment_id'] )
		? current_user_can( 'edit_post', (int) $input['attachment_id'] )
		: current_user_can( 'edit_posts' );
}

/**
 * Checks a text.
 *
 * @param array<string, mixed> $input The input.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_run_check_ability( $input ) {
	$attachment_id = isset( $input['attachment_id'] ) ? (int) $input['attachment_id'] : 0;
	if ( ! $attachment_id && ! isset( $input['text'] ) ) {
		return new WP_Error( 'altscribe_nothing_to_check', __( 'Give an image or a text.', 'altscribe' ), array( 'status' => 400 ) );
	}
	if ( $attachment_id && ! wp_attachment_is_image( $attachment_id ) ) {
		return altscribe_error_image_unreadable( 'not_an_image' );
	}
	$text         = isset( $input['text'] ) ? $input['text'] : altscribe_get_alt_text( $attachment_id );
	$surroundings = array(
		'language'      => empty( $input['language'] ) ? altscribe_language( $attachment_id ) : $input['language'],
		'is_decorative' => (bool) get_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY, true ),
	);
	$findings     = array();
	foreach ( altscribe_check_alt_text( $text, $surroundings ) as $code ) {
		$findings[] = array(
			'code'    => $code,
			'message' => 'missing' === $code ? __( 'Missing', 'altscribe' ) : altscribe_finding_name( $code ),
		);
	}
	return array(
		'text'     => $text,
		'findings' => $findings,
	);
}
