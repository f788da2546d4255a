<?php
/**
 * The ability altscribe/generate-alt-text.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The schema of its input.
 *
 * @return array<string, mixed>
 */
function altscribe_generate_ability_input() {
	return array(
		'type'                 => 'object',
		'required'             => array( 'attachment_id' ),
		'additionalProperties' => false,
		'properties'           => array(
			'attachment_id' => array(
				'type'        => 'integer',
				'minimum'     => 1,
				'description' => __( 'The image.', 'altscribe' ),
			),
			'language'      => array(
				'type'        => 'string',
				'pattern'     => '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8}){0,4}$',
				'description' => __( 'Code of the language of the text; by default that of the image.', 'altscribe' ),
			),
			'regenerate'    => array(
				'type'        => 'boolean',
				'default'     => false,
				'description' => __( 'Whether to generate a new text even if there is one from before.', 'altscribe' ),
			),
		),
	);
}

/**
 * The schema of its output.
 *
 * @return array<string, mixed>
 */
function altscribe_generate_ability_output() {
	return array(
		'type'       => 'object',
		'properties' => array(
			'alt_text'          => array( 'type' => 'string' ),
			'purpose'           => array(
				'type'        => array( 'string', 'null' ),
				'description' => __( 'What the image is for: informative, functional or decorative. Null if that is not known.', 'altscribe' ),
			),
			'is_from_cache'     => array(
				'type'        => 'boolean',
				'description' => __( 'Whether the text cost no credit.', 'altscribe' ),
			),
			'credits_available' => array( 'type' => 'integer' ),
		),
	);
}

/**
 * Whether the user may generate for the image, as for the REST route.
 *
 * @param array<string, mixed> $input The input.
 * @return bool
 */
function altscribe_may_run_generate_ability( $input ) {
	return isset( $input['attachment_id'] ) && altscribe_may_use_attachment( (int) $input['attachment_id'] );
}

/**
 * Generates a text.
 *
 * @param array<string, mixed> $input The input.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_run_generate_ability( $input ) {
	$id       = (int) $input['attachment_id'];
	$language = isset( $input['language'] ) ? $input['language'] : '';
	$options  = array(
		'language'   => $language,
		'regenerate' => ! empty( $input['regenerate'] ),
	);
	$answer   = $options['regenerate'] ? null : altscribe_find_suggested_answer( $id, $language );
	$answer   = $answer ?? altscribe_generate_for_attachment( $id, $options );
	return is_wp_error( $answer ) ? $answer : array_intersect_key( $answer, altscribe_generate_ability_output()['properties'] );
}
