<?php
/**
 * wp altscribe generate.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The arguments of the batch that a command asks for. Ends the command if they are wrong.
 *
 * @param string[]              $ids     The ids in the command.
 * @param array<string, string> $options Its options.
 * @return array<string, mixed> For altscribe_start_batch().
 */
function altscribe_cli_batch_args( $ids, $options ) {
	$problems = array();
	$limit    = altscribe_cli_get_number( $options, 'limit', $problems );
	$post_id  = altscribe_cli_get_number( $options, 'post', $problems );
	$language = isset( $options['language'] ) ? trim( (string) $options['language'] ) : '';
	$unknown  = array_filter(
		$ids,
		function ( $id ) {
			return ! ctype_digit( $id ) || ! wp_attachment_is_image( (int) $id );
		}
	);
	if ( $unknown ) {
		/* translators: %s: list of ids. */
		$problems[] = sprintf( __( 'Invalid image ID: %s.', 'altscribe' ), implode( ', ', $unknown ) );
	}
	if ( $post_id && ! get_post( $post_id ) ) {
		/* translators: %d: id of a post. */
		$problems[] = sprintf( __( 'Post %d not found.', 'altscribe' ), $post_id );
	}
	if ( isset( $options['language'] ) && ! altscribe_is_language_code( $language ) ) {
		$problems[] = __( '--language must be a language code, such as de_DE.', 'altscribe' );
	}
	if ( ! $ids && ! isset( $options['post'] ) && ! WP_CLI\Utils\get_flag_value( $options, 'missing' ) ) {
		$problems[] = __( 'Specify image IDs, --missing or --post=<id>.', 'altscribe' );
	}
	altscribe_cli_fail( $problems );
	$args = array(
		'ids'       => null,
		'filters'   => WP_CLI\Utils\get_flag_value( $options, 'missing' ) ? array( 'state' => 'missing' ) : array(),
		'overwrite' => (bool) WP_CLI\Utils\get_flag_value( $options, 'force' ),
		'language'  => $language,
		'origin'    => 'cli',
		'post_id'   => $post_id,
	);
	if ( $ids || $post_id ) {
		$args['ids'] = array_merge( array_map( 'intval', $ids ), $post_id ? altscribe_list_images_of_post( $post_id ) : array() );
	}
	return $limit ? altscribe_cli_limit_batch( $args, $limit ) : $args;
}

/**
 * Limits a batch to its newest images.
 *
 * @param array<string, mixed> $args  For altscribe_start_batch().
 * @param int                  $limit How many.
 * @return array<string, mixed>
 */
function altscribe_cli_limit_batch( $args, $limit ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- Made of safe conditions.
	$ids         = $wpdb->get_col( "SELECT $wpdb->posts.ID " . altscribe_candidates_sql( altscribe_batch_args( $args ) ) . $wpdb->prepare( " ORDER BY $wpdb->posts.ID DESC LIMIT %d", $limit ) );
	$args['ids'] = array_map( 'intval', $ids );
	return $args;
}

/**
 * The images of a post: in its content, featured, and for a product also in its gallery and variations.
 *
 * @param int $post_id The post.
 * @return int[]
 */
function altscribe_list_images_of_post( $post_id ) {
	require_once dirname( __DIR__ ) . '/uses/references.php';
	$ids = array_merge(
		array( (int) get_post_thumbnail_id( $post_id ) ),
		wp_list_pluck( altscribe_resolve_images( altscribe_list_references( get_post( $post_id )->post_content, $post_id ) ), 'attachment_id' ),
		post_type_exists( 'product' ) ? altscribe_list_product_images( $post_id ) : array()
	);
	return array_values( array_filter( array_unique( array_filter( $ids ) ), 'wp_attachment_is_image' ) );
}

/** Seconds between two checks of the queue while the command waits. */
const ALTSCRIBE_CLI_POLL_SECONDS = 2;

/** Number of images after which WordPress's caches are cleared, to limit memory use. */
const ALTSCRIBE_CLI_CHUNK = 50;

/**
 * Works on a batch until it is finished or halted, with a progress bar.
 *
 * @param int    $batch_id The batch.
 * @param string $format   `table`, or a format for programs, which shows no progress bar.
 * @return array<string, mixed> From altscribe_get_batch().
 */
