<?php
/**
 * Asks for a text: the only way to the service, whoever wants one.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Asks for a text, in these steps:
 *
 * 1. May the user? Only for the current one: a queue was allowed when it was filled.
 * 2. Is a text waiting for a decision, or does one cost nothing? Not if another text is wanted.
 * 3. The image, and whether it or its post is in the trash; the latter again when all is ready to be sent.
 * 4. The context: what an editor has not saved, or else what is saved, and what the site knows about the image.
 * 5. The key of the request, so that it is paid for once, also if it is made twice.
 * 6. The daily limit, and the service.
 * 7. The text is cleaned, and other plugins may change it.
 * 8. Where it comes from is remembered until it is saved.
 * 9. It is held for a decision, unless it may be written at once. Who asked writes it: the browser, or the queue, which
 *    also holds its own texts.
 *
 * @param array<string, mixed> $subject What the text is for. In the media library: `attachment_id`. In a post: `post_id`;
 *                                      `attachment_id`, or `image_url` for an image that is not in the library; `place`,
 *                                      as in altscribe_list_places(), '' for the text of the library in the context of
 *                                      the post, null if the text cannot wait.
 * @param array<string, mixed> $options All are optional: `regenerate` (another text than the service's cache has),
 *                                      `language` (code), `hint` (what only the author can know), `text_length` (`short`,
 *                                      `detailed` or ALTSCRIBE_LONG), `previous_text` (at a place), `edited` (as for
 *                                      altscribe_gather_context()), `origin` (of the suggestion), `hold_always` (whether
 *                                      also a text is held that may be written), `key` (the same for the same request; at
 *                                      most 200 characters), `user_id` (of a queue: who asked it; 0 for nobody).
 * @return array<string, mixed>|WP_Error As altscribe_generate_alt_text() returns it, with `is_held` and `suggestion_id` as
 *                                       from altscribe_hold_answer(), but for a `place` of null. For a queue, these two
 *                                       only with a text that was waiting.
 */
function altscribe_ask( $subject, $options = array() ) {
	$subject += array(
		'attachment_id' => 0,
		'post_id'       => 0,
		'place'         => '',
		'image_url'     => '',
	);
	$options += array(
		'regenerate'  => false,
		'text_length' => '',
		'hint'        => '',
		'hold_always' => false,
		'user_id'     => null,
	);
	$settings  = altscribe_settings();
	$is_queued = null !== $options['user_id'];
	$may       = $is_queued || altscribe_may_ask( $subject );
	if ( true !== $may ) {
		return $may ? $may : altscribe_error_forbidden();
	}
	if ( ! altscribe_is_connected( $settings ) ) {
		return altscribe_error_not_connected();
	}
	$waiting = $options['regenerate'] ? null : altscribe_find_waiting_answer( $subject, $options );
	if ( $waiting ) {
		return $waiting;
	}
	$error = altscribe_error_of_subject( $subject );
	if ( $error ) {
		return $error;
	}
	$free   = $options['regenerate'] ? null : altscribe_find_long_answer_in_file( $subject, $options );
	$answer = $free ?? altscribe_request_text( $settings, $subject, $options );
	if ( $is_queued || null === $subject['place'] ) {
		return $answer;
	}
	// The service may have taken half a minute.
	altscribe_forget_attachment( $subject['attachment_id'] );
	return altscribe_hold_answer(
		$answer,
		array(
			'attachment_id' => $subject['attachment_id'],
			'post_id'       => $subject['post_id'],
			'place'         => $subject['place'],
			'image_url'     => $subject['attachment_id'] ? '' : $subject['image_url'],
			'previous_text' => $options['previous_text'] ?? ( '' === $subject['place'] ? altscribe_get_attachment_alt_text( $subject['attachment_id'] ) : '' ),
			'hint'          => $options['hint'],
			'language'      => altscribe_language_of_subject( $subject, $options ),
			'origin'        => $free ? 'file' : $options['origin'] ?? '',
		) + ( ALTSCRIBE_LONG === $options['text_length'] ? array( 'purpose' => ALTSCRIBE_LONG ) : array() ),
		$options['hold_always']
	);
}

/**
 * Asks for the text of a suggestion: another one for its place, or a long description.
 *
 * @param array<string, string> $row     Its row.
 * @param array<string, mixed>  $options As for altscribe_ask().
 * @return array<string, mixed>|WP_Error As altscribe_ask() returns it. The errors of altscribe_error_of_place().
 */
