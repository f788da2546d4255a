<?php
/**
 * The REST route that generates an alternative text for the editor, with its hooks for other plugins.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'rest_api_init', 'altscribe_register_generate_route' );

/** Registers the route, and another that responds with the context that a request would have. */
function altscribe_register_generate_route() {
	$route = array(
		'methods'             => WP_REST_Server::CREATABLE,
		'callback'            => 'altscribe_rest_generate',
		'permission_callback' => 'altscribe_may_generate',
		'args'                => array(
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
				'enum' => array( 'short', 'detailed', ALTSCRIBE_LONG ),
			),
			// Where the image is in the post, to store the text until someone decides.
			'place'         => array(
				'type'      => 'string',
				'maxLength' => 8192,
			),
			'previous_text' => array( 'type' => 'string' ),
			'language'      => array(
				'type'              => 'string',
				'validate_callback' => 'altscribe_validate_language_arg',
			),
		) + altscribe_asking_args(),
	);
	register_rest_route( 'altscribe/v1', '/generate', $route );
	$context = array(
		'callback'            => 'altscribe_rest_show_context',
		'permission_callback' => 'altscribe_may_see_context',
	);
	register_rest_route( 'altscribe/v1', '/context', $context + $route );
}

/** The parameters of the routes that generate a text about what is edited, as far as the editor knows it. */
const ALTSCRIBE_EDITED_ARGS = array( 'title', 'seo_keywords', 'surroundings', 'image_context' );

/**
 * The parameters of all routes that generate a text.
 *
 * @return array<string, array<string, mixed>>
 */