function altscribe_cli_run_batch( $batch_id, $format ) {
	$batch = altscribe_get_batch( $batch_id );
	$bar   = 'table' === $format ? WP_CLI\Utils\make_progress_bar( __( 'Generating alt text', 'altscribe' ), $batch['total'] ) : null;
	$done  = 0;
	while ( 'running' === $batch['state'] ) {
		$worked = altscribe_work_on_queue( ALTSCRIBE_GENERATE_TIMEOUT, 1, $batch_id );
		$batch  = altscribe_get_batch( $batch_id );
		$before = $done;
		$done   = $batch['total'] - $batch['counts']['waiting'] - $batch['counts']['running'];
		if ( $bar ) {
			$bar->tick( $done - $before );
		}
		if ( intdiv( $done, ALTSCRIBE_CLI_CHUNK ) !== intdiv( $before, ALTSCRIBE_CLI_CHUNK ) ) {
			WP_CLI\Utils\wp_clear_object_cache();
		}
		if ( ! $worked['attachment_ids'] && 'running' === $batch['state'] ) {
			altscribe_cli_wait( $batch['retry_after'], $format );
		}
	}
	if ( $bar ) {
		$bar->finish();
	}
	return $batch;
}

/**
 * Waits for the service, or for a page or WP-Cron that is working on the remaining images.
 *
 * @param int|null $retry_after Seconds that the service asks for; null if it is not the service.
 * @param string   $format      `table`, or a format for programs.
 */
function altscribe_cli_wait( $retry_after, $format ) {
	if ( $retry_after ) {
		/* translators: %s: number of seconds. */
		altscribe_cli_print_message( sprintf( _n( 'Waiting %s second for the service.', 'Waiting %s seconds for the service.', $retry_after, 'altscribe' ), number_format_i18n( $retry_after ) ), $format );
	}
	sleep( $retry_after ? $retry_after : ALTSCRIBE_CLI_POLL_SECONDS );
}

/**
 * Reports how a batch ended, and ends the command with the matching exit code.
 *
 * @param array<string, mixed> $batch  From altscribe_get_batch().
 * @param string               $format `table`, or a format for programs.
 */
function altscribe_cli_end_batch( $batch, $format ) {
	$counts = $batch['counts'];
	altscribe_cli_print_message( altscribe_cli_describe_counts( $counts ), $format );
	/* translators: %s: number of credits. */
	altscribe_cli_print_message( sprintf( _n( '%s credit used.', '%s credits used.', $batch['credits'], 'altscribe' ), number_format_i18n( $batch['credits'] ) ), $format );
	if ( $counts['suggested'] ) {
		/* translators: %s: URL. */
		altscribe_cli_print_message( sprintf( __( 'Review the suggestions: %s', 'altscribe' ), altscribe_media_page_url( array( 'tab' => 'review' ) ) ), $format );
	}
	$ids = altscribe_list_decorative_verdicts( (int) $batch['id'] );
	if ( $ids ) {
		/* translators: %s: number of images. */
		$found = sprintf( _n( '%s image seems to be decorative.', '%s images seem to be decorative.', count( $ids ), 'altscribe' ), number_format_i18n( count( $ids ) ) );
		/* translators: %s: a command. */
		$next = sprintf( __( 'To mark them: %s', 'altscribe' ), 'wp altscribe review accept ' . implode( ' ', $ids ) . ' --decorative --user=<login>' );
		altscribe_cli_print_message( "$found $next", $format );
	}
	$is_whole = 'finished' === $batch['state'] && ! $counts['failed'];
	if ( $batch['reason'] ) {
		WP_CLI::error( $batch['reason']['message'], false );
		altscribe_cli_print_message( __( 'The remaining images stay in the queue. After fixing this, run: wp altscribe queue run', 'altscribe' ), $format );
	}
	if ( ! $is_whole ) {
		WP_CLI::halt( $counts['written'] + $counts['suggested'] > 0 ? ALTSCRIBE_CLI_PARTIAL : 1 );
	}
}

/**
 * The pending suggestions of a batch whose images seem to be decorative.
 *
 * @param int $batch_id The batch.
 * @return int[] Their ids.
 */
