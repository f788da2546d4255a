<?php
/**
 * The abilities that WordPress offers to AI assistants.
 *
 * @package Altscribe
 */

namespace Altscribe\Platform;

use Altscribe\Core;
use Altscribe\Generation;
use Altscribe\Library;
use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Abilities {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'wp_abilities_api_categories_init', array( self::class, 'register_ability_category' ) );
		add_action( 'wp_abilities_api_init', array( self::class, 'register' ) );
	}

	/** Registers the category, which every ability needs. */
	public static function register_ability_category() {
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
	public static function register() {
		self::register_ability(
			'altscribe/generate-alt-text',
			array(
				'label'               => __( 'Generate alt text', 'altscribe' ),
				'description'         => __( 'Suggests alt text for an image in the media library. The suggestion waits on the site for review. Costs one credit, unless a suggestion is already waiting or the text was generated before.', 'altscribe' ),
				'input_schema'        => self::generate_ability_input(),
				'output_schema'       => self::generate_ability_output(),
				'execute_callback'    => array( self::class, 'run_generate_ability' ),
				'permission_callback' => array( self::class, 'may_run_generate_ability' ),
			),
			false
		);
		self::register_ability(
			'altscribe/check-alt-text',
			array(
				'label'               => __( 'Check alt text', 'altscribe' ),
				'description'         => __( 'Checks the alt text of an image in the media library, or a given text, for problems. Costs no credits.', 'altscribe' ),
				'input_schema'        => self::check_ability_input(),
				'output_schema'       => self::check_ability_output(),
				'execute_callback'    => array( self::class, 'run_check_ability' ),
				'permission_callback' => array( self::class, 'may_run_check_ability' ),
			),
			true
		);
		self::register_ability(
			'altscribe/list-missing',
			array(
				'label'               => __( 'List images without alt text', 'altscribe' ),
				'description'         => __( 'Lists the images in the media library that have no alt text and are not marked as decorative.', 'altscribe' ),
				'input_schema'        => self::list_missing_ability_input(),
				'output_schema'       => self::list_missing_ability_output(),
				'execute_callback'    => array( self::class, 'run_list_missing_ability' ),
				'permission_callback' => array( Core\Permissions::class, 'may_run_batches' ),
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
	private static function register_ability( $name, $args, $is_read_only ) {
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
	private static function generate_ability_input() {
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
	private static function generate_ability_output() {
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
	public static function may_run_generate_ability( $input ) {
		return isset( $input['attachment_id'] ) && Core\Permissions::may_generate_for( (int) $input['attachment_id'] );
	}

	/**
	 * Generates a text.
	 *
	 * @param array<string, mixed> $input The input.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function run_generate_ability( $input ) {
		$options = array_intersect_key( $input, array_flip( array( 'language', 'regenerate' ) ) );
		$answer  = Generation\Ask::ask(
			array( 'attachment_id' => (int) $input['attachment_id'] ),
			$options + array(
				'origin'      => 'ability',
				'hold_always' => true,
			)
		);
		return is_wp_error( $answer ) ? $answer : array_intersect_key( $answer, self::generate_ability_output()['properties'] );
	}

	/**
	 * The schema of its input.
	 *
	 * @return array<string, mixed>
	 */
	private static function check_ability_input() {
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
	private static function check_ability_output() {
		return array(
			'type'       => 'object',
			'properties' => array(
				'text'     => array( 'type' => 'string' ),
				'unread'   => array(
					'type'        => 'boolean',
					'description' => __( 'Whether AI wrote the alt text of the image and no person has checked it yet.', 'altscribe' ),
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
	public static function may_run_check_ability( $input ) {
		return isset( $input['attachment_id'] )
			? Core\Permissions::may_work_on_post( (int) $input['attachment_id'] )
			: Core\Permissions::may_edit_posts();
	}

	/**
	 * Checks a text.
	 *
	 * @param array<string, mixed> $input The input.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function run_check_ability( $input ) {
		$attachment_id = isset( $input['attachment_id'] ) ? (int) $input['attachment_id'] : 0;
		if ( ! $attachment_id && ! isset( $input['text'] ) ) {
			return Core\Errors::nothing_to_check();
		}
		if ( $attachment_id && ! wp_attachment_is_image( $attachment_id ) ) {
			return Core\Errors::image_unreadable( 'not_an_image' );
		}
		return Library\Findings::check_text( $attachment_id, $input['text'] ?? null, $input['language'] ?? '' );
	}

	/**
	 * The schema of its input.
	 *
	 * @return array<string, mixed>
	 */
	private static function list_missing_ability_input() {
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
	private static function list_missing_ability_output() {
		return array(
			'type'       => 'object',
			'properties' => array(
				'total'  => array(
					'type'        => 'integer',
					'description' => __( 'Number of images on all pages.', 'altscribe' ),
				),
				'unread' => array(
					'type'        => 'integer',
					'description' => __( 'Number of images in the media library whose AI text no person has checked yet. They are not in this list.', 'altscribe' ),
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
	public static function run_list_missing_ability( $input ) {
		$counts = Library\Counts::count_states();
		return array(
			'total'  => $counts['missing'],
			'unread' => $counts['unread'],
			'images' => array_map( array( self::class, 'describe_missing' ), Library\Findings::list_missing( (int) ( $input['page'] ?? 1 ), (int) ( $input['per_page'] ?? 20 ) ) ),
		);
	}

	/**
	 * One image in the list.
	 *
	 * @param int $attachment_id Its id.
	 * @return array{attachment_id: int, title: string, url: string}
	 */
	private static function describe_missing( $attachment_id ) {
		return array(
			'attachment_id' => $attachment_id,
			'title'         => get_the_title( $attachment_id ),
			'url'           => (string) wp_get_attachment_url( $attachment_id ),
		);
	}
}
