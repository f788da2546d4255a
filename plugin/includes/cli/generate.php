<?php
/**
 * The command wp altscribe generate.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Generates alt text for images of the media library.
 *
 * Works through the queue of the site, so that no image is done twice while a page or WP-Cron works, too. If
 * the command is interrupted, what is left stays in the queue.
 *
 * ## OPTIONS
 *
 * [<id>...]
 * : Ids of images. Those that have a text are left out, unless --force is given.
 *
 * [--missing]
 * : Only images without a text that are not marked as decorative. Without ids: all of them.
 *
 * [--post=<id>]
 * : The images of a post: in its content, featured, and of a product also its gallery and variations.
 *
 * [--limit=<n>]
 * : At most so many images, the newest.
 *
 * [--force]
 * : Replaces texts that stand there, also those that somebody wrote.
 *
 * [--dry-run]
 * : Only says what would be done, and what it would cost at most.
 *
 * [--language=<code>]
 * : Language of the texts, such as de_DE. By default that of each image.
 *
 * [--format=<format>]
 * : How the images are listed.
 * ---
 * default: table
 * options:
 *   - table
 *   - json
 *   - csv
 * ---
 *
 * ## EXIT CODES
 *
 * 0: everything was done, also if there was nothing to do. 1: an error, nothing was done. 2: a part was done.
 *
 * ## EXAMPLES
 *
 *     # What would all missing texts cost?
 *     $ wp altscribe generate --missing --dry-run
 *
 *     # Generate the missing texts of one post, and list them as JSON.
 *     $ wp altscribe generate --post=12 --format=json
 *
 * @param string[]              $ids     Ids.
 * @param array<string, string> $options Options.
 */
function altscribe_cli_generate( $ids, $options ) {
	altscribe_cli_need_connection();
	$format = $options['format'];
	$args   = altscribe_cli_batch_args( $ids, $options );
	if ( WP_CLI\Utils\get_flag_value( $options, 'dry-run' ) ) {
		altscribe_cli_preview_batch( $args, $format );
		return;
	}
	$batch_id = altscribe_start_batch( $args );
	if ( is_wp_error( $batch_id ) ) {
		altscribe_cli_print_rows( $format, array( 'id' ), '__return_empty_array' );
		altscribe_cli_say( $batch_id->get_error_message(), $format );
		return;
	}
	$batch = altscribe_cli_run_batch( $batch_id, $format );
	$page  = 0;
	altscribe_cli_print_rows(
		$format,
		array( 'id', 'title', 'state', 'alt_text', 'error' ),
		function () use ( $batch_id, &$page ) {
			return array_map( 'altscribe_cli_item_row', altscribe_list_batch_items( $batch_id, ++$page, '', ALTSCRIBE_CLI_ROWS )['items'] );
		}
	);
	altscribe_cli_end_batch( $batch, $format );
}

/**
 * Says what a batch would do.
 *
 * @param array<string, mixed> $args   As altscribe_start_batch() takes them.
 * @param string               $format How the images are listed.
 */
function altscribe_cli_preview_batch( $args, $format ) {
	$last       = PHP_INT_MAX;
	$candidates = altscribe_candidates_sql( altscribe_batch_args( $args ) );
	$images     = altscribe_cli_print_rows(
		$format,
		array( 'id', 'title', 'language', 'present_text' ),
		function () use ( $args, $candidates, &$last ) {
			global $wpdb;
			// phpcs:ignore WordPress.DB -- Made of safe conditions.
			$ids = $wpdb->get_col( "SELECT $wpdb->posts.ID $candidates" . $wpdb->prepare( " AND $wpdb->posts.ID < %d ORDER BY $wpdb->posts.ID DESC LIMIT %d", $last, ALTSCRIBE_CLI_ROWS ) );
			$ids = array_map( 'intval', $ids );
			WP_CLI\Utils\wp_clear_object_cache();
			_prime_post_caches( $ids, true, true );
			$last = $ids ? min( $ids ) : 0;
			return array_map(
				function ( $id ) use ( $args ) {
					return array(
						'id'           => $id,
						'title'        => html_entity_decode( get_the_title( $id ), ENT_QUOTES, 'UTF-8' ),
						'language'     => '' === $args['language'] ? altscribe_language( $id ) : $args['language'],
						'present_text' => altscribe_get_alt_text( $id ),
					);
				},
				$ids
			);
		}
	);
	$account    = altscribe_get_kept_account( altscribe_settings() );
	/* translators: 1: number of images, 2: number of credits. */
	$cost = sprintf( _n( '%1$s image · costs at most %2$s credit', '%1$s images · cost at most %2$s credits', $images, 'altscribe' ), number_format_i18n( $images ), number_format_i18n( $images ) );
	$left = is_wp_error( $account )
		? $account->get_error_message()
		/* translators: %s: number of credits. */
		: sprintf( __( '%s left', 'altscribe' ), number_format_i18n( $account['credits_available'] ) );
	altscribe_cli_say( "$cost · $left", $format );
}

/**
 * An item of a batch as a row.
 *
 * @param array<string, mixed> $item As altscribe_item_to_array() returns it.
 * @return array<string, mixed>
 */
function altscribe_cli_item_row( $item ) {
	return array(
		'id'       => $item['attachment_id'],
		'title'    => $item['title'],
		'state'    => $item['state'],
		'alt_text' => $item['alt_text'],
		'error'    => $item['error'] ? $item['error']['message'] : '',
	);
}
