<?php
/**
 * Every error that a user may see, with its message.
 *
 * @package Altscribe
 */

namespace Altscribe\Core;

use Altscribe\Batches;
use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Errors {

	/** Error: the user's role may not generate. */
	public static function role_excluded() {
		return new WP_Error(
			'altscribe_role_excluded',
			__( 'Your role is not allowed to generate alt text on this site. Ask an administrator.', 'altscribe' ),
			array( 'status' => 403 )
		);
	}

	/** Error: the user may not change the post or image whose text is wanted. */
	public static function forbidden() {
		return new WP_Error( 'rest_forbidden', __( 'You are not allowed to edit this post, or it no longer exists.', 'altscribe' ), array( 'status' => 403 ) );
	}

	/**
	 * Error: the site has spent its credits for today.
	 *
	 * @param int $limit Credits per day.
	 */
	public static function daily_limit( $limit ) {
		$midnight = date_create_immutable( 'tomorrow', wp_timezone() );
		return new WP_Error(
			'altscribe_daily_limit',
			sprintf(
				/* translators: %s: number of credits. */
				_n(
					'This site has used its daily limit of %s credit. Generating continues tomorrow, or when an administrator raises the limit.',
					'This site has used its daily limit of %s credits. Generating continues tomorrow, or when an administrator raises the limit.',
					$limit,
					'altscribe'
				),
				number_format_i18n( $limit )
			),
			array(
				'status'      => 429,
				'limit'       => $limit,
				'retry_after' => $midnight->getTimestamp() - time(),
			)
		);
	}

	/**
	 * Error: the API key must be entered.
	 *
	 * @param string $message The reason.
	 */
	public static function key_needed( $message ) {
		return new WP_Error(
			'rest_invalid_param',
			$message,
			array(
				'status' => 400,
				'params' => array( 'api_key' => $message ),
			)
		);
	}

	/**
	 * The problems of an image.
	 *
	 * @param string $code Any code.
	 * @return array{0: string, 1: string}|null The reason, as the end of "This image could not be read: …", and the
	 *                                          next step; null for an unknown code.
	 */
	public static function find_image_problem( $code ) {
		$upload   = __( 'Upload it to the media library.', 'altscribe' );
		$smaller  = __( 'Upload a smaller version.', 'altscribe' );
		$anew     = __( 'Save it as JPEG or PNG and upload it again.', 'altscribe' );
		$problems = array(
			'image_url_invalid'      => array( __( 'its address is not valid', 'altscribe' ), $upload ),
			'image_private_address'  => array( __( 'its address is on a private network', 'altscribe' ), $upload ),
			'image_not_found'        => array( __( 'nothing was found at its address', 'altscribe' ), $upload ),
			'image_forbidden'        => array( __( 'its server denied access', 'altscribe' ), $upload ),
			'image_unavailable'      => array( __( 'its server did not send it', 'altscribe' ), __( 'Try again later, or upload it to the media library.', 'altscribe' ) ),
			'image_timeout'          => array( __( 'its server took too long', 'altscribe' ), __( 'Try again, or upload it to the media library.', 'altscribe' ) ),
			'image_too_large'        => array( __( 'it is too large', 'altscribe' ), $smaller ),
			'request_too_large'      => array( __( 'it is too large', 'altscribe' ), $smaller ),
			'image_too_many_pixels'  => array( __( 'it has too many pixels', 'altscribe' ), $smaller ),
			'image_type_unsupported' => array( __( 'it is not a JPEG, PNG, WebP, GIF, AVIF, TIFF or SVG image', 'altscribe' ), $anew ),
			'image_undecodable'      => array( __( 'it is damaged, has an unusual format or takes too long to open', 'altscribe' ), $anew ),
			'image_rejected'         => array( __( 'no AI model could read it', 'altscribe' ), __( 'Save it as JPEG or PNG and upload it again, or write the alt text yourself.', 'altscribe' ) ),
			'file_too_large'         => array( __( 'it is larger than 10 MB', 'altscribe' ), $smaller ),
			'too_large_for_server'   => array( __( 'it is too large for the service', 'altscribe' ), $smaller ),
			'file_missing'           => array( __( 'its file is missing on this server', 'altscribe' ), __( 'Upload it again.', 'altscribe' ) ),
			'not_in_library'         => array( __( 'it is no longer in the media library', 'altscribe' ), __( 'Upload it again.', 'altscribe' ) ),
			'in_trash'               => array( __( 'it is in the trash', 'altscribe' ), __( 'Restore it first.', 'altscribe' ) ),
			'not_an_image'           => array( __( 'it is not an image', 'altscribe' ), __( 'Choose an image.', 'altscribe' ) ),
			'not_visible'            => array( __( 'you are not allowed to view it', 'altscribe' ), __( 'Ask an administrator to generate its alt text.', 'altscribe' ) ),
		);
		return isset( $problems[ $code ] ) ? $problems[ $code ] : null;
	}

	/**
	 * The problems of a request, other than its image.
	 *
	 * @param string $code Any code.
	 * @return string|null A sentence with the next step; null for an unknown code.
	 */
	public static function find_request_problem( $code ) {
		$update = __( 'Plugin and service versions are incompatible. Ask an administrator to update both.', 'altscribe' );
		switch ( $code ) {
			case 'user_id_invalid':
				return __( 'The service rejected the account e-mail. Ask an administrator to check it in the settings.', 'altscribe' );
			case 'too_long':
				return __( 'The text sent with the image is too long. Shorten the title or the keywords.', 'altscribe' );
			case 'body_not_json':
			case 'body_not_an_object':
			case 'body_too_complex':
			case 'content_encoding_unsupported':
			case 'request_malformed':
			case 'wrong_type':
			case 'wrong_value':
			case 'image_missing':
			case 'image_file_invalid':
				return $update;
			default:
				return null;
		}
	}

	/**
	 * Error: the account has no credits left.
	 *
	 * @param string $user_id           E-mail address of the account.
	 * @param string $plan_type         Its plan.
	 * @param int    $credits_available Its remaining credits.
	 */
	public static function insufficient_credits( $user_id, $plan_type, $credits_available ) {
		return new WP_Error(
			'altscribe_insufficient_credits',
			/* translators: %s: e-mail address of an account. */
			sprintf( __( 'You have no credits left. Ask the account owner (%s) to add credits.', 'altscribe' ), $user_id ),
			array(
				'status'            => 403,
				'user_id'           => $user_id,
				'plan_type'         => $plan_type,
				'credits_available' => $credits_available,
			)
		);
	}

	/**
	 * Error: the account has fewer credits than a batch may cost. The user decides.
	 *
	 * @param int   $most    What it costs at most.
	 * @param int   $credits The remaining credits, at least 1.
	 * @param int[] $ids     The images that these pay for.
	 */
	public static function too_few_credits( $most, $credits, $ids ) {
		return new WP_Error(
			'altscribe_too_few_credits',
			/* translators: 1: number of credits, at least 2, 2: a smaller number of credits. */
			sprintf( _n( 'This costs at most %1$s credits. You have %2$s left.', 'This costs at most %1$s credits. You have %2$s left.', $credits, 'altscribe' ), number_format_i18n( $most ), number_format_i18n( $credits ) ),
			array(
				'status' => 409,
				'ids'    => $ids,
			)
		);
	}

	/**
	 * Error: too many requests within a minute.
	 *
	 * @param int $retry_after Seconds until the service accepts requests again.
	 */
	public static function rate_limited( $retry_after ) {
		return new WP_Error(
			'altscribe_rate_limited',
			sprintf(
				/* translators: %s: number of seconds. */
				_n(
					'Too many requests right now. Try again in %s second.',
					'Too many requests right now. Try again in %s seconds.',
					$retry_after,
					'altscribe'
				),
				number_format_i18n( $retry_after )
			),
			array(
				'status'      => 429,
				'retry_after' => $retry_after,
			)
		);
	}

	/**
	 * Error: the service is still working on the first request for this text, perhaps of a process that was cut off. It is
	 * over as soon as that request is, and only for this image.
	 *
	 * @param int $retry_after Seconds.
	 */
	public static function still_generating( $retry_after ) {
		return new WP_Error(
			// Everyone who can wait for the service waits for this too.
			'altscribe_rate_limited',
			__( 'The service is still working on this text. Try again in a moment.', 'altscribe' ),
			array(
				'status'      => 429,
				'retry_after' => $retry_after,
				'problem'     => 'still_generating',
			)
		);
	}

	/**
	 * Whether an error is self::still_generating().
	 *
	 * @param WP_Error $error Any error.
	 * @return bool
	 */
	public static function is_still_generating( $error ) {
		return 'still_generating' === ( ( (array) $error->get_error_data() )['problem'] ?? '' );
	}

	/**
	 * Error: the service generates no more texts today, for this account or for all.
	 *
	 * @param int $retry_after Seconds until it does again.
	 */
	public static function service_limit( $retry_after ) {
		return new WP_Error(
			'altscribe_service_limit',
			__( 'The service has reached its limit for today. Generating continues tomorrow, or when the operator of the service raises the limit.', 'altscribe' ),
			array(
				'status'      => 429,
				'retry_after' => $retry_after,
			)
		);
	}

	/**
	 * Error: the image cannot be read, or it is not an image.
	 *
	 * @param string $problem A code of self::find_image_problem().
	 * @param string $reason  For an unknown code: part of a sentence, without a full stop.
	 */
	public static function image_unreadable( $problem, $reason = '' ) {
		list( $reason, $advice ) = self::find_image_problem( $problem ) ?? array( $reason, '' );
		return new WP_Error(
			'altscribe_image_unreadable',
			/* translators: 1: the reason, such as "it is larger than 10 MB"; 2: a sentence that says what can be done. */
			trim( sprintf( __( 'This image could not be read: %1$s. %2$s', 'altscribe' ), $reason, $advice ) ),
			array(
				'status'  => 422,
				'problem' => $problem,
			)
		);
	}

	/**
	 * Error: the service refused the request, for another reason than its image.
	 *
	 * @param string $problem A code of self::find_request_problem().
	 * @param string $message For an unknown code: the message of the service.
	 */
	public static function invalid_request( $problem, $message ) {
		return new WP_Error(
			'altscribe_invalid_request',
			self::find_request_problem( $problem ) ??
				/* translators: %s: a sentence from the service, in English. */
				sprintf( __( 'The service did not accept the request: %s', 'altscribe' ), $message ),
			array( 'status' => 400 )
		);
	}

	/** Error: every AI model that was asked declined to describe the image. */
	public static function declined() {
		return new WP_Error(
			'altscribe_image_unreadable',
			__( 'The AI declined to describe this image. Write the text yourself.', 'altscribe' ),
			array(
				'status'  => 422,
				'problem' => 'declined',
			)
		);
	}

	/**
	 * Whether an error is self::declined().
	 *
	 * @param WP_Error $error Any error.
	 * @return bool
	 */
	public static function is_declined( $error ) {
		return 'declined' === ( ( (array) $error->get_error_data() )['problem'] ?? '' );
	}

	/**
	 * Error: the service failed, or no AI model answered it.
	 *
	 * @param string $request_id The id of the request in the service's log, or ''.
	 */
	public static function service( $request_id ) {
		return new WP_Error(
			'altscribe_service_error',
			__( 'The alt text service had a problem. Nothing was changed. Try again in a moment.', 'altscribe' ),
			array(
				'status'     => 424,
				'request_id' => $request_id,
			)
		);
	}

	/**
	 * An error as data for the editor, like an error of the REST API.
	 *
	 * @param WP_Error $error The error.
	 * @return array{code: string, message: string, data: array<string, mixed>}
	 */
	public static function to_array( $error ) {
		return rest_convert_error_to_response( $error )->get_data();
	}

	/**
	 * Error: the service URL, the API key or the account e-mail is not set, or the key must not be sent
	 * to this URL.
	 */
	public static function not_connected() {
		$question = Key_Origin::key_needed_message( Settings::stored() );
		return new WP_Error(
			'altscribe_not_connected',
			Permissions::may_change_settings()
				? ( '' === $question ? __( 'Connect Altscribe to generate alt text.', 'altscribe' ) : $question )
				: __( 'Ask an administrator to connect Altscribe.', 'altscribe' ),
			array( 'status' => 409 )
		);
	}

	/** Error: the service does not know the API key, or the key was revoked. */
	public static function key_refused() {
		return new WP_Error(
			'altscribe_key_refused',
			Permissions::may_change_settings()
				? __( 'The service did not accept the API key.', 'altscribe' )
				: __( 'The service did not accept the API key. Ask an administrator to check the API key.', 'altscribe' ),
			array( 'status' => 424 )
		);
	}

	/**
	 * Error: the API key is valid, but not for this account.
	 *
	 * @param string $user_id E-mail address of the account.
	 */
	public static function unknown_account( $user_id ) {
		return new WP_Error(
			'altscribe_unknown_account',
			Permissions::may_change_settings()
				? __( 'The service does not know the account e-mail. Check it in the settings.', 'altscribe' )
				: __( 'The service does not know the account e-mail. Ask an administrator to check it.', 'altscribe' ),
			array(
				'status'  => 424,
				'user_id' => $user_id,
			)
		);
	}

	/**
	 * Error: no response within the time limit.
	 *
	 * @param string $request_id The id of the request, which is in the service's log if it arrived; '' if there is
	 *   none.
	 * @param string $reason     A code of self::find_connection_problem(), or '' if it is not known.
	 */
	public static function unreachable( $request_id = '', $reason = '' ) {
		return new WP_Error(
			'altscribe_unreachable',
			__( 'The alt text service could not be reached. Nothing was changed.', 'altscribe' ),
			array(
				'status'     => 424,
				'request_id' => $request_id,
				'reason'     => $reason,
			)
		);
	}

	/**
	 * Why a server cannot be reached.
	 *
	 * @param string $reason Any code.
	 * @return string Two sentences for the administrator who tests the connection.
	 */
	private static function find_connection_problem( $reason ) {
		switch ( $reason ) {
			case 'unknown_host':
				return __( 'This server does not exist, or your site cannot find it. Check the URL for typing errors.', 'altscribe' );
			case 'refused':
				return __( 'The server refused the connection. Check the port in the URL, and that the service is running.', 'altscribe' );
			case 'untrusted':
				return __( 'Your site does not trust the certificate of this server. It is self-signed, has expired or is for another name.', 'altscribe' );
			case 'no_https':
				return __( 'This port does not use https. Check the port in the URL, or start it with http:// if the service has no certificate.', 'altscribe' );
			default:
				return __( 'No response from this URL. Check the service URL, and that the service is running.', 'altscribe' );
		}
	}

	/** Error: the service URL of a site in a network is not a public internet address. */
	public static function unsafe_url() {
		return new WP_Error(
			'altscribe_unsafe_url',
			Permissions::may_change_settings()
				? __( 'In a network, a site’s own service URL must be a public address on port 80, 443 or 8080. The network administrator can set any other address for all sites.', 'altscribe' )
				: __( 'This site is not allowed to use its service URL. Ask an administrator to check it.', 'altscribe' ),
			array( 'status' => 424 )
		);
	}

	/** Error: the response is not from an Altscribe service. */
	public static function not_the_service() {
		return new WP_Error(
			'altscribe_not_the_service',
			Permissions::may_change_settings()
				? __( 'The server at the service URL is not Altscribe. Check the URL.', 'altscribe' )
				: __( 'The server at the service URL is not Altscribe. Ask an administrator to check it.', 'altscribe' ),
			array( 'status' => 424 )
		);
	}

	/**
	 * The same error, for the administrator who tests the connection: with a message, and the field to correct.
	 *
	 * @param WP_Error $error Any error of a call of the service.
	 * @return WP_Error Its data may have `params`: the message, by the name of the setting.
	 */
	public static function reword_for_connection_test( $error ) {
		$data  = $error->get_error_data();
		$field = 'service_url';
		switch ( $error->get_error_code() ) {
			case 'altscribe_unreachable':
				$message = self::find_connection_problem( $data['reason'] );
				break;
			case 'altscribe_unsafe_url':
				$message = $error->get_error_message();
				break;
			case 'altscribe_not_the_service':
				$message = __( 'The server at this URL is not Altscribe. Check the service URL.', 'altscribe' );
				break;
			case 'altscribe_key_refused':
				$field   = 'api_key';
				$message = __( 'The service did not accept the API key. Check it or create a new one.', 'altscribe' );
				break;
			case 'altscribe_unknown_account':
				$field = 'user_id';
				/* translators: %s: e-mail address of an account. */
				$message = sprintf( __( 'The service has no account %s for this API key. Check the account e-mail.', 'altscribe' ), $data['user_id'] );
				break;
			case 'altscribe_rate_limited':
				/* translators: %s: number of seconds. */
				$message = sprintf( __( 'The service is busy. Try again in %s s.', 'altscribe' ), number_format_i18n( $data['retry_after'] ) );
				return new WP_Error( 'altscribe_rate_limited', $message, $data );
			default:
				return $error;
		}
		return new WP_Error( $error->get_error_code(), $message, array( 'params' => array( $field => $message ) ) + $data );
	}

	/**
	 * Error: settings were not stored, because they do not work, and the stored ones do.
	 *
	 * @param WP_Error $why From self::reword_for_connection_test().
	 */
	public static function connection_lost( $why ) {
		return new WP_Error(
			'altscribe_connection_lost',
			__( 'The stored connection works, this one does not. Save it anyway?', 'altscribe' ),
			array( 'status' => 409 ) + array_intersect_key( $why->get_error_data(), array( 'params' => null ) )
		);
	}

	/** Error: a request names no image. */
	public static function no_image() {
		return new WP_Error(
			'rest_missing_callback_param',
			__( 'Specify an image: attachment_id or image_url.', 'altscribe' ),
			array(
				'status' => 400,
				'params' => array( 'attachment_id', 'image_url' ),
			)
		);
	}

	/** Error: the database did not store a batch or a suggestion, usually because a table is missing. */
	public static function queue_unavailable() {
		$missing = Tables::list_missing();
		if ( ! $missing ) {
			$message = __( 'The database did not store this. It may be read-only or full.', 'altscribe' );
		} elseif ( Permissions::may_change_settings() ) {
			/* translators: %s: names of database tables. */
			$message = sprintf( _n( 'A database table of Altscribe is missing and could not be created: %s. Ask your host to let WordPress create and change tables, then try again.', 'Database tables of Altscribe are missing and could not be created: %s. Ask your host to let WordPress create and change tables, then try again.', count( $missing ), 'altscribe' ), implode( ', ', $missing ) );
		} else {
			$message = __( 'A database table of Altscribe is missing. Ask an administrator to check Tools > Site Health.', 'altscribe' );
		}
		return new WP_Error( 'altscribe_queue_unavailable', $message, array( 'status' => 500 ) );
	}

	/**
	 * Error: the database did not store a generated text, which may have cost a credit. The message has the text, so it is not
	 * lost.
	 *
	 * @param string $text The text.
	 * @return WP_Error altscribe_queue_unavailable, with the text as `alt_text`.
	 */
	public static function text_not_stored( $text ) {
		$reason = self::queue_unavailable();
		/* translators: 1: a sentence: why the text was not stored, 2: the text. */
		$message = sprintf( __( '%1$s Copy the generated text, so it is not lost: %2$s', 'altscribe' ), $reason->get_error_message(), $text );
		return new WP_Error( $reason->get_error_code(), $message, array( 'alt_text' => $text ) + $reason->get_error_data() );
	}

	/**
	 * Error: the filters in a URL are wrong.
	 *
	 * @param string $message The problems.
	 */
	public static function invalid_filters( $message ) {
		return new WP_Error( 'rest_invalid_param', $message, array( 'status' => 400 ) );
	}

	/** Error: there is no such item. */
	public static function item_not_found() {
		return new WP_Error( 'altscribe_item_not_found', __( 'This image is not in a run.', 'altscribe' ), array( 'status' => 404 ) );
	}

	/**
	 * Error: no image is left.
	 *
	 * @param array<string, mixed> $args As Batches\Start::batch_args() returns them.
	 * @return WP_Error
	 */
	public static function nothing_to_generate( $has_suggestions, $is_queued ) {
		$message = __( 'None of these images needs alt text.', 'altscribe' );
		if ( $has_suggestions ) {
			$message = __( 'Suggestions for these images are waiting for review.', 'altscribe' );
		} elseif ( $is_queued ) {
			$message = __( 'Alt text is already being generated for these images.', 'altscribe' );
		}
		return new WP_Error( 'altscribe_nothing_to_generate', $message, array( 'status' => 409 ) );
	}

	/**
	 * Error: the date does not exist, such as 2026-13-01.
	 *
	 * @param string $param Its name.
	 * @return WP_Error
	 */
	public static function no_date( $param ) {
		/* translators: %s: name of a parameter of a request. */
		return new WP_Error( 'rest_invalid_param', sprintf( __( '%s is not a date in the format 2026-11-30.', 'altscribe' ), $param ), array( 'status' => 400 ) );
	}

	/** Error: there is no such batch. */
	public static function batch_not_found() {
		return new WP_Error( 'altscribe_batch_not_found', __( 'Run not found. Runs are removed after 30 days.', 'altscribe' ), array( 'status' => 404 ) );
	}

	/** Error: the text has changed in the meantime. */
	public static function text_changed() {
		return new WP_Error( 'altscribe_text_changed', __( 'This alt text was edited in the meantime. The edit was kept.', 'altscribe' ), array( 'status' => 409 ) );
	}

	/** Error: workers were cut off again and again while processing this image. */
	public static function cut_off() {
		return new WP_Error( 'altscribe_cut_off', __( 'Generation was interrupted three times on this image. The server may not have enough memory or time. Upload a smaller version.', 'altscribe' ) );
	}

	/** Error: the image already had a text after the upload. */
	public static function has_text() {
		return new WP_Error( 'altscribe_has_text', __( 'The image already had alt text when the upload finished. Nothing was generated.', 'altscribe' ), array( 'status' => 409 ) );
	}

	/**
	 * Error: not all posts have been read yet.
	 *
	 * @return WP_Error|null Null if they have.
	 */
	public static function still_reading( $percent ) {
		/* translators: %s: a number. */
		return new WP_Error( 'altscribe_still_reading', sprintf( __( 'Altscribe is still reading the posts (%s%%). Try again in a few minutes.', 'altscribe' ), number_format_i18n( $percent ) ), array( 'status' => 409 ) );
	}

	/** Error: another user has already decided. */
	public static function already_decided() {
		return new WP_Error( 'altscribe_already_decided', __( 'This suggestion was already reviewed.', 'altscribe' ), array( 'status' => 409 ) );
	}

	/**
	 * Error: a row has too many or too few cells.
	 *
	 * @param int $found    Their number.
	 * @param int $expected The number of columns.
	 */
	public static function csv_cells( $found, $expected ) {
		return new WP_Error(
			'altscribe_csv_cells',
			sprintf(
				/* translators: 1: number of columns in this line, 2: number of columns in the first line. */
				__( 'This line has %1$s columns, but the first line has %2$s. Is a quotation mark missing?', 'altscribe' ),
				number_format_i18n( $found ),
				number_format_i18n( $expected )
			)
		);
	}

	/**
	 * Error: two rows are for the same image.
	 *
	 * @param int $attachment_id The image.
	 * @param int $line          The line of the first row.
	 */
	public static function csv_repeated( $attachment_id, $line ) {
		return new WP_Error(
			'altscribe_csv_repeated',
			/* translators: 1: id of an image, 2: number of a line. */
			sprintf( __( 'Image %1$s is already in line %2$s.', 'altscribe' ), $attachment_id, $line )
		);
	}

	/**
	 * Error: the id belongs to another file here. The CSV file may come from another site.
	 *
	 * @param int    $attachment_id The image.
	 * @param string $file          Its file.
	 * @param string $named         The file in the row.
	 */
	public static function csv_other_file( $attachment_id, $file, $named ) {
		return new WP_Error(
			'altscribe_csv_other_file',
			/* translators: 1: id of an image, 2: name of its file on this site, 3: name of the file in the import. */
			sprintf( __( 'Image %1$s on this site is “%2$s”, not “%3$s”. Was the file exported from another site?', 'altscribe' ), $attachment_id, $file, $named )
		);
	}

	/** Error: the post could not be written. */
	public static function not_saved( $code, $message ) {
		return new WP_Error( "altscribe_$code", $message, array( 'status' => 500 ) );
	}

	/** Error: some images of a request may not be edited. */
	public static function cannot_edit_images() {
		return new WP_Error( 'rest_cannot_edit', __( 'Sorry, you are not allowed to edit some of these images.', 'altscribe' ), array( 'status' => rest_authorization_required_code() ) );
	}

	/** Error: the batch has ended. */
	public static function batch_is_over() {
		return new WP_Error( 'altscribe_batch_is_over', __( 'This run has already ended.', 'altscribe' ), array( 'status' => 409 ) );
	}

	/** Error: there is nothing to try again. */
	public static function item_not_retriable() {
		return new WP_Error( 'altscribe_item_not_retriable', __( 'Nothing to try again.', 'altscribe' ), array( 'status' => 409 ) );
	}

	/** Error: the batch has not ended. */
	public static function batch_not_over() {
		return new WP_Error( 'altscribe_batch_not_over', __( 'Stop the run first.', 'altscribe' ), array( 'status' => 409 ) );
	}

	/**
	 * Error: batches leave the remaining requests to users.
	 *
	 * @param string $code Code.
	 */
	public static function requests_reserved( $code ) {
		return new WP_Error( $code, __( 'Too many requests right now.', 'altscribe' ) );
	}

	/** Error: decorative images have no text. */
	public static function decorative_with_text() {
		return new WP_Error( 'rest_invalid_param', __( 'A decorative image cannot have alt text.', 'altscribe' ), array( 'status' => 400 ) );
	}

	/** Error: the post may not be edited, or does not exist. */
	public static function cannot_edit_post() {
		return new WP_Error( 'rest_cannot_edit', __( 'You are not allowed to edit this post, or it no longer exists.', 'altscribe' ) );
	}

	/**
	 * Error: a setting is not valid.
	 *
	 * @param string $message What is wrong, and what helps.
	 */
	public static function invalid_setting( $message ) {
		return new WP_Error( 'altscribe_invalid_setting', $message );
	}

	/** Error: a style for an unknown language. */
	public static function language_not_listed() {
		return new WP_Error( 'altscribe_invalid_setting', __( 'Choose a language from the list.', 'altscribe' ) );
	}

	/**
	 * Error: columns are missing in a CSV file.
	 *
	 * @param string[] $missing Names of columns.
	 */
	public static function csv_columns_missing( $missing ) {
		return new WP_Error(
		'altscribe_csv_columns_missing',
		sprintf(
			/* translators: %s: names of columns, such as "id, alt_text". */
			__( 'The first line of the file must contain the column names. Missing: %s. See an exported file for an example.', 'altscribe' ),
			implode( ', ', $missing )
		),
		array( 'status' => 400 )
	);
	}

	/** Error: a text in a CSV file is not encoded in UTF-8. */
	public static function csv_encoding() {
		return new WP_Error( 'altscribe_csv_encoding', __( 'The text is not encoded in UTF-8.', 'altscribe' ) );
	}

	/**
	 * Error: a cell is not an id.
	 *
	 * @param string $id The cell.
	 */
	public static function csv_id( $id ) {
		/* translators: %s: the value in the file. */
		return new WP_Error( 'altscribe_csv_id', sprintf( __( '“%s” is not an image ID.', 'altscribe' ), $id ) );
	}

	/**
	 * Error: a cell is neither 1 nor 0.
	 *
	 * @param string $decorative The cell.
	 */
	public static function csv_decorative( $decorative ) {
		/* translators: %s: the value in the file. */
		return new WP_Error( 'altscribe_csv_decorative', sprintf( __( '“decorative” must be 1 or 0, not “%s”.', 'altscribe' ), $decorative ) );
	}

	/** Error: a line marks an image as decorative and has a text. */
	public static function csv_decorative_text() {
		return new WP_Error( 'altscribe_csv_decorative_text', __( 'A decorative image cannot have alt text. Clear one of the two columns.', 'altscribe' ) );
	}

	/** Error: a text is being generated for the image. */
	public static function being_generated() {
		return new WP_Error( 'altscribe_being_generated', __( 'Alt text is being generated for this image. Stop it first.', 'altscribe' ) );
	}

	/** Error: the image is the placeholder of WooCommerce. */
	public static function placeholder() {
		return new WP_Error( 'altscribe_placeholder', __( 'This is the placeholder image for products. WooCommerce sets its alt text.', 'altscribe' ), array( 'status' => 409 ) );
	}

	/** Error: no post shows the image. */
	public static function image_in_no_post() {
		return new WP_Error( 'altscribe_no_place_for_details', __( 'No post shows this image, so there is no place for a long description.', 'altscribe' ), array( 'status' => 409 ) );
	}

	/** Error: the image has a text by now. */
	public static function not_marked_decorative() {
		return new WP_Error( 'altscribe_has_text', __( 'The image now has alt text, so it was not marked as decorative.', 'altscribe' ) );
	}

	/** Error: neither an image nor a text is given. */
	public static function nothing_to_check() {
		return new WP_Error( 'altscribe_nothing_to_check', __( 'Specify an image or a text.', 'altscribe' ), array( 'status' => 400 ) );
	}

	/** Error: the image has no text in the media library. */
	public static function no_text_in_library() {
		return new WP_Error( 'altscribe_no_text', __( 'This image has no alt text in the media library.', 'altscribe' ), array( 'status' => 409 ) );
	}

	/** Error: the image is the only content of a link. */
	public static function not_decorative() {
		return new WP_Error( 'altscribe_not_decorative', __( 'This image is the only content of a link, so it cannot be decorative.', 'altscribe' ), array( 'status' => 409 ) );
	}

	/**
	 * Error: a post may not be changed now.
	 *
	 * @param string $code Code.
	 * @param string $message What is wrong, and what helps.
	 * @param int $status HTTP status.
	 */
	public static function post_not_changed( $code, $message, $status ) {
		return new WP_Error( $code, $message, array( 'status' => $status ) );
	}

	/** Error: the image is no longer in the post. */
	public static function place_gone() {
		return new WP_Error( 'altscribe_place_gone', __( 'This image is no longer in the post.', 'altscribe' ), array( 'status' => 410 ) );
	}

	/**
	 * Error: the text of an image in a post cannot be changed.
	 *
	 * @param string $message What is wrong, and what helps.
	 */
	public static function image_not_changed( $message ) {
		return new WP_Error( 'altscribe_cannot_change_image', $message, array( 'status' => 409 ) );
	}

	/** Error: no block can be added below the image. */
	public static function no_place_for_details() {
		return new WP_Error( 'altscribe_no_place_for_details', __( 'No block can be added below this image: the layout around it is locked, or the post has no blocks.', 'altscribe' ), array( 'status' => 409 ) );
	}

	/** Error: there is a long description already. */
	public static function has_long_description() {
		return new WP_Error( 'altscribe_has_long_description', __( 'There is already a long description below this image.', 'altscribe' ), array( 'status' => 409 ) );
	}

	/** Error: the post is in the trash. */
	public static function post_in_trash() {
		return new WP_Error( 'altscribe_post_in_trash', __( 'This post is in the trash. Restore it first.', 'altscribe' ), array( 'status' => 409 ) );
	}

	/** Error: the period of a report ends before it begins. */
	public static function report_period() {
		return new WP_Error( 'rest_invalid_param', __( 'The first day is after the last day.', 'altscribe' ), array( 'status' => 400 ) );
	}

	/** Error: a constant sets the setting. */
	public static function setting_in_config() {
		return new WP_Error( 'altscribe_locked_setting', __( 'This is set in wp-config.php and can only be changed there.', 'altscribe' ) );
	}

	/** Error: the network sets the setting. */
	public static function setting_of_network() {
		return new WP_Error( 'altscribe_locked_setting', __( 'This is set for the whole network.', 'altscribe' ) );
	}

	/** Error: a text is needed. */
	public static function no_text() {
		return new WP_Error( 'altscribe_no_text', __( 'Enter alt text first.', 'altscribe' ), array( 'status' => 400 ) );
	}

	/** Error: there is no decision to undo. */
	public static function not_decided() {
		return new WP_Error( 'altscribe_not_decided', __( 'There is nothing to undo.', 'altscribe' ), array( 'status' => 409 ) );
	}

	/** Error: the name of a place is too long. */
	public static function place_too_long() {
		return new WP_Error( 'rest_invalid_param', __( 'The name of the place is too long.', 'altscribe' ), array( 'status' => 400 ) );
	}

	/**
	 * Error: many suggestions may only be decided by users who have reviewed some.
	 *
	 * @param int $needed How many.
	 */
	public static function not_read( $needed ) {
		/* translators: %s: number of texts. */
		return new WP_Error( 'altscribe_not_read', sprintf( __( 'Review %s texts one by one first.', 'altscribe' ), number_format_i18n( $needed ) ), array( 'status' => 403 ) );
	}

	/** Error: the suggestion does not exist. */
	public static function suggestion_not_found() {
		return new WP_Error( 'altscribe_suggestion_not_found', __( 'This suggestion no longer exists.', 'altscribe' ), array( 'status' => 404 ) );
	}
}
