<?php
/**
 * wp altscribe generate.
 *
 * @package Altscribe
 */

namespace Altscribe\Cli;

use Altscribe\Batches;
use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use Altscribe\Service;
use Altscribe\Suggestions;
use Altscribe\WooCommerce;
use WP_CLI;

defined( 'ABSPATH' ) || exit;

final class Generate_Commands {

	/** Seconds between two checks of the queue while the command waits. */
	private const POLL_SECONDS = 2;

	/** Number of images after which WordPress's caches are cleared, to limit memory use. */
	private const CHUNK = 50;

	/**
	 * The arguments of the batch that a command asks for. Ends the command if they are wrong.
	 *
	 * @param string[]              $ids     The ids in the command.
	 * @param array<string, string> $options Its options.
	 * @return array<string, mixed> For Batches\Start::start_batch().
	 */
	private static function batch_args( $ids, $options ) {
		$problems = array();
		$limit    = Output::get_number( $options, 'limit', $problems );
		$post_id  = Output::get_number( $options, 'post', $problems );
		$language = isset( $options['language'] ) ? trim( (string) $options['language'] ) : '';
		$problems = array_merge( $problems, Output::list_id_problems( $ids ) );
		if ( $post_id && ! get_post( $post_id ) ) {
			/* translators: %d: id of a post. */
			$problems[] = sprintf( __( 'Post %d not found.', 'altscribe' ), $post_id );
		}
		if ( isset( $options['language'] ) && ! Core\Settings::is_language_code( $language ) ) {
			$problems[] = __( '--language must be a language code, such as de_DE.', 'altscribe' );
		}
		if ( ! $ids && ! isset( $options['post'] ) && ! WP_CLI\Utils\get_flag_value( $options, 'missing' ) ) {
			$problems[] = __( 'Specify image IDs, --missing or --post=<id>.', 'altscribe' );
		}
		Output::fail( $problems );
		$args = array(
			'ids'       => null,
			'filters'   => WP_CLI\Utils\get_flag_value( $options, 'missing' ) ? array( 'state' => 'missing' ) : array(),
			'overwrite' => (bool) WP_CLI\Utils\get_flag_value( $options, 'force' ),
			'language'  => $language,
			'origin'    => 'cli',
			'post_id'   => $post_id,
		);
		if ( $ids || $post_id ) {
			$args['ids'] = array_merge( array_map( 'intval', $ids ), $post_id ? self::list_images_of_post( $post_id ) : array() );
		}
		return $limit ? array( 'ids' => Batches\Start::list_candidates( $args, $limit ) ) + $args : $args;
	}

	/**
	 * The images of a post: in its content, featured, and for a product also in its gallery and variations.
	 *
	 * @param int $post_id The post.
	 * @return int[]
	 */
	private static function list_images_of_post( $post_id ) {
		$ids = array_merge(
			array( (int) get_post_thumbnail_id( $post_id ) ),
			wp_list_pluck( Posts\References::resolve_images( Posts\References::list_references( get_post( $post_id )->post_content, $post_id ) ), 'attachment_id' ),
			post_type_exists( 'product' ) ? WooCommerce\Products::list_product_images( $post_id ) : array()
		);
		return array_values( array_filter( array_unique( array_filter( $ids ) ), 'wp_attachment_is_image' ) );
	}