function altscribe_ask_for_suggestion( $row, $options ) {
	$place = altscribe_find_place_of_suggestion( $row );
	if ( '' !== $row['place'] && ! $place ) {
		return altscribe_error_of_place( (int) $row['post_id'], null );
	}
	return altscribe_ask(
		array(
			'attachment_id' => (int) $row['attachment_id'],
			'post_id'       => (int) $row['post_id'],
			'place'         => $row['place'],
			'image_url'     => $place['url'] ?? '',
		),
		$options + array(
			'language'      => $row['language'],
			'hint'          => $row['hint'],
			'previous_text' => $row['previous_text'],
			'origin'        => $row['origin'],
			'text_length'   => ALTSCRIBE_LONG === $row['purpose'] ? ALTSCRIBE_LONG : '',
			'hold_always'   => true,
		)
	);
}

/**
 * The text of a pending suggestion, or one that was written for the image in a post, instead of a generated text that would
 * cost a credit.
 *
 * @param array<string, mixed> $subject As altscribe_ask() completes it.
 * @param array<string, mixed> $options The same.
 * @return array<string, mixed>|WP_Error|null As altscribe_hold_answer() returns it; for a queue without the account. Null if
 *                                            there is none, or if the AI declined: a user may try again, which costs
 *                                            nothing. An error of the service.
 */
function altscribe_find_waiting_answer( $subject, $options ) {
	$is_long = ALTSCRIBE_LONG === $options['text_length'];
	if ( null === $subject['place'] ) {
		return null;
	}
	$row = altscribe_find_suggestion( $subject['attachment_id'], $subject['post_id'], $subject['place'], $is_long ? ALTSCRIBE_LONG : '' );
	$row = ! $row && ! $is_long && '' === $subject['place'] ? altscribe_offer_free_text( $subject['attachment_id'], $options['user_id'] ) : $row;
	if ( ! $row ) {
		return null;
	}
	$account = array();
	if ( null === $options['user_id'] ) {
		if ( ALTSCRIBE_DECLINED === $row['purpose'] || ! in_array( trim( $options['language'] ?? '' ), array( '', $row['language'] ), true ) ) {
			return null;
		}
		$account = altscribe_get_cached_account( altscribe_settings() );
	}
	return is_wp_error( $account ) ? $account : array(
		'alt_text'      => $row['new_text'],
		'purpose'       => '' === $row['purpose'] ? null : $row['purpose'],
		'is_from_cache' => true,
		'model'         => $row['model'],
		'prompt'        => $row['prompt'],
		'doubts'        => altscribe_read_doubts( $row['doubts'], $row['new_text'] ),
		'is_held'       => true,
		'suggestion_id' => (int) $row['id'],
	) + $account;
}

/**
 * The long description in the file of an image, which costs nothing.
 *
 * @param array<string, mixed> $subject As altscribe_ask() completes it.
 * @param array<string, mixed> $options The same.
 * @return array<string, mixed>|WP_Error|null As altscribe_generate_alt_text() returns it; null if there is none, if it is
 *                                            not wanted, or if the user may not read the image.
 */
function altscribe_find_long_answer_in_file( $subject, $options ) {
	$id   = $subject['attachment_id'];
	$text = ALTSCRIBE_LONG === $options['text_length'] && altscribe_may_read_post( $id ) ? altscribe_find_long_text_in_file( $id, altscribe_language_of_subject( $subject, $options ) ) : '';
	if ( '' === $text ) {
		return null;
	}
	$account = altscribe_get_cached_account( altscribe_settings() );
	return is_wp_error( $account ) ? $account : array(
		'alt_text'      => $text,
		'purpose'       => null,
		'is_from_cache' => true,
		'model'         => '',
		'prompt'        => '',
	) + $account;
}

/**
 * The language of a text: the wanted one, or that of the post or of the image.
 *
 * @param array<string, mixed> $subject As altscribe_ask() completes it.
 * @param array<string, mixed> $options The same.
 * @return string Code.
 */
function altscribe_language_of_subject( $subject, $options ) {
	$wanted = trim( $options['language'] ?? '' );
	return '' === $wanted ? altscribe_language( altscribe_target_of_suggestion( $subject ) ) : $wanted;
}