function altscribe_list_decorative_verdicts( $batch_id ) {
	global $wpdb;
	if ( ! altscribe_make_suggestions_table() ) {
		return array();
	}
	$sql = "SELECT suggestion.id FROM %i item JOIN %i suggestion ON suggestion.attachment_id = item.attachment_id AND suggestion.place = ''
		WHERE item.batch_id = %d AND item.state = 'suggested' AND suggestion.state = 'pending' AND suggestion.purpose = 'decorative' ORDER BY suggestion.id";
	// phpcs:ignore WordPress.DB -- The tables are the plugin's own.
	return array_map( 'intval', $wpdb->get_col( $wpdb->prepare( $sql, altscribe_queue_table(), altscribe_suggestions_table(), $batch_id ) ) );
}

/**
 * Counts of images by state, as a text.
 *
 * @param array<string, int> $counts By state.
 * @return string Such as `3 written, 1 failed`.
 */
function altscribe_cli_describe_counts( $counts ) {
	$labels = array(
		'written'   => __( 'written', 'altscribe' ),
		'suggested' => __( 'suggested', 'altscribe' ),
		'skipped'   => __( 'skipped', 'altscribe' ),
		'failed'    => __( 'failed', 'altscribe' ),
		'waiting'   => __( 'waiting', 'altscribe' ),
	);
	$parts  = array();
	foreach ( array_intersect_key( $labels, array_filter( $counts ) ) as $state => $label ) {
		$parts[] = number_format_i18n( $counts[ $state ] ) . ' ' . $label;
	}
	return implode( ', ', $parts );
}

/**
 * Generates alt text for images of the media library.
 *
 * Uses the queue of the site, so no image is processed twice while a page or WP-Cron works too. If the command
 * is interrupted, the remaining images stay in the queue.
 *
 * ## OPTIONS
 *
 * [<id>...]
 * : Ids of images. Images with a text are skipped, unless --force is given.
 *
 * [--missing]
 * : Only images without a text that are not marked as decorative. Without ids: all of them.
 *
 * [--post=<id>]
 * : The images of a post: in its content, featured, and for a product also its gallery and variations.
 *
 * [--limit=<n>]
 * : At most this many images, newest first.
 *
 * [--force]
 * : Replaces existing texts, including those written by people.
 *
 * [--dry-run]
 * : Only shows what would be done and the maximum cost.
 *
 * [--language=<code>]
 * : Language of the texts, such as de_DE. By default, the language of each image.
 *
 * [--format=<format>]
 * : Output format.
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
 * 0: all done, or nothing to do. 1: an error, nothing done. 2: partly done.
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
		if ( 'altscribe_nothing_to_generate' !== $batch_id->get_error_code() ) {
			WP_CLI::error( $batch_id->get_error_message() );
		}
		altscribe_cli_print_rows( $format, array( 'id' ), '__return_empty_array' );
		altscribe_cli_print_message( $batch_id->get_error_message(), $format );
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
 * Reports what a batch would do.
 *
 * @param array<string, mixed> $args   For altscribe_start_batch().
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
	$account    = altscribe_get_cached_account( altscribe_settings() );
	/* translators: 1: number of images, 2: number of credits. */
	$cost = sprintf( _n( '%1$s image · costs at most %2$s credit', '%1$s images · cost at most %2$s credits', $images, 'altscribe' ), number_format_i18n( $images ), number_format_i18n( $images ) );
	$left = is_wp_error( $account )
		? $account->get_error_message()
		/* translators: %s: number of credits. */
		: sprintf( __( '%s left', 'altscribe' ), number_format_i18n( $account['credits_available'] ) );
	if ( ! is_wp_error( $account ) && altscribe_is_unlimited( $account ) ) {
		$left = __( 'Unlimited', 'altscribe' );
	}
	altscribe_cli_print_message( "$cost · $left", $format );
	if ( $images ) {
		altscribe_cli_print_message( altscribe_cli_estimate_text( altscribe_estimate_batch( $args ) ), $format );
	}
}

/**
 * What is free, and what is probably decorative.
 *
 * @param array<string, int> $estimate From altscribe_estimate_batch().
 * @return string
 */
function altscribe_cli_estimate_text( $estimate ) {
	return sprintf(
		/* translators: 1: number of images that were looked at, 2: number of images, 3 and 4: of the first number. */
		__( 'Checked %1$s of %2$s images: %3$s free (text in a post, in the file or of a copy), %4$s probably decorative.', 'altscribe' ),
		...array_map( 'number_format_i18n', array( $estimate['checked'], $estimate['images'], $estimate['free'], $estimate['decorative'] ) )
	);
}

/**
 * The row of an item.
 *
 * @param array<string, mixed> $item From altscribe_item_to_array().
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
