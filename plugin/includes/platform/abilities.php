<?php
/**
 * Abilities (WordPress 6.9 and later): what other plugins, and assistants through them, can ask of Altscribe.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'wp_abilities_api_categories_init', 'altscribe_register_ability_category' );
add_action( 'wp_abilities_api_init', 'altscribe_register_abilities' );

/** Registers the category, without which no ability can be registered. */
function altscribe_register_ability_category() {
	if ( ! function_exists( 'wp_register_ability_category' ) ) {
		return;
	}
	wp_register_ability_category(
		'altscribe',
		array(
			'label'       => __( 'Alt text', 'altscribe' ),
			'description' => __( 'Abilities that find, check and generate the alt text of images.', 'altscribe' ),
		)
	);
}

/** Registers the abilities. */
function altscribe_register_abilities() {
	altscribe_register_ability(
		'altscribe/generate-alt-text',
		array(
			'label'               => __( 'Generate alt text', 'altscribe' ),
			'description'         => __( 'Generates alt text for an image of the media library. Writes nothing. Costs one credit, unless the text was generated before.', 'altscribe' ),
			'input_schema'        => altscribe_generate_ability_input(),
			'output_schema'       => altscribe_generate_ability_output(),
			'execute_callback'    => 'altscribe_run_generate_ability',
			'permission_callback' => 'altscribe_may_run_generate_ability',
		),
		false
	);
	altscribe_register_ability(
		'altscribe/check-alt-text',
		array(
			'label'               => __( 'Check alt text', 'altscribe' ),
			'description'         => __( 'Says what may be wrong with an alt text: that of an image of the media library, or one that is given. Costs no credit.', 'altscribe' ),
			'input_schema'        => altscribe_check_ability_input(),
			'output_schema'       => altscribe_check_ability_output(),
			'execute_callback'    => 'altscribe_run_check_ability',
			'permission_callback' => 'altscribe_may_run_check_ability',
		),
		true
	);
	altscribe_register_ability(
		'altscribe/list-missing',
		array(
			'label'               => __( 'List images without alt text', 'altscribe' ),
			'description'         => __( 'Lists the images of the media library that have no alt text and are not marked as decorative.', 'altscribe' ),
			'input_schema'        => altscribe_list_missing_ability_input(),
			'output_schema'       => altscribe_list_missing_ability_output(),
			'execute_callback'    => 'altscribe_run_list_missing_ability',
			'permission_callback' => 'altscribe_may_use_queue',
		),
		true
	);
}

/**
 * Registers one ability, for the REST API, too.
 *
 * @param string               $name         Its name.
 * @param array<string, mixed> $args         As wp_register_ability() takes them.
 * @param bool                 $is_read_only Whether it changes nothing and costs nothing.
 */
function altscribe_register_ability( $name, $args, $is_read_only ) {
	if ( ! function_exists( 'wp_register_ability' ) ) {
		return;
	}
	wp_register_ability(
		$name,
		$args + array(
			'category' => 'altscribe',
			'meta'     => array(
				'show_in_rest' => true,
				'annotations'  => array(
					'readonly'    => $is_read_only,
					'destructive' => false,
					'idempotent'  => $is_read_only,
				),
			),
		)
	);
}