	/**
	 * Works on a batch until it is finished or halted, with a progress bar.
	 *
	 * @param int    $batch_id The batch.
	 * @param string $format   `table`, or a format for programs, which shows no progress bar.
	 * @return array<string, mixed> From Batches\Store::get_batch().
	 */
	public static function run_batch( $batch_id, $format ) {
		$batch = Batches\Store::get_batch( $batch_id );
		$bar   = 'table' === $format ? WP_CLI\Utils\make_progress_bar( __( 'Generating alt text', 'altscribe' ), $batch['total'] ) : null;
		$done  = 0;
		while ( 'running' === $batch['state'] ) {
			$worked = Batches\Worker::work_on_queue( Service\Client::GENERATE_TIMEOUT, 1, $batch_id );
			$batch  = Batches\Store::get_batch( $batch_id );
			$before = $done;
			$done   = $batch['total'] - $batch['counts']['waiting'] - $batch['counts']['running'];
			if ( $bar ) {
				$bar->tick( $done - $before );
			}
			if ( intdiv( $done, self::CHUNK ) !== intdiv( $before, self::CHUNK ) ) {
				WP_CLI\Utils\wp_clear_object_cache();
			}
			if ( ! $worked['attachment_ids'] && 'running' === $batch['state'] ) {
				self::wait( $batch['retry_after'], $format );
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
	private static function wait( $retry_after, $format ) {
		if ( $retry_after ) {
			/* translators: %s: number of seconds. */
			Output::print_message( sprintf( _n( 'Waiting %s second for the service.', 'Waiting %s seconds for the service.', $retry_after, 'altscribe' ), number_format_i18n( $retry_after ) ), $format );
		}
		sleep( $retry_after ? $retry_after : self::POLL_SECONDS );
	}

	/**
	 * Reports how a batch ended, and ends the command with the matching exit code.
	 *
	 * @param array<string, mixed> $batch  From Batches\Store::get_batch().
	 * @param string               $format `table`, or a format for programs.
	 */
	public static function end_batch( $batch, $format ) {
		$counts = $batch['counts'];
		Output::print_message( self::describe_counts( $counts ), $format );
		/* translators: %s: number of credits. */
		Output::print_message( sprintf( _n( '%s credit used.', '%s credits used.', $batch['credits'], 'altscribe' ), number_format_i18n( $batch['credits'] ) ), $format );
		if ( $counts['suggested'] ) {
			/* translators: %s: URL. */
			Output::print_message( sprintf( __( 'Review the suggestions: %s', 'altscribe' ), Core\Urls::media_page_url( array( 'tab' => 'review' ) ) ), $format );
		}
		$ids = self::list_decorative_verdicts( (int) $batch['id'] );
		if ( $ids ) {
			/* translators: %s: number of images. */
			$found = sprintf( _n( '%s image seems to be decorative.', '%s images seem to be decorative.', count( $ids ), 'altscribe' ), number_format_i18n( count( $ids ) ) );
			/* translators: %s: a command. */
			$next = sprintf( __( 'To mark them: %s', 'altscribe' ), 'wp altscribe review accept ' . implode( ' ', $ids ) . ' --decorative --user=<login>' );
			Output::print_message( "$found $next", $format );
		}
		$is_whole = 'finished' === $batch['state'] && ! $counts['failed'];
		if ( $batch['reason'] ) {
			WP_CLI::error( $batch['reason']['message'], false );
			Output::print_message( __( 'The remaining images stay in the queue. After fixing this, run: wp altscribe queue run', 'altscribe' ), $format );
		}
		if ( ! $is_whole ) {
			WP_CLI::halt( $counts['written'] + $counts['suggested'] > 0 ? Output::PARTIAL : 1 );
		}
	}

	/**
	 * The pending suggestions of a batch whose images seem to be decorative.
	 *
	 * @param int $batch_id The batch.
	 * @return int[] Their ids.
	 */
	private static function list_decorative_verdicts( $batch_id ) {
		global $wpdb;
		if ( ! Suggestions\Store::make_table() ) {
			return array();
		}
		$sql = "SELECT suggestion.id FROM %i item JOIN %i suggestion ON suggestion.attachment_id = item.attachment_id AND suggestion.place = ''
			WHERE item.batch_id = %d AND item.state = 'suggested' AND suggestion.state = 'pending' AND suggestion.purpose = 'decorative' ORDER BY suggestion.id";
		// phpcs:ignore WordPress.DB -- The tables are the plugin's own.
		return array_map( 'intval', $wpdb->get_col( $wpdb->prepare( $sql, Batches\Store::items_table(), Suggestions\Store::table(), $batch_id ) ) );
	}

	/**
	 * Counts of images by state, as a text.
	 *
	 * @param array<string, int> $counts By state.
	 * @return string Such as `3 written, 1 failed`.
	 */
	public static function describe_counts( $counts ) {
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
	 * [--yes]
	 * : In a terminal, does not ask if the credits do not suffice. Scripts are never asked.
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
	public static function generate( $ids, $options ) {
		Output::need_connection();
		$format = $options['format'];
		$args   = self::batch_args( $ids, $options );
		if ( WP_CLI\Utils\get_flag_value( $options, 'dry-run' ) ) {
			self::preview( $args, $format );
			return;
		}
		$shortage = stream_isatty( STDIN ) && ! WP_CLI\Utils\get_flag_value( $options, 'yes' ) ? Batches\Start::find_shortage( $args ) : null;
		if ( $shortage ) {
			$ids = $shortage->get_error_data()['ids'] ?? array();
			Output::fail( $ids ? array() : $shortage->get_error_messages() );
			/* translators: %s: number of alt texts. */
			WP_CLI::confirm( $shortage->get_error_message() . ' ' . sprintf( _n( 'Generate %s alt text now?', 'Generate %s alt texts now?', count( $ids ), 'altscribe' ), number_format_i18n( count( $ids ) ) ) );
			$args = array( 'ids' => $ids ) + $args;
		}
		self::run( $args, $format );
	}

	/**
	 * Starts a batch, works on it until it ends, and lists its images.
	 *
	 * @param array<string, mixed> $args   For Batches\Start::start_batch().
	 * @param string               $format How the images are listed.
	 */
	private static function run( $args, $format ) {
		$batch_id = Batches\Start::start_batch( $args );
		if ( is_wp_error( $batch_id ) ) {
			if ( 'altscribe_nothing_to_generate' !== $batch_id->get_error_code() ) {
				WP_CLI::error( $batch_id->get_error_message() );
			}
			Output::print_rows( $format, array( 'id' ), '__return_empty_array' );
			Output::print_message( $batch_id->get_error_message(), $format );
			return;
		}
		$batch = self::run_batch( $batch_id, $format );
		$page  = 0;
		Output::print_rows(
			$format,
			array( 'id', 'title', 'state', 'alt_text', 'error' ),
			function () use ( $batch_id, &$page ) {
				return array_map( array( self::class, 'item_row' ), Batches\Store::list_batch_items( $batch_id, ++$page, '', Output::ROWS )['items'] );
			}
		);
		self::end_batch( $batch, $format );
	}

	/**
	 * Reports what a batch would do.
	 *
	 * @param array<string, mixed> $args   For Batches\Start::start_batch().
	 * @param string               $format How the images are listed.
	 */
	private static function preview( $args, $format ) {
		$last    = PHP_INT_MAX;
		$images  = Output::print_rows(
			$format,
			array( 'id', 'title', 'language', 'present_text' ),
			function () use ( $args, &$last ) {
				$ids = Batches\Start::list_candidates( $args, Output::ROWS, $last );
				WP_CLI\Utils\wp_clear_object_cache();
				_prime_post_caches( $ids, true, true );
				$last = $ids ? min( $ids ) : 0;
				return array_map(
					function ( $id ) use ( $args ) {
						return array(
							'id'           => $id,
							'title'        => html_entity_decode( get_the_title( $id ), ENT_QUOTES, 'UTF-8' ),
							'language'     => '' === $args['language'] ? Core\Languages::of_post( $id ) : $args['language'],
							'present_text' => Library\Alt_Text::get_clean( $id ),
						);
					},
					$ids
				);
			}
		);
		$account = Service\Account::get( Core\Settings::get() );
		/* translators: 1: number of images, 2: number of credits. */
		$cost = sprintf( _n( '%1$s image · costs at most %2$s credit', '%1$s images · cost at most %2$s credits', $images, 'altscribe' ), number_format_i18n( $images ), number_format_i18n( $images ) );
		$left = is_wp_error( $account )
			? $account->get_error_message()
			/* translators: %s: number of credits. */
			: sprintf( __( '%s left', 'altscribe' ), number_format_i18n( $account['credits_available'] ) );
		if ( ! is_wp_error( $account ) && Service\Account::is_unlimited( $account ) ) {
			$left = __( 'Unlimited', 'altscribe' );
		}
		Output::print_message( "$cost · $left", $format );
		if ( $images ) {
			Output::print_message( self::estimate_text( Batches\Start::estimate_batch( $args ) ), $format );
		}
	}

	/**
	 * How many images get a free text, and how many are probably decorative.
	 *
	 * @param array<string, int> $estimate From Batches\Start::estimate_batch().
	 * @return string
	 */
	private static function estimate_text( $estimate ) {
		return sprintf(
			/* translators: 1: number of images that were looked at, 2: number of images, 3 and 4: of the first number. */
			__( 'Checked %1$s of %2$s images: %3$s already have a text you can reuse, %4$s are probably decorative.', 'altscribe' ),
			...array_map( 'number_format_i18n', array( $estimate['checked'], $estimate['images'], $estimate['free'], $estimate['decorative'] ) )
		);
	}

	/**
	 * The row of an item.
	 *
	 * @param array<string, mixed> $item From Batches\Batch_Routes::item_to_array().
	 * @return array<string, mixed>
	 */
	private static function item_row( $item ) {
		return array(
			'id'       => $item['attachment_id'],
			'title'    => $item['title'],
			'state'    => $item['state'],
			'alt_text' => $item['alt_text'],
			'error'    => $item['error'] ? $item['error']['message'] : '',
		);
	}
}
