<?php
/**
 * The REST routes that generate a text.
 *
 * @package Altscribe
 */

namespace Altscribe\Generation;

use Altscribe\Core;
use Altscribe\Posts;
use Altscribe\Suggestions;
use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Routes {

	/** The parameters of the routes that generate a text with unsaved values, as far as the editor knows them. */
	private const EDITED_ARGS = array( 'title', 'seo_keywords', 'surroundings', 'image_context' );

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'rest_api_init', array( self::class, 'register_generate_route' ) );
		add_action( 'rest_api_init', array( self::class, 'register_attachment_route' ) );
	}

	/**
	 * Whether the user may ask for the text in a request.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return bool|WP_Error
	 */
	public static function may_generate( $request ) {
		return Core\Permissions::may_ask( Ask::get_target( $request ) + array( 'place' => $request['place'] ) );
	}

	/**
	 * Whether the user may generate for the post in a request.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return bool|WP_Error
	 */
	public static function may_see_context( $request ) {
		return Core\Permissions::explain_permission( (int) $request['post_id'] );
	}

	/**
	 * Whether the user may generate another text for the suggestion in a request.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return bool|WP_Error
	 */
	public static function may_rewrite_suggestion( $request ) {
		$may = Suggestions\Decisions::may_decide( $request );
		return true === $may && ! Core\Permissions::has_generating_role() ? Core\Errors::role_excluded() : $may;
	}

	/** Registers the route, and another that responds with the context that a request would have. */
	public static function register_generate_route() {
		$asking = self::asking_args();
		$args   = array(
			'post_id'       => array(
				'type'     => 'integer',
				'minimum'  => 1,
				'required' => true,
			),
			'attachment_id' => array(
				'type'    => 'integer',
				'minimum' => 1,
			),
			'image_url'     => array(
				'type'      => 'string',
				'maxLength' => 8192,
			),
			'text_length'   => array(
				'type' => 'string',
				'enum' => array( 'short', 'detailed', Core\Text::LONG ),
			),
			// Where the image is in the post, so the text can be stored until a user decides.
			'place'         => array(
				'type'      => 'string',
				'maxLength' => 8192,
			),
			'previous_text' => array( 'type' => 'string' ),
			'language'      => array(
				'type'              => 'string',
				'validate_callback' => array( Core\Routes::class, 'validate_language_arg' ),
			),
		) + $asking;
		Core\Routes::register( '/generate', 'POST', array( self::class, 'rest_generate' ), array( self::class, 'may_generate' ), $args );
		Core\Routes::register( '/context', 'POST', array( self::class, 'rest_show_context' ), array( self::class, 'may_see_context' ), $args );
		$id      = wp_array_slice_assoc( $asking, array( 'request_id' ) );
		$rewrite = array(
			'hint'       => $asking['hint'] + array( 'default' => '' ),
			'shown_text' => Core\Routes::SHOWN_TEXT_ARG,
		);
		Core\Routes::register( '/suggestions/(?P<id>\d+)/rewrite', 'POST', array( self::class, 'rest_rewrite_suggestion' ), array( self::class, 'may_rewrite_suggestion' ), $rewrite + $id );
		Core\Routes::register( '/suggestions/(?P<id>\d+)/long', 'POST', array( self::class, 'rest_add_long_description' ), array( self::class, 'may_rewrite_suggestion' ), $id );
	}

	/**
	 * The parameters of all routes that generate a text.
	 *
	 * @return array<string, array<string, mixed>>
	 */
	private static function asking_args() {
		$text = array( 'type' => 'string' );
		return array(
			'title'         => $text,
			'seo_keywords'  => $text,
			'surroundings'  => Surroundings::surroundings_arg(),
			// Further lines.
			'image_context' => $text,
			'hint'          => Core\Routes::hint_arg(),
			'regenerate'    => array(
				'type'    => 'boolean',
				'default' => false,
			),
			// The same if a request is sent again because its answer was lost, so it is only paid for once.
			'request_id'    => array(
				'type'    => 'string',
				'pattern' => '^[A-Za-z0-9-]{1,64}$',
			),
		);
	}

	/**
	 * The options in a request for a text.
	 *
	 * @param WP_REST_Request $request The request. Only the parameters of its route count.
	 * @return array<string, mixed> For Ask::ask().
	 */
	private static function read_options( $request ) {
		$given = array_intersect_key( $request->get_params(), $request->get_attributes()['args'] );
		return wp_array_slice_assoc( $given, array( 'regenerate', 'language', 'hint', 'text_length', 'previous_text' ) ) + array(
			'edited' => wp_array_slice_assoc( $given, self::EDITED_ARGS ),
			'key'    => $given['request_id'] ?? '',
		);
	}

	/**
	 * Responds with an alternative text for the image.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error As Ask::ask() returns it; with `details`, the block of a long description.
	 */
	public static function rest_generate( $request ) {
		$target = self::read_target( $request );
		if ( ! isset( $request['attachment_id'] ) && '' === $target['image_url'] ) {
			return Core\Errors::no_image();
		}
		$answer = Ask::ask( $target, self::read_options( $request ) + array( 'origin' => 'sidebar' ) );
		$image  = (string) ( $target['attachment_id'] ? $target['attachment_id'] : $target['image_url'] );
		return is_wp_error( $answer ) || Core\Text::LONG !== $request['text_length'] ? $answer : $answer + array( 'details' => Posts\Long_Descriptions::write_details( $answer['alt_text'], $image, $answer ) );
	}

	/**
	 * The target of a request about a post.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed> For Ask::ask(), with all keys.
	 */
	private static function read_target( $request ) {
		$target = Ask::get_target( $request );
		return $target + array( 'place' => isset( $request['place'] ) ? Posts\Places::normalize_place( $request['place'], $target['post_id'] ) : null );
	}

	/**
	 * Responds with the context that a text would be generated with.
	 *
	 * @param WP_REST_Request $request As self::rest_generate() takes it.
	 * @return array<string, string> By the field names of the service, without the image.
	 */
	public static function rest_show_context( $request ) {
		$target = self::read_target( $request );
		$fields = Ask::filter_request( Ask::gather_context( $target, self::read_options( $request ) ), Ask::target_for_hooks( $target ) );
		return array_diff_key( $fields, array_flip( array( 'image_file', 'image_url' ) ) );
	}

	/**
	 * Requests another text for a suggestion, and responds with it and the account.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function rest_rewrite_suggestion( $request ) {
		$row     = Suggestions\Store::get( (int) $request['id'] );
		$options = self::read_options( $request );
		if ( '' === trim( $request['hint'] ) ) {
			unset( $options['hint'] );
		}
		if ( ! in_array( $row['state'], array( 'pending', 'live' ), true ) ) {
			$answer = Core\Errors::already_decided();
		} elseif ( isset( $request['shown_text'] ) && ! Suggestions\Decisions::is_shown( $row, $request['shown_text'] ) ) {
			// Nobody has read the text that it would replace.
			$answer = Core\Errors::text_changed();
		} else {
			$answer = Ask::rewrite( $row, $options );
		}
		if ( 'live' === $row['state'] && ! is_wp_error( $answer ) && trim( $answer['alt_text'] ) === trim( $row['new_text'] ) ) {
			// The new text is the same as the live one.
			Suggestions\Decisions::decide( $answer['suggestion_id'], 'reject' );
			$answer['suggestion_id'] = (int) $row['id'];
		}
		$item    = Suggestions\Routes::respond_with( (int) $row['id'], is_wp_error( $answer ) ? $answer : Suggestions\Store::get( $answer['suggestion_id'] ) );
		return is_wp_error( $item ) ? $item : $item + array( 'account' => array_intersect_key( $answer, array_flip( array( 'user_id', 'plan_type', 'credits_available', 'credits_error' ) ) ) );
	}

	/**
	 * Generates a long description for the image of a suggestion, and responds with the suggestion of it.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error As Suggestions\Store::to_array() returns it.
	 */
	public static function rest_add_long_description( $request ) {
		$answer = Ask::ask_for_long_description( Suggestions\Store::get( (int) $request['id'] ), self::read_options( $request ) );
		return is_wp_error( $answer ) ? $answer : Suggestions\Routes::respond_with( $answer['suggestion_id'], Suggestions\Store::get( $answer['suggestion_id'] ) );
	}

	/** Registers the route. */
	public static function register_attachment_route() {
		Core\Routes::register(
			'/attachments/(?P<id>\d+)/generate',
			'POST',
			array( self::class, 'rest_generate_for_attachment' ),
			array( self::class, 'may_generate_for_attachment' ),
			array(
				'post_id' => array(
					'type'    => 'integer',
					'minimum' => 1,
				),
			) + self::asking_args()
		);
	}

	/**
	 * Only users who may edit the image, and the post that gives its context, may spend credits on it.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return bool
	 */
	public static function may_generate_for_attachment( $request ) {
		return Core\Permissions::may_generate_for( (int) $request['id'] ) && ( ! isset( $request['post_id'] ) || Core\Permissions::may_work_on_post( (int) $request['post_id'] ) );
	}

	/**
	 * Responds with an alternative text.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error As Ask::ask() returns it; with `findings`, codes, if it waits for a decision.
	 */
	public static function rest_generate_for_attachment( $request ) {
		$id      = (int) $request['id'];
		$options = self::read_options( $request );
		// On the screen of an image, the post is the image itself.
		$is_picked = isset( $request['post_id'] ) && 'attachment' === get_post_type( $id ) && 'attachment' !== get_post_type( (int) $request['post_id'] );
		$post      = array(
			'post_id' => (int) $request['post_id'],
			// An image of a product may be that of a variation or of other products, whose text it has too.
			'is_only' => 'product' !== get_post_type( (int) $request['post_id'] ),
		);
		$answer = Ask::ask( array( 'attachment_id' => $id ), array( 'edited' => $is_picked ? $post + $options['edited'] : array() ) + $options + array( 'origin' => 'grid' ) );
		$row    = is_wp_error( $answer ) || ! $answer['suggestion_id'] ? null : Suggestions\Store::get( $answer['suggestion_id'] );
		return ! $row || is_wp_error( $row ) ? $answer : $answer + array( 'findings' => Suggestions\Store::list_findings( $row ) );
	}
}
