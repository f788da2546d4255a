<?php
/**
 * Asks for a text, in the same steps for every caller.
 *
 * @package Altscribe
 */

namespace Altscribe\Generation;

use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use Altscribe\Service;
use Altscribe\Suggestions;
use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Ask {

	/**
	 * Asks for a text, in these steps:
	 *
	 * 1. Check whether the current user may ask. A queue was checked when it was filled.
	 * 2. Use a text that waits for a decision or costs nothing, unless another text is wanted.
	 * 3. Check that neither the image nor its post is in the trash (again right before sending), and read the image.
	 * 4. Gather the context: the unsaved values in the editor, or else the saved ones, and what the site knows about the image.
	 * 5. Choose the key of the request, so it is only paid for once even if it is made twice.
	 * 6. Count the credit against the daily limit, and call the service.
	 * 7. Clean the text, and let other plugins change it.
	 * 8. Remember the source of the text until it is saved.
	 * 9. Hold the text for a decision, unless it may be written at once. The caller writes it: the browser, or the queue,
	 *    which also holds its own texts.
	 *
	 * @param array<string, mixed> $target  What the text is for. In the media library: `attachment_id`. In a post: `post_id`;
	 *                                      `attachment_id`, or `image_url` for an image that is not in the library; `place`,
	 *                                      as in Posts\Places::list_places(), '' for the text of the library in the context of
	 *                                      the post, null if the text cannot wait.
	 * @param array<string, mixed> $options All are optional: `regenerate` (another text than the service's cache has),
	 *                                      `language` (code), `hint` (what only the author can know), `text_length` (`short`,
	 *                                      `detailed` or Core\Text::LONG), `previous_text` (at a place), `edited` (as for
	 *                                      self::gather_context()), `origin` (of the suggestion), `hold_always` (whether
	 *                                      a text is held even if it may be written), `key` (the same for the same request; at
	 *                                      most 200 characters), `user_id` (for a queue: the user who asked; 0 for none).
	 * @return array<string, mixed>|WP_Error As Service\Client::generate_alt_text() returns it, with `is_held` and `suggestion_id` as
	 *                                       from self::hold_answer(), unless `place` is null. For a queue, these two
	 *                                       only with a text that was waiting.
	 */
	public static function ask( $target, $options = array() ) {
		$target  += array(
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
		if ( $target['post_id'] ) {
			$target['attachment_id'] = Library\Images::check_block_id( $target['attachment_id'], $target['image_url'] );
		}
		$settings  = Core\Settings::get();
		$is_queued = null !== $options['user_id'];
		$may       = $is_queued || Core\Permissions::may_ask( $target );
		if ( true !== $may ) {
			return $may ? $may : Core\Errors::forbidden();
		}
		if ( ! Core\Settings::is_connected( $settings ) ) {
			return Core\Errors::not_connected();
		}
		$waiting = $options['regenerate'] ? null : self::find_waiting_answer( $target, $options );
		if ( $waiting ) {
			return $waiting;
		}
		$error = self::error_of_target( $target );
		if ( $error ) {
			return $error;
		}
		$free   = $options['regenerate'] ? null : self::find_long_answer_in_file( $target, $options );
		$answer = $free ?? self::request_text( $settings, $target, $options );
		if ( $is_queued || null === $target['place'] ) {
			return $answer;
		}
		// The service may have taken half a minute.
		Library\Alt_Text::forget( $target['attachment_id'] );
		return self::hold_answer(
			$answer,
			array(
				'attachment_id' => $target['attachment_id'],
				'post_id'       => $target['post_id'],
				'place'         => $target['place'],
				'image_url'     => $target['attachment_id'] ? '' : $target['image_url'],
				'previous_text' => $options['previous_text'] ?? ( '' === $target['place'] ? Library\Alt_Text::get( $target['attachment_id'] ) : '' ),
				'hint'          => $options['hint'],
				'language'      => self::language_of_target( $target, $options ),
				'origin'        => $free ? 'file' : $options['origin'] ?? '',
			) + ( Core\Text::LONG === $options['text_length'] ? array( 'purpose' => Core\Text::LONG ) : array() ),
			$options['hold_always']
		);
	}

	/**
	 * Asks for another text in place of a suggestion.
	 *
	 * @param array<string, string> $row     Its row.
	 * @param array<string, mixed>  $options As for self::ask().
	 * @return array<string, mixed>|WP_Error As self::ask_for_suggestion() returns it.
	 */
	public static function rewrite( $row, $options ) {
		Suggestions\Store::put_first( $row );
		return self::ask_for_suggestion( $row, array( 'regenerate' => true ) + $options );
	}

	/**
	 * Asks for the text of a suggestion: another one for its place, or a long description.
	 *
	 * @param array<string, string> $row     Its row.
	 * @param array<string, mixed>  $options As for self::ask().
	 * @return array<string, mixed>|WP_Error As self::ask() returns it, with a `suggestion_id`. The errors of
	 *                                       Posts\Fill::error_of_place(), or Core\Errors::text_not_stored().
	 */
	private static function ask_for_suggestion( $row, $options ) {
		$place = Suggestions\Store::find_place( $row );
		if ( '' !== $row['place'] && ! $place ) {
			return Posts\Fill::error_of_place( (int) $row['post_id'], null );
		}
		$answer = self::ask(
			array(
				'attachment_id' => (int) $row['attachment_id'],
				'post_id'       => (int) $row['post_id'],
				'place'         => $row['place'],
				'image_url'     => $place['url'] ?? '',
			),
			$options + array(
				'language'      => $row['language'],
				'hint'          => $row['hint'],
				'previous_text' => 'live' === $row['state'] ? $row['new_text'] : $row['previous_text'],
				'origin'        => '' === $row['origin'] ? 'sidebar' : $row['origin'],
				'text_length'   => Core\Text::LONG === $row['purpose'] ? Core\Text::LONG : '',
				'hold_always'   => true,
			)
		);
		return is_wp_error( $answer ) || $answer['suggestion_id'] ? $answer : Core\Errors::text_not_stored( $answer['alt_text'] );
	}

	/**
	 * Asks for a long description of the image of a suggestion: for its place, or for the image in the newest post that shows it.
	 * It waits for a decision like any other text. A pending one costs nothing.
	 *
	 * @param array<string, string> $row     The row of the suggestion.
	 * @param array<string, mixed>  $options As for self::ask().
	 * @return array<string, mixed>|WP_Error As self::ask_for_suggestion() returns it. altscribe_no_place_for_details, or the errors
	 *                                       of Posts\Long_Descriptions::prepare_details().
	 */
	public static function ask_for_long_description( $row, $options ) {
		if ( '' === $row['place'] ) {
			list( $post, $image ) = Posts\Places::find_newest_place( (int) $row['attachment_id'] );
			if ( ! $image || ! $image['places'] ) {
				return Core\Errors::image_in_no_post();
			}
			$row = array(
				'post_id'  => (string) $post->ID,
				'place'    => $image['places'][0],
				'language' => Core\Languages::of_post( $post->ID ),
			) + $row;
		}
		$may   = Core\Permissions::explain_permission( (int) $row['post_id'] );
		$ready = true === $may ? Posts\Long_Descriptions::prepare_details( $row ) : $may;
		if ( is_wp_error( $ready ) || false === $may ) {
			return $ready ? $ready : Core\Errors::forbidden();
		}
		$long = array(
			'purpose'       => Core\Text::LONG,
			'previous_text' => '',
			'origin'        => 'sidebar',
		);
		return self::ask_for_suggestion( $long + $row, $options );
	}

	/**
	 * The text of a pending suggestion, or a text that was written for the image in a post, because a generated text would
	 * cost a credit.
	 *
	 * @param array<string, mixed> $target  As self::ask() completes it.
	 * @param array<string, mixed> $options The same.
	 * @return array<string, mixed>|WP_Error|null As self::hold_answer() returns it; for a queue without the account. Null if
	 *                                            there is none, or if the AI declined: a user may try again, which costs
	 *                                            nothing. An error of the service.
	 */
	private static function find_waiting_answer( $target, $options ) {
		$is_long = Core\Text::LONG === $options['text_length'];
		if ( null === $target['place'] ) {
			return null;
		}
		$row = Suggestions\Store::find( $target['attachment_id'], $target['post_id'], $target['place'], $is_long ? Core\Text::LONG : '' );
		if ( ! $row && ! $is_long ) {
			$row = '' === $target['place'] ? Free_Texts::offer_free_text( $target['attachment_id'], $options['user_id'] ) : Free_Texts::copy_waiting_text( $target, $options );
		}
		if ( ! $row ) {
			return null;
		}
		$account = array();
		if ( null === $options['user_id'] ) {
			if ( Suggestions\Store::DECLINED === $row['purpose'] || ! in_array( trim( $options['language'] ?? '' ), array( '', $row['language'] ), true ) ) {
				return null;
			}
			$account = Service\Account::get( Core\Settings::get() );
		}
		return is_wp_error( $account ) ? $account : array(
			'alt_text'      => $row['new_text'],
			'purpose'       => '' === $row['purpose'] ? null : $row['purpose'],
			'is_from_cache' => true,
			'model'         => $row['model'],
			'prompt'        => $row['prompt'],
			'doubts'        => Service\Client::read_doubts( $row['doubts'], $row['new_text'] ),
			'is_held'       => true,
			'suggestion_id' => (int) $row['id'],
		) + $account;
	}

	/**
	 * The long description in the file of an image, which costs nothing.
	 *
	 * @param array<string, mixed> $target  As self::ask() completes it.
	 * @param array<string, mixed> $options The same.
	 * @return array<string, mixed>|WP_Error|null As Service\Client::generate_alt_text() returns it; null if there is none, if it is
	 *                                            not wanted, or if the user may not read the image.
	 */
	private static function find_long_answer_in_file( $target, $options ) {
		$id   = $target['attachment_id'];
		$text = Core\Text::LONG === $options['text_length'] && Core\Permissions::may_read_post( $id ) ? Library\File_Texts::find_long( $id, self::language_of_target( $target, $options ) ) : '';
		if ( '' === $text ) {
			return null;
		}
		$account = Service\Account::get( Core\Settings::get() );
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
	 * @param array<string, mixed> $target  As self::ask() completes it.
	 * @param array<string, mixed> $options The same.
	 * @return string Code.
	 */
	private static function language_of_target( $target, $options ) {
		$wanted = trim( $options['language'] ?? '' );
		return '' === $wanted ? Core\Languages::of_post( Suggestions\Store::post_of( $target ) ) : $wanted;
	}

	/**
	 * Requests a text from the service: the steps of self::ask() that may cost a credit.
	 *
	 * @param array<string, mixed> $settings From Core\Settings::get().
	 * @param array<string, mixed> $target  As self::ask() completes it.
	 * @param array<string, mixed> $options  The same.
	 * @return array<string, mixed>|WP_Error As Service\Client::generate_alt_text() returns it.
	 */
	private static function request_text( $settings, $target, $options ) {
		$image = self::read_image( $target );
		if ( is_wp_error( $image ) ) {
			return $image;
		}
		$told    = self::target_for_hooks( $target );
		$fields  = self::filter_request( $image + self::gather_context( $target, $options ), $told );
		// Copies of an image have the same fields, but each gets a request of its own.
		$request = md5( wp_json_encode( array( $settings['user_id'], (bool) $options['regenerate'], $target, array_map( 'md5', $fields ) ) ) );
		// Reading a large file and calling other plugins take time.
		$error   = self::error_of_target( $target );
		if ( $error ) {
			return $error;
		}
		$key     = Service\Request_Keys::take( $request, empty( $options['key'] ) ? wp_generate_uuid4() : $options['key'] );
		$answer  = Service\Client::generate_alt_text( $settings, $fields, (bool) $options['regenerate'], "$key-$request" );
		$answer  = is_wp_error( $answer ) ? $answer : self::announce_alt_text( $answer, $told, $fields );
		// After the hooks: if one of them fails, the next request gets the paid text.
		Service\Request_Keys::leave( $request, $key, $answer );
		if ( null === $options['user_id'] && Core\Text::LONG !== $options['text_length'] ) {
			Library\Remembered_Texts::remember( $target['attachment_id'] ? $target['attachment_id'] : Library\Remembered_Texts::key( $target['image_url'] ), $answer );
		}
		return $answer;
	}

	/**
	 * Why a text must not be paid for now: the post is in the trash or, for the text of the media library, the image itself.
	 *
	 * @param array<string, mixed> $target  As self::ask() completes it.
	 * @return WP_Error|null altscribe_image_unreadable, altscribe_post_in_trash.
	 */
	private static function error_of_target( $target ) {
		$error = '' === $target['place'] && $target['attachment_id'] ? Library\Alt_Text::find_problem( $target['attachment_id'] ) : null;
		return $error ?? Posts\Saving::find_problem( $target['post_id'] );
	}

	/**
	 * The part of a target that is passed to the hooks of other plugins.
	 *
	 * @param array<string, mixed> $target  As self::ask() completes it.
	 * @return array{post_id: int, attachment_id: int, image_url: string}
	 */
	public static function target_for_hooks( $target ) {
		return wp_array_slice_assoc( $target, array( 'post_id', 'attachment_id', 'image_url' ) );
	}

	/**
	 * Reads the image of a target.
	 *
	 * @param array<string, mixed> $target  As self::ask() completes it.
	 * @return array<string, string>|WP_Error `image_file` or `image_url`. altscribe_image_unreadable, altscribe_placeholder.
	 */
	private static function read_image( $target ) {
		$id = (int) $target['attachment_id'];
		if ( $target['post_id'] && ! $id && '' !== $target['image_url'] ) {
			return Library\Images::read_image_url( $target['image_url'] );
		}
		if ( 'attachment' !== get_post_type( $id ) ) {
			return Core\Errors::image_unreadable( 'not_in_library' );
		}
		if ( $target['post_id'] ) {
			return Library\Images::read_attachment( $id, $target['image_url'] );
		}
		if ( Library\Images::get_placeholder_image() === $id ) {
			return Core\Errors::placeholder();
		}
		return Library\Images::read_attachment_image( $id );
	}

	/**
	 * The context of a request.
	 *
	 * @param array<string, mixed> $target  As self::ask() completes it.
	 * @param array<string, mixed> $options The same. `edited`: the unsaved values, as far as they are known: `title`,
	 *                                      `seo_keywords`, `surroundings` (as in Surroundings::SURROUNDINGS), `image_context`
	 *                                      (further lines); for the media library also `post_id` and `is_only`, as for
	 *                                      Context::attachment_context(). All other values are the saved ones.
	 * @return array<string, string> By the field names of the service, without empty ones.
	 */
	public static function gather_context( $target, $options ) {
		$id     = $target['attachment_id'];
		$edited = ( $options['edited'] ?? array() ) + array(
			'post_id' => $target['post_id'],
			'title'   => null,
			'user_id' => $options['user_id'] ?? null,
		);
		if ( isset( $edited['title'] ) ) {
			$edited['title'] = Core\Text::drop_placeholder_title( $edited['title'] );
		}
		if ( $target['post_id'] ) {
			// The user sees the context, but may not read every attachment.
			$id      = Core\Permissions::may_read_post( $id ) ? $id : 0;
			$about   = Context::describe_post( $target['post_id'], $id, $edited );
			$context = array(
				'blog_title'    => $about['title'],
				'seo_keywords'  => $about['keywords'],
				'image_context' => implode( "\n", array_merge( Context::format_facts( array( $about['facts'] ) ), Context::list_own_texts( $id ) ) ),
			);
			if ( ! isset( $edited['surroundings'] ) && ! isset( $edited['image_context'] ) && $target['place'] ) {
				$edited['surroundings'] = Surroundings::read_surroundings( $target['post_id'], $target['place'] );
			}
		} else {
			$context = Context::attachment_context( $id, $edited );
		}
		$title = $context['blog_title'] ?? '';
		$hint  = mb_substr( Core\Text::clean( $options['hint'] ?? '' ), 0, 200 );
		// The author's note is the first line, so it survives when a long context is cut.
		$lines = array_merge( '' === $hint ? array() : array( "Author's note: $hint" ), Surroundings::format_surroundings( $edited['surroundings'] ?? array() ) );
		foreach ( array( $edited['image_context'] ?? '', $context['image_context'] ?? '' ) as $text ) {
			$lines = array_merge( $lines, explode( "\n", $text ) );
		}
		$fields = array(
			'blog_title'    => $title,
			'seo_keywords'  => $edited['seo_keywords'] ?? $context['seo_keywords'] ?? '',
			'image_context' => Context::join_context( $lines, $title, $id ? Library\Alt_Text::get( $id ) : '' ),
			'language_code' => self::language_of_target( $target, $options ),
			'text_length'   => $options['text_length'] ?? '',
		);
		return array_filter( array_map( array( Core\Text::class, 'cut' ), $fields ), 'strlen' );
	}

	/**
	 * The post and the image of a request.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array{post_id: int, attachment_id: int, image_url: string} `attachment_id` from Library\Images::check_block_id().
	 */
	public static function get_target( $request ) {
		$url = (string) $request['image_url'];
		return array(
			'post_id'       => (int) $request['post_id'],
			'attachment_id' => Library\Images::check_block_id( $request['attachment_id'], $url ),
			'image_url'     => $url,
		);
	}

	/**
	 * Lets other plugins change the request to the service.
	 *
	 * @param array<string, string> $fields By the field names of the service.
	 * @param array<string, mixed>  $target As self::get_target() returns it.
	 * @return array<string, string>
	 */
	public static function filter_request( $fields, $target ) {
		$style = Core\Style::find( $fields['language_code'] ?? '' );
		if ( '' !== $style ) {
			$fields += array( 'style' => $style );
		}
		/**
		 * Filters the fields of the request to the service.
		 *
		 * @param array<string, string> $fields Those of the API: `image_file` or `image_url`, `language_code`, and, unless
		 *                                      empty, `blog_title`, `seo_keywords`, `image_context`, `style` and
		 *                                      `text_length`. Add `verify` (bool) to decide about the second opinion.
		 * @param array<string, mixed>  $target `post_id` (0 for a text of the media library), `attachment_id` (0 if the
		 *                                      image is not known to be in the media library), and `image_url` ('' if
		 *                                      only the attachment is known).
		 */
		$filtered = apply_filters( 'altscribe_request', $fields, $target );
		return is_array( $filtered ) ? array_filter( $filtered, 'is_string' ) + array_filter( array( 'verify' => $filtered['verify'] ?? null ), 'is_bool' ) : $fields;
	}

	/**
	 * Lets other plugins change an alternative text, then notifies them.
	 *
	 * @param array<string, mixed>  $answer As Service\Client::generate_alt_text() returns it.
	 * @param array<string, mixed>  $target As self::get_target() returns it.
	 * @param array<string, string> $fields The fields of the request.
	 * @return array<string, mixed> The response with the final text.
	 */
	private static function announce_alt_text( $answer, $target, $fields ) {
		$context = array_diff_key( $fields, array_flip( array( 'image_file', 'image_url' ) ) );
		/**
		 * Filters an alternative text from the service.
		 *
		 * @param string                $text    Plain text; for a long description, of several lines.
		 * @param array<string, mixed>  $target  As for `altscribe_request`.
		 * @param array<string, string> $context The context in the request.
		 */
		$text = apply_filters( 'altscribe_alt_text', $answer['alt_text'], $target, $context );

		$clean              = Core\Text::LONG === ( $fields['text_length'] ?? '' ) ? array( Core\Text::class, 'clean_long_text' ) : array( Core\Text::class, 'clean' );
		$answer['alt_text'] = $clean( is_string( $text ) ? $text : $answer['alt_text'] );
		$answer['doubts']   = Service\Client::read_doubts( $answer['doubts'] ?? array(), $answer['alt_text'] );
		/**
		 * Fires after an alternative text was generated; it may still be discarded.
		 *
		 * @param string                $text    Plain text.
		 * @param array<string, mixed>  $target  As for `altscribe_request`.
		 * @param array<string, string> $context The context in the request.
		 */
		do_action( 'altscribe_generated', $answer['alt_text'], $target, $context );
		return $answer;
	}

	/**
	 * Stores a generated text as a suggestion if it must not be written at once: new texts are held for review, it would
	 * replace another text, or the image seems to be decorative. Also stores that the AI declined to describe an image.
	 *
	 * @param array<string, mixed>|WP_Error $answer     As Service\Client::generate_alt_text() returns it.
	 * @param array<string, mixed>          $suggestion As Suggestions\Store::add() takes it, without the text.
	 * @param bool                          $is_always  Whether every text is stored.
	 * @return array<string, mixed>|WP_Error The answer, with `is_held` and `suggestion_id` (0 for none).
	 */
	public static function hold_answer( $answer, $suggestion, $is_always = false ) {
		if ( is_wp_error( $answer ) ) {
			if ( Core\Errors::is_declined( $answer ) && Core\Text::LONG !== ( $suggestion['purpose'] ?? '' ) ) {
				Suggestions\Store::add( $suggestion + array( 'purpose' => Suggestions\Store::DECLINED ) );
			}
			return $answer;
		}
		$is_verdict = '' === $answer['alt_text'] || 'decorative' === $answer['purpose'];
		// A text that the image already has is dropped.
		$is_same = ! $is_verdict && trim( $answer['alt_text'] ) === trim( $suggestion['previous_text'] );
		$is_held = $is_always || $is_verdict || ( ! $is_same && ( '' !== trim( $suggestion['previous_text'] ) || Core\Settings::get()['review_new_texts'] ) );
		$id      = $is_held ? Suggestions\Store::add(
			$suggestion + array(
				'new_text' => $answer['alt_text'],
				'purpose'  => (string) $answer['purpose'],
				'model'    => $answer['model'] ?? '',
				'prompt'   => $answer['prompt'] ?? '',
				'doubts'   => $answer['doubts'] ?? array(),
			)
		) : 0;
		return $answer + array(
			'is_held'       => $id > 0,
			'suggestion_id' => $id,
		);
	}
}
