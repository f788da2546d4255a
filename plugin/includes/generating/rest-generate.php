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
	$text  = array( 'type' => 'string' );
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
			'title'         => $text,
			'seo_keywords'  => $text,
			'image_context' => $text,
			'hint'          => altscribe_hint_arg(),
			'text_length'   => array(
				'type' => 'string',
				'enum' => array( 'short', 'detailed', ALTSCRIBE_LONG ),
			),
			// Where the image is in the post, to store the text until someone decides.
			'place'         => array(
				'type'      => 'string',
				'maxLength' => 8192,
			),
			'previous_text' => $text,
			'language'      => array(
				'type'              => 'string',
				'validate_callback' => 'altscribe_validate_language_arg',
			),
			'regenerate'    => array(
				'type'    => 'boolean',
				'default' => false,
			),
		),
	);
	register_rest_route( 'altscribe/v1', '/generate', $route );
	$context = array(
		'callback'            => 'altscribe_rest_show_context',
		'permission_callback' => 'altscribe_may_see_context',
	);
	register_rest_route( 'altscribe/v1', '/context', $context + $route );
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
 * @return array<string, mixed>|WP_Error As altscribe_generate_alt_text() returns it.
 */
function altscribe_rest_generate( $request ) {
	$settings = altscribe_settings();
	if ( ! altscribe_is_connected( $settings ) ) {
		return altscribe_error_not_connected();
	}
	$target    = altscribe_get_target( $request );
	$place     = isset( $request['place'] ) ? altscribe_normalize_place( $request['place'], $target['post_id'] ) : null;
	$suggested = null === $place || $request['regenerate'] ? null : altscribe_find_suggested_answer( $target['attachment_id'], trim( (string) $request['language'] ), $target['post_id'], $place );
	if ( $suggested ) {
		return $suggested;
	}
	$image = altscribe_read_target( $target, isset( $request['attachment_id'] ) );
	if ( is_wp_error( $image ) ) {
		return $image;
	}
	$context = altscribe_read_context( $request, $target );
	$is_long = ALTSCRIBE_LONG === ( $context['text_length'] ?? '' );
	$in_file = $is_long && altscribe_may_read_post( $target['attachment_id'] ) ? altscribe_find_long_text_in_file( $target['attachment_id'], $context['language_code'] ) : '';
	$fields  = altscribe_filter_request( array_merge( $image, $context ), $target );
	$answer  = '' === $in_file ? altscribe_generate_alt_text( $settings, $fields, $request['regenerate'] ) : altscribe_answer_from_file( $settings, $in_file );
	$answer  = is_wp_error( $answer ) || '' !== $in_file ? $answer : altscribe_announce_alt_text( $answer, $target, $fields );
	if ( $is_long ) {
		$key = (string) ( $target['attachment_id'] ? $target['attachment_id'] : $target['image_url'] );
		return is_wp_error( $answer ) ? $answer : $answer + array( 'details' => altscribe_write_details( $answer['alt_text'], $key, $answer ) );
	}
	$answer = altscribe_remember_text( $target['attachment_id'] ? $target['attachment_id'] : altscribe_remembered_key( $target['image_url'] ), $answer );
	return null === $place ? $answer : altscribe_hold_answer(
		$answer,
		array(
			'attachment_id' => $target['attachment_id'],
			'post_id'       => $target['post_id'],
			'place'         => $place,
			'image_url'     => $target['attachment_id'] ? '' : $target['image_url'],
			'previous_text' => (string) $request['previous_text'],
			'hint'          => (string) $request['hint'],
			'language'      => $context['language_code'],
			'origin'        => 'sidebar',
		)
	);
}

/**
 * An answer with a text that was in the file of an image, so it costs nothing.
 *
 * @param array<string, mixed> $settings From altscribe_settings().
 * @param string               $text     The text.
 * @return array<string, mixed>|WP_Error As altscribe_generate_alt_text() returns it.
 */
function altscribe_answer_from_file( $settings, $text ) {
	$account = altscribe_get_cached_account( $settings );
	return is_wp_error( $account ) ? $account : array(
		'alt_text'      => $text,
		'purpose'       => null,
		'is_from_cache' => true,
		'model'         => '',
		'prompt'        => '',
	) + $account;
}

/**
 * Responds with the context that a text would be generated with.
 *
 * @param WP_REST_Request $request As altscribe_rest_generate() takes it.
 * @return array<string, string> By the field names of the service, without the image.
 */