/**
 * Requests a text from the service: the steps of altscribe_ask() that may cost a credit.
 *
 * @param array<string, mixed> $settings From altscribe_settings().
 * @param array<string, mixed> $subject  As altscribe_ask() completes it.
 * @param array<string, mixed> $options  The same.
 * @return array<string, mixed>|WP_Error As altscribe_generate_alt_text() returns it.
 */
function altscribe_request_text( $settings, $subject, $options ) {
	$image = altscribe_read_image_of_subject( $subject );
	if ( is_wp_error( $image ) ) {
		return $image;
	}
	$target  = altscribe_target_of_subject( $subject );
	$fields  = altscribe_filter_request( $image + altscribe_gather_context( $subject, $options ), $target );
	$request = md5( wp_json_encode( array( $settings['user_id'], (bool) $options['regenerate'], array_map( 'md5', $fields ) ) ) );
	// Reading a large file and asking other plugins take time.
	$error   = altscribe_error_of_subject( $subject );
	if ( $error ) {
		return $error;
	}
	$key     = altscribe_take_key( $request, empty( $options['key'] ) ? wp_generate_uuid4() : $options['key'] );
	$answer  = altscribe_generate_alt_text( $settings, $fields, (bool) $options['regenerate'], "$key-$request" );
	altscribe_leave_key( $request, $key, $answer );
	$answer = is_wp_error( $answer ) ? $answer : altscribe_announce_alt_text( $answer, $target, $fields );
	if ( null === $options['user_id'] && ALTSCRIBE_LONG !== $options['text_length'] ) {
		altscribe_remember_text( $subject['attachment_id'] ? $subject['attachment_id'] : altscribe_remembered_key( $subject['image_url'] ), $answer );
	}
	return $answer;
}

/**
 * Why a text must not be paid for now: the post is in the trash or, for the text of the media library, the image itself.
 *
 * @param array<string, mixed> $subject As altscribe_ask() completes it.
 * @return WP_Error|null altscribe_image_unreadable, altscribe_post_in_trash.
 */
function altscribe_error_of_subject( $subject ) {
	$error = '' === $subject['place'] && $subject['attachment_id'] ? altscribe_error_of_attachment( $subject['attachment_id'] ) : null;
	return $error ?? altscribe_error_of_post( $subject['post_id'] );
}

/**
 * What hooks of other plugins get to know about a subject.
 *
 * @param array<string, mixed> $subject As altscribe_ask() completes it.
 * @return array{post_id: int, attachment_id: int, image_url: string}
 */
function altscribe_target_of_subject( $subject ) {
	return wp_array_slice_assoc( $subject, array( 'post_id', 'attachment_id', 'image_url' ) );
}

/**
 * Reads the image of a subject.
 *
 * @param array<string, mixed> $subject As altscribe_ask() completes it.
 * @return array<string, string>|WP_Error `image_file` or `image_url`. altscribe_image_unreadable, altscribe_placeholder.
 */
function altscribe_read_image_of_subject( $subject ) {
	$id = (int) $subject['attachment_id'];
	if ( $subject['post_id'] && ! $id && '' !== $subject['image_url'] ) {
		return altscribe_read_image_url( $subject['image_url'] );
	}
	if ( 'attachment' !== get_post_type( $id ) ) {
		return altscribe_error_image_unreadable( 'not_in_library' );
	}
	if ( $subject['post_id'] ) {
		return altscribe_read_attachment( $id, $subject['image_url'] );
	}
	if ( altscribe_get_placeholder_image() === $id ) {
		return new WP_Error( 'altscribe_placeholder', __( 'This is the placeholder image for products. WooCommerce sets its alt text.', 'altscribe' ), array( 'status' => 409 ) );
	}
	return altscribe_read_attachment_image( $id );
}

/**
 * The context of a request.
 *
 * @param array<string, mixed> $subject As altscribe_ask() completes it.
 * @param array<string, mixed> $options The same. `edited`: what is edited and not saved, as far as it is known: `title`,
 *                                      `seo_keywords`, `surroundings` (as in ALTSCRIBE_SURROUNDINGS), `image_context`
 *                                      (further lines); for the media library also `post_id` and `is_only`, as for
 *                                      altscribe_attachment_context(). Other parts are the saved ones.
 * @return array<string, string> By the field names of the service, without empty ones.
 */
