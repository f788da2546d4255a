<?php
/**
 * The abilities: what other programs can do with Altscribe through WordPress.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'wp_abilities_api_categories_init', 'altscribe_register_ability_category' );
add_action( 'wp_abilities_api_init', 'altscribe_register_abilities' );

/** Registers the category, which every ability needs. */
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
			'description'         => __( 'Suggests alt text for an image in the media library. The suggestion waits on the site for review. Costs one credit, unless a suggestion is already waiting or the text was generated before.', 'altscribe' ),
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
			'description'         => __( 'Checks the alt text of an image in the media library, or a given text, for problems. Costs no credits.', 'altscribe' ),
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
			'description'         => __( 'Lists the images in the media library that have no alt text and are not marked as decorative.', 'altscribe' ),
			'input_schema'        => altscribe_list_missing_ability_input(),
			'output_schema'       => altscribe_list_missing_ability_output(),
			'execute_callback'    => 'altscribe_run_list_missing_ability',
			'permission_callback' => 'altscribe_may_use_queue',
		),
		true
	);
}

/**
 * Registers one ability, also for the REST API.
 *
 * @param string               $name         Its name.
 * @param array<string, mixed> $args         Like those of wp_register_ability().
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
				'description' => __( 'Language code of the text. Default: the language of the image.', 'altscribe' ),
			),
			'regenerate'    => array(
				'type'        => 'boolean',
				'default'     => false,
				'description' => __( 'Whether to generate a new text even if an earlier one exists.', 'altscribe' ),
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
				'description' => __( 'Purpose of the image: informative, functional, decorative or complex. Null if unknown.', 'altscribe' ),
			),
			'is_from_cache'     => array(
				'type'        => 'boolean',
				'description' => __( 'Whether the text was free.', 'altscribe' ),
			),
			'credits_available' => array( 'type' => 'integer' ),
			'suggestion_id'     => array(
				'type'        => 'integer',
				'description' => __( 'The suggestion that waits for review.', 'altscribe' ),
			),
		),
	);
}

/**
 * Whether the user may generate for the image, as in the REST route.
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
	$options = array_intersect_key( $input, array_flip( array( 'language', 'regenerate' ) ) );
	$answer  = altscribe_ask(
		array( 'attachment_id' => (int) $input['attachment_id'] ),
		$options + array(
			'origin'      => 'ability',
			'hold_always' => true,
		)
	);
	return is_wp_error( $answer ) ? $answer : array_intersect_key( $answer, altscribe_generate_ability_output()['properties'] );
}

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
				'description' => __( 'The image whose alt text is checked if no text is given.', 'altscribe' ),
			),
			'text'          => array(
				'type'        => 'string',
				'maxLength'   => 2000,
				'description' => __( 'The text to check.', 'altscribe' ),
			),
			'language'      => array(
				'type'        => 'string',
				'pattern'     => '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8}){0,4}$',
				'description' => __( 'Language code of the text. Default: the language of the image or site.', 'altscribe' ),
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
			'unread'   => array(
				'type'        => 'boolean',
				'description' => __( 'Whether an AI model wrote the alt text of the image and nobody has read it yet.', 'altscribe' ),
			),
			'findings' => array(
				'type'        => 'array',
				'description' => __( 'Possible problems, most serious first. Empty for a good text.', 'altscribe' ),
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
		? altscribe_may_use_post( (int) $input['attachment_id'] )
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
		return new WP_Error( 'altscribe_nothing_to_check', __( 'Specify an image or a text.', 'altscribe' ), array( 'status' => 400 ) );
	}
	if ( $attachment_id && ! wp_attachment_is_image( $attachment_id ) ) {
		return altscribe_error_image_unreadable( 'not_an_image' );
	}
	$text         = isset( $input['text'] ) ? $input['text'] : altscribe_get_alt_text( $attachment_id );
	$surroundings = array(
		'language'      => empty( $input['language'] ) ? altscribe_language( $attachment_id ) : $input['language'],
		'is_decorative' => (bool) get_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY, true ),
	) + ( $attachment_id ? altscribe_attachment_surroundings( $attachment_id, $text ) : array() );
	$findings     = array();
	foreach ( altscribe_check_alt_text( $text, $surroundings ) as $code ) {
		$findings[] = array(
			'code'    => $code,
			'message' => 'missing' === $code ? __( 'Missing', 'altscribe' ) : altscribe_finding_name( $code ),
		);
	}
	return array(
		'text'     => $text,
		'unread'   => $attachment_id && altscribe_get_alt_text( $attachment_id ) === trim( $text ) && altscribe_is_unread( $attachment_id ),
		'findings' => $findings,
	);
}

/**
 * The schema of its input.
 *
 * @return array<string, mixed>
 */
function altscribe_list_missing_ability_input() {
	return array(
		'type'                 => 'object',
		'additionalProperties' => false,
		'default'              => array(),
		'properties'           => array(
			'page'     => array(
				'type'    => 'integer',
				'minimum' => 1,
				'default' => 1,
			),
			'per_page' => array(
				'type'    => 'integer',
				'minimum' => 1,
				'maximum' => 100,
				'default' => 20,
			),
		),
	);
}

/**
 * The schema of its output.
 *
 * @return array<string, mixed>
 */
function altscribe_list_missing_ability_output() {
	return array(
		'type'       => 'object',
		'properties' => array(
			'total'  => array(
				'type'        => 'integer',
				'description' => __( 'Number of images on all pages.', 'altscribe' ),
			),
			'unread' => array(
				'type'        => 'integer',
				'description' => __( 'Number of images in the media library whose alt text an AI model wrote and nobody has read yet. They are not in this list.', 'altscribe' ),
			),
			'images' => array(
				'type'  => 'array',
				'items' => array(
					'type'       => 'object',
					'properties' => array(
						'attachment_id' => array( 'type' => 'integer' ),
						'title'         => array( 'type' => 'string' ),
						'url'           => array( 'type' => 'string' ),
					),
				),
			),
		),
	);
}

/**
 * Lists a page of images, newest first.
 *
 * @param array<string, mixed> $input The input.
 * @return array<string, mixed>
 */
function altscribe_run_list_missing_ability( $input ) {
	global $wpdb;
	$page     = isset( $input['page'] ) ? (int) $input['page'] : 1;
	$per_page = isset( $input['per_page'] ) ? (int) $input['per_page'] : 20;
	$where    = altscribe_state_sql( 'missing' ) . " AND {$wpdb->posts}.post_status NOT IN ( 'trash', 'auto-draft' )";
	// phpcs:ignore WordPress.DB -- The condition has neither placeholders nor values of users.
	$ids = $wpdb->get_col( "SELECT ID FROM {$wpdb->posts} WHERE $where ORDER BY ID DESC" . $wpdb->prepare( ' LIMIT %d OFFSET %d', $per_page, ( $page - 1 ) * $per_page ) );
	_prime_post_caches( array_map( 'intval', $ids ), false );
	$counts = altscribe_count_states();
	return array(
		'total'  => $counts['missing'],
		'unread' => $counts['unread'],
		'images' => array_map( 'altscribe_describe_missing', array_map( 'intval', $ids ) ),
	);
}

/**
 * One image in the list.
 *
 * @param int $attachment_id Its id.
 * @return array{attachment_id: int, title: string, url: string}
 */
function altscribe_describe_missing( $attachment_id ) {
	return array(
		'attachment_id' => $attachment_id,
		'title'         => get_the_title( $attachment_id ),
		'url'           => (string) wp_get_attachment_url( $attachment_id ),
	);
}