function altscribe_rest_show_context( $request ) {
	$target = altscribe_get_target( $request );
	return array_diff_key( altscribe_filter_request( altscribe_read_context( $request, $target ), $target ), array_flip( array( 'image_file', 'image_url' ) ) );
}

/**
 * The context in a request: what the editor knows, and what the site knows about the post and the image.
 *
 * @param WP_REST_Request      $request The request.
 * @param array<string, mixed> $target  As altscribe_get_target() returns it.
 * @return array<string, string> By the field names of the service, without empty ones.
 */
function altscribe_read_context( $request, $target ) {
	$title    = altscribe_drop_placeholder_title( (string) $request['title'] );
	$language = trim( (string) $request['language'] );
	$edited   = array(
		'post_id' => $target['post_id'],
		'title'   => $title,
	);
	// A user may not read every attachment, and sees the context.
	$readable = altscribe_may_read_post( $target['attachment_id'] ) ? $target : array( 'attachment_id' => 0 ) + $target;
	$context  = array(
		'blog_title'    => $title,
		'seo_keywords'  => (string) $request['seo_keywords'],
		'image_context' => altscribe_compose_context( (string) $request['image_context'], $readable, $edited, (string) $request['hint'] ),
		'language_code' => '' !== $language ? $language : altscribe_language( $target['post_id'] ),
		'text_length'   => (string) $request['text_length'],
	);
	return array_filter( array_map( 'altscribe_cut_text', $context ), 'strlen' );
}

/**
 * The lines about an image in a post: those of the editor, and those about the post and the image.
 *
 * @param string               $lines  Those of the editor.
 * @param array<string, mixed> $target As altscribe_get_target() returns it.
 * @param array<string, mixed> $edited As for altscribe_attachment_context().
 * @param string               $hint   What only the author can know about the image, or ''.
 * @return string
 */
function altscribe_compose_context( $lines, $target, $edited, $hint ) {
	$id    = $target['attachment_id'];
	$facts = get_post( $target['post_id'] ) ? altscribe_format_facts( array( altscribe_describe_post( $target['post_id'], $id, $edited )['facts'] ) ) : array();
	return altscribe_join_context(
		array_merge( explode( "\n", altscribe_add_note( $lines, $hint ) ), $facts, altscribe_list_own_texts( $id ) ),
		$edited['title'],
		$id ? altscribe_get_attachment_alt_text( $id ) : ''
	);
}

/**
 * The parameter `hint` of the routes that generate a text.
 *
 * @return array<string, mixed>
 */
function altscribe_hint_arg() {
	return array(
		'type'      => 'string',
		'maxLength' => 200,
	);
}

/**
 * Adds what only the author can know about an image, such as names and dates. It is the first line, so it
 * survives when a long context is cut.
 *
 * @param string $image_context The text around the image, in lines.
 * @param string $hint          The author's words, or ''.
 * @return string
 */
function altscribe_add_note( $image_context, $hint ) {
	$hint = mb_substr( altscribe_clean_text( $hint ), 0, 200 );
	return '' === $hint ? $image_context : trim( "Author's note: $hint\n$image_context" );
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
 * Reads the image of a request.
 *
 * @param array{attachment_id: int, image_url: string} $target        As altscribe_get_target() returns it.
 * @param bool                                         $has_attachment Whether the request names an attachment.
 * @return array<string, string>|WP_Error `image_file` or `image_url`.
 */
function altscribe_read_target( $target, $has_attachment ) {
	if ( $target['attachment_id'] ) {
		return altscribe_read_attachment( $target['attachment_id'], $target['image_url'] );
	}
	if ( '' !== $target['image_url'] ) {
		return altscribe_read_image_url( $target['image_url'] );
	}
	if ( $has_attachment ) {
		return altscribe_error_image_unreadable( 'not_in_library' );
	}
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
	$row    = altscribe_get_suggestion( (int) $request['id'] );
	$answer = 'pending' === $row['state'] ? altscribe_rewrite_suggestion( $row, $request['hint'] ) : altscribe_error_already_decided();
	$item   = altscribe_respond_with_suggestion( (int) $row['id'], is_wp_error( $answer ) ? $answer : altscribe_get_suggestion( (int) $row['id'] ) );
	return is_wp_error( $item ) ? $item : $item + array( 'account' => array_intersect_key( $answer, array_flip( array( 'user_id', 'plan_type', 'credits_available', 'credits_error' ) ) ) );
}