function altscribe_gather_context( $subject, $options ) {
	$id     = $subject['attachment_id'];
	$edited = ( $options['edited'] ?? array() ) + array(
		'post_id' => $subject['post_id'],
		'title'   => null,
		'user_id' => $options['user_id'] ?? null,
	);
	if ( isset( $edited['title'] ) ) {
		$edited['title'] = altscribe_drop_placeholder_title( $edited['title'] );
	}
	if ( $subject['post_id'] ) {
		// A user may not read every attachment, and sees the context.
		$id      = altscribe_may_read_post( $id ) ? $id : 0;
		$about   = altscribe_describe_post( $subject['post_id'], $id, $edited );
		$context = array(
			'blog_title'    => $about['title'],
			'seo_keywords'  => $about['keywords'],
			'image_context' => implode( "\n", array_merge( altscribe_format_facts( array( $about['facts'] ) ), altscribe_list_own_texts( $id ) ) ),
		);
		if ( ! isset( $edited['surroundings'] ) && ! isset( $edited['image_context'] ) && $subject['place'] ) {
			$edited['surroundings'] = altscribe_read_surroundings( $subject['post_id'], $subject['place'] );
		}
	} else {
		$context = altscribe_attachment_context( $id, $edited );
	}
	$title = $context['blog_title'] ?? '';
	$hint  = mb_substr( altscribe_clean_text( $options['hint'] ?? '' ), 0, 200 );
	// What only the author can know is the first line, so it survives when a long context is cut.
	$lines = array_merge( '' === $hint ? array() : array( "Author's note: $hint" ), altscribe_format_surroundings( $edited['surroundings'] ?? array() ) );
	foreach ( array( $edited['image_context'] ?? '', $context['image_context'] ?? '' ) as $text ) {
		$lines = array_merge( $lines, explode( "\n", $text ) );
	}
	$fields = array(
		'blog_title'    => $title,
		'seo_keywords'  => $edited['seo_keywords'] ?? $context['seo_keywords'] ?? '',
		'image_context' => altscribe_join_context( $lines, $title, $id ? altscribe_get_attachment_alt_text( $id ) : '' ),
		'language_code' => altscribe_language_of_subject( $subject, $options ),
		'text_length'   => $options['text_length'] ?? '',
	);
	return array_filter( array_map( 'altscribe_cut_text', $fields ), 'strlen' );
}

/** The prefix of the options with the keys of requests that have no answer yet; the hash of the request follows. */
const ALTSCRIBE_KEY_OPTION = 'altscribe_asking_';

/**
 * Takes the key of a request. While the same request is being made, or was made and its answer was lost, it has the key of
 * that one: with the same key, the service answers the second one without asking the model, and takes one credit for both.
 * After an answer, the request has a new key, so that "Regenerate" is another text each time.
 *
 * @param string $request The hash of the request.
 * @param string $own     The key that it gets if it is the first.
 * @return string
 */
function altscribe_take_key( $request, $own ) {
	global $wpdb;
	$option = ALTSCRIBE_KEY_OPTION . $request;
	// If two processes ask at the same time, only one adds the row. Not cached, because the other must see it.
	$wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO $wpdb->options ( option_name, option_value, autoload ) VALUES ( %s, %s, 'off' )", $option, time() . " $own" ) );
	$value = (string) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM $wpdb->options WHERE option_name = %s", $option ) );
	return '' === $value ? $own : explode( ' ', $value, 2 )[1];
}

/**
 * Ends the use of a key, unless its answer was lost or may still come: then who asks again gets it.
 *
 * @param string                        $request The hash of the request.
 * @param string                        $key     Its key.
 * @param array<string, mixed>|WP_Error $answer  Of the service.
 */
function altscribe_leave_key( $request, $key, $answer ) {
	global $wpdb;
	$open = array( 'altscribe_unreachable', 'altscribe_service_error', 'altscribe_not_the_service', 'altscribe_rate_limited', 'altscribe_daily_limit' );
	if ( ! is_wp_error( $answer ) || ! in_array( $answer->get_error_code(), $open, true ) ) {
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name = %s AND option_value LIKE %s", ALTSCRIBE_KEY_OPTION . $request, '% ' . $wpdb->esc_like( $key ) ) );
	}
}

/** Deletes keys whose requests were not made again within a day: the service forgets them then, too. */
function altscribe_forget_old_keys() {
	global $wpdb;
	$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name LIKE %s AND option_value < %s", $wpdb->esc_like( ALTSCRIBE_KEY_OPTION ) . '%', time() - DAY_IN_SECONDS ) );
}