function altscribe_asking_args() {
	$text = array( 'type' => 'string' );
	return array(
		'title'         => $text,
		'seo_keywords'  => $text,
		'surroundings'  => altscribe_surroundings_arg(),
		// Further lines.
		'image_context' => $text,
		'hint'          => array(
			'type'      => 'string',
			'maxLength' => 200,
		),
		'regenerate'    => array(
			'type'    => 'boolean',
			'default' => false,
		),
		// The same if a request is sent again because its answer was lost: then it is paid for once.
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
 * @return array<string, mixed> For altscribe_ask().
 */
function altscribe_read_options( $request ) {
	$given = array_intersect_key( $request->get_params(), $request->get_attributes()['args'] );
	return wp_array_slice_assoc( $given, array( 'regenerate', 'language', 'hint', 'text_length', 'previous_text' ) ) + array(
		'edited' => wp_array_slice_assoc( $given, ALTSCRIBE_EDITED_ARGS ),
		'key'    => $given['request_id'] ?? '',
	);
}

/**
 * Validates a language code; '' means the language in the settings.
 *
 * @param mixed           $value   The value in the request.
 * @param WP_REST_Request $request The request.
 * @param string          $param   Its name.
 * @return true|WP_Error
 */
function altscribe_validate_language_arg( $value, $request, $param ) {
	$is_string = rest_validate_request_arg( $value, $request, $param );
	return true === $is_string ? altscribe_validate_setting( $value, 'language' ) : $is_string;
}

/**
 * Responds with an alternative text for the image.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error As altscribe_ask() returns it; with `details`, the block of a long description.
 */
function altscribe_rest_generate( $request ) {
	$subject = altscribe_read_subject( $request );
	if ( ! isset( $request['attachment_id'] ) && '' === $subject['image_url'] ) {
		return altscribe_error_no_image();
	}
	$answer = altscribe_ask( $subject, altscribe_read_options( $request ) + array( 'origin' => 'sidebar' ) );
	$image  = (string) ( $subject['attachment_id'] ? $subject['attachment_id'] : $subject['image_url'] );
	return is_wp_error( $answer ) || ALTSCRIBE_LONG !== $request['text_length'] ? $answer : $answer + array( 'details' => altscribe_write_details( $answer['alt_text'], $image, $answer ) );
}

/**
 * The subject of a request about a post.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed> For altscribe_ask(), with all keys.
 */
function altscribe_read_subject( $request ) {
	$target = altscribe_get_target( $request );
	return $target + array( 'place' => isset( $request['place'] ) ? altscribe_normalize_place( $request['place'], $target['post_id'] ) : null );
}

/** Error: a request names no image. */
function altscribe_error_no_image() {
	return new WP_Error(
		'rest_missing_callback_param',
		__( 'Specify an image: attachment_id or image_url.', 'altscribe' ),
		array(
			'status' => 400,
			'params' => array( 'attachment_id', 'image_url' ),
		)
	);
}

/**
 * Responds with the context that a text would be generated with.
 *
 * @param WP_REST_Request $request As altscribe_rest_generate() takes it.
 * @return array<string, string> By the field names of the service, without the image.
 */
function altscribe_rest_show_context( $request ) {
	$subject = altscribe_read_subject( $request );
	$fields  = altscribe_filter_request( altscribe_gather_context( $subject, altscribe_read_options( $request ) ), altscribe_target_of_subject( $subject ) );
	return array_diff_key( $fields, array_flip( array( 'image_file', 'image_url' ) ) );
}

/**
 * The post and the image of a request.
 *
 * @param WP_REST_Request $request The request.
 * @return array{post_id: int, attachment_id: int, image_url: string} `attachment_id` is 0 if the URL does not belong
 *         to the attachment: after an import, the id in a block may refer to another image.
 */
function altscribe_get_target( $request ) {
	$attachment_id = (int) $request['attachment_id'];
	$url           = (string) $request['image_url'];
	$is_attachment = 'attachment' === get_post_type( $attachment_id )
		&& ( '' === $url || altscribe_is_url_of_attachment( $url, $attachment_id ) );
	return array(
		'post_id'       => (int) $request['post_id'],
		'attachment_id' => $attachment_id && $is_attachment ? $attachment_id : 0,
		'image_url'     => $url,
	);
}

/**
 * Cuts a text to the length that the service accepts: 2,000 UTF-16 code units. Characters outside
 * the basic plane (emoji) count twice.
 *
 * @param string $text Any text.
 * @return string
 */
function altscribe_cut_text( $text ) {
	$limit = 2000;
	$start = mb_substr( wp_check_invalid_utf8( $text ), 0, $limit, 'UTF-8' );
	$cut   = '';
	foreach ( preg_split( '//u', $start, -1, PREG_SPLIT_NO_EMPTY ) as $character ) {
		$limit -= 4 === strlen( $character ) ? 2 : 1;
		if ( $limit < 0 ) {
			break;
		}
		$cut .= $character;
	}
	return $cut;
}

/**
 * Lets other plugins change the request to the service.
 *
 * @param array<string, string> $fields By the field names of the service.
 * @param array<string, mixed>  $target As altscribe_get_target() returns it.
 * @return array<string, string>
 */
function altscribe_filter_request( $fields, $target ) {
	$style = altscribe_find_style( $fields['language_code'] ?? '' );
	if ( '' !== $style ) {
		$fields += array( 'style' => $style );
	}
	/**
	 * Filters the fields of the request to the service.
	 *
	 * @param array<string, string> $fields `image_file` (data URI) or `image_url`, `language_code`, and, unless
	 *                                      empty, `blog_title`, `seo_keywords`, `image_context`, `style` and
	 *                                      `text_length` (`short`, `detailed` or `long`). `verify` (bool) may be added.
	 * @param array<string, mixed>  $target `post_id`, `attachment_id` (0 for other images), `image_url` ('' if unknown).
	 */
	$filtered = apply_filters( 'altscribe_request', $fields, $target );
	return is_array( $filtered ) ? array_filter( $filtered, 'is_string' ) + array_filter( array( 'verify' => $filtered['verify'] ?? null ), 'is_bool' ) : $fields;
}

/**
 * Lets other plugins change an alternative text, then notifies them.
 *
 * @param array<string, mixed>  $answer As altscribe_generate_alt_text() returns it.
 * @param array<string, mixed>  $target As altscribe_get_target() returns it.
 * @param array<string, string> $fields The fields of the request.
 * @return array<string, mixed> The response with the final text.
 */
function altscribe_announce_alt_text( $answer, $target, $fields ) {
	$context = array_diff_key( $fields, array_flip( array( 'image_file', 'image_url' ) ) );
	/**
	 * Filters an alternative text from the service.
	 *
	 * @param string                $text    Plain text; for a long description, of several lines.
	 * @param array<string, mixed>  $target  As for `altscribe_request`.
	 * @param array<string, string> $context The context in the request.
	 */
	$text = apply_filters( 'altscribe_alt_text', $answer['alt_text'], $target, $context );

	$clean              = ALTSCRIBE_LONG === ( $fields['text_length'] ?? '' ) ? 'altscribe_clean_long_text' : 'altscribe_clean_text';
	$answer['alt_text'] = $clean( is_string( $text ) ? $text : $answer['alt_text'] );
	$answer['doubts']   = altscribe_read_doubts( $answer['doubts'] ?? array(), $answer['alt_text'] );
	/**
	 * Fires after an alternative text was generated. The editor may still discard it or offer it as a
	 * suggestion.
	 *
	 * @param string                $text    Plain text.
	 * @param array<string, mixed>  $target  As for `altscribe_request`.
	 * @param array<string, string> $context The context in the request.
	 */
	do_action( 'altscribe_generated', $answer['alt_text'], $target, $context );
	return $answer;
}

/**
 * Requests another text for a suggestion, and responds with it and the account.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_rest_rewrite_suggestion( $request ) {
	$row     = altscribe_get_suggestion( (int) $request['id'] );
	$options = array( 'regenerate' => true ) + altscribe_read_options( $request );
	if ( '' === trim( $request['hint'] ) ) {
		unset( $options['hint'] );
	}
	$answer  = 'pending' === $row['state'] ? altscribe_ask_for_suggestion( $row, $options ) : altscribe_error_already_decided();
	$item    = altscribe_respond_with_suggestion( (int) $row['id'], is_wp_error( $answer ) ? $answer : altscribe_get_suggestion( (int) $row['id'] ) );
	return is_wp_error( $item ) ? $item : $item + array( 'account' => array_intersect_key( $answer, array_flip( array( 'user_id', 'plan_type', 'credits_available', 'credits_error' ) ) ) );
}
