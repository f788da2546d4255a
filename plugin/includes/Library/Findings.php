<?php
/**
 * The findings for the texts of attachments: stored, and checked in the background.
 *
 * @package Altscribe
 */

namespace Altscribe\Library;

use Altscribe\Checks;
use Altscribe\Core;
use WP_Post;

defined( 'ABSPATH' ) || exit;

final class Findings {

	/** Attachment meta: the codes of the findings, comma-separated. Absent without findings. */
	public const CHECK_KEY = '_altscribe_check';

	/**
	 * Option: `rules` (the version of the rules that was used), `last_id` (of the last image that was
	 * checked), `is_done`.
	 */
	public const CHECKED_OPTION = 'altscribe_checked';

	private const CHECK_HOOK = 'altscribe_check_library';

	/** Adds the hooks. */
	public static function add_hooks() {
		// Both plugins copy the text before they set the language, so the check has to wait for the language.
		add_action( 'pll_translate_media', array( self::class, 'check_new_translation' ), 100, 2 );
		add_action( 'wpml_after_duplicate_attachment', array( self::class, 'check_new_translation' ), 100, 2 );
		add_action( 'added_post_meta', array( self::class, 'check_copies_of_changed_text' ), 20, 3 );
		add_action( 'updated_post_meta', array( self::class, 'check_copies_of_changed_text' ), 20, 3 );
		add_action( 'deleted_post_meta', array( self::class, 'check_copies_of_changed_text' ), 20, 3 );
		add_action( 'added_post_meta', array( self::class, 'check_changed_meta' ), 10, 3 );
		add_action( 'updated_post_meta', array( self::class, 'check_changed_meta' ), 10, 3 );
		add_action( 'deleted_post_meta', array( self::class, 'check_changed_meta' ), 10, 3 );
		add_action( 'attachment_updated', array( self::class, 'check_changed_details' ), 10, 3 );
		add_action( 'admin_init', array( self::class, 'schedule_checks' ) );
		add_action( self::CHECK_HOOK, array( self::class, 'check_library' ) );
	}

	/**
	 * Checks a new translation of an attachment.
	 *
	 * @param int $original_id Unused.
	 * @param int $copy_id     The translation.
	 */
	public static function check_new_translation( $original_id, $copy_id ) {
		self::check_attachment( (int) $copy_id );
	}

	/**
	 * Checks the newer translations of an attachment whose text changed: they may have been copies of the
	 * previous text, or be copies of the new one.
	 *
	 * @param int|int[] $meta_ids Unused.
	 * @param int       $post_id  The attachment, or another post.
	 * @param string    $meta_key The key that changed.
	 */
	public static function check_copies_of_changed_text( $meta_ids, $post_id, $meta_key ) {
		if ( '_wp_attachment_image_alt' !== $meta_key || 'attachment' !== get_post_type( $post_id ) ) {
			return;
		}
		foreach ( Core\Languages::list_translations( $post_id ) as $id ) {
			if ( $id > $post_id ) {
				self::check_attachment( $id );
			}
		}
	}

	/**
	 * Checks an image after its text, language or file changed.
	 *
	 * @param int|int[] $meta_ids Unused.
	 * @param int       $post_id  The attachment, or another post.
	 * @param string    $meta_key The key that changed.
	 */
	public static function check_changed_meta( $meta_ids, $post_id, $meta_key ) {
		$matters = array( '_wp_attachment_image_alt', Core\Languages::KEY, '_wp_attached_file' );
		if ( ! in_array( $meta_key, $matters, true ) || 'attachment' !== get_post_type( $post_id ) ) {
			return;
		}
		// A new upload has a file, but nothing to check yet.
		if ( '_wp_attached_file' !== $meta_key || '' !== Alt_Text::get_clean( $post_id ) ) {
			self::check_attachment( $post_id );
		}
	}

	/**
	 * Checks an image after its caption or title changed: the text may repeat them.
	 *
	 * @param int     $attachment_id Its id.
	 * @param WP_Post $after         After the change.
	 * @param WP_Post $before        Before the change.
	 */
	public static function check_changed_details( $attachment_id, $after, $before ) {
		if ( $after->post_excerpt !== $before->post_excerpt || $after->post_title !== $before->post_title ) {
			self::check_attachment( $attachment_id );
		}
	}

	/**
	 * Checks the text of an image.
	 *
	 * @param int $attachment_id Its id.
	 */
	public static function check_attachment( $attachment_id ) {
		self::check_attachments( array( $attachment_id ) );
	}

	/**
	 * Checks the texts of images and stores the findings, also those of other images that had the same text or have it now.
	 *
	 * @param int[] $ids Their ids.
	 */
	public static function check_attachments( $ids ) {
		$found  = Repeated_Texts::update( $ids );
		$faults = array();
		foreach ( array_unique( array_merge( $ids, $found['others'] ) ) as $id ) {
			$findings = self::find_in_attachment( $id, $found['repeated'] );
			$codes    = implode( ',', $findings );
			$before   = metadata_exists( 'post', $id, self::CHECK_KEY );
			if ( '' === $codes && $before ) {
				delete_post_meta( $id, self::CHECK_KEY );
			} elseif ( '' !== $codes && $before ) {
				update_post_meta( $id, self::CHECK_KEY, $codes );
			} elseif ( '' !== $codes ) {
				add_post_meta( $id, self::CHECK_KEY, $codes, true );
			}
			$faults[ $id ] = (bool) Checks\Text_Checks::list_faults( $findings );
		}
		Repeated_Texts::store_faults( $faults );
		Counts::forget_counts();
	}

	/**
	 * The findings for the text of an image.
	 *
	 * @param int                 $attachment_id Its id.
	 * @param array<string, true> $repeated      The keys of texts that another image may have, from
	 *                                           Repeated_Texts::update().
	 * @return string[] Codes, most serious first; none without a text.
	 */
	private static function find_in_attachment( $attachment_id, $repeated ) {
		$text = Alt_Text::get_clean( $attachment_id );
		if ( '' === $text || ! wp_attachment_is_image( $attachment_id ) ) {
			return array();
		}
		$findings = Checks\Text_Checks::check( $text, self::surroundings( $attachment_id, $text, $repeated ) );
		/**
		 * Filters the findings for an image of the media library. They are stored until the text, caption, title, file
		 * or language of the image changes, or another image gets or loses the same text.
		 *
		 * @param string[] $findings      Codes such as `too-long`, most serious first.
		 * @param int      $attachment_id The image.
		 * @param string   $text          Its alternative text, never ''.
		 */
		$filtered = apply_filters( 'altscribe_attachment_findings', $findings, $attachment_id, $text );
		return is_array( $filtered ) ? array_values( array_map( 'sanitize_key', $filtered ) ) : $findings;
	}

	/**
	 * The context in which a text of an image is checked in the media library.
	 *
	 * @param int    $attachment_id The image.
	 * @param string $text          Its text, or one that it may get.
	 * @param array<string, true>|null $repeated The keys of texts that another image may have, if they are known.
	 * @return array<string, mixed> As Checks\Text_Checks::check() takes it.
	 */
	public static function surroundings( $attachment_id, $text, $repeated = null ) {
		$is_unique = null !== $repeated && ! isset( $repeated[ Repeated_Texts::keys( $attachment_id, $text )['text_key'] ] );
		return self::image_names( $attachment_id ) + array(
			'language'     => Core\Languages::of_post( $attachment_id ),
			'translations' => Translations::list_translated_texts( $attachment_id, true, false ),
			'caption'      => wp_strip_all_tags( (string) get_post_field( 'post_excerpt', $attachment_id, 'raw' ) ),
			// Which image has the same text does not matter to the check.
			'others'       => ! $is_unique && Repeated_Texts::is_text_of_another( $attachment_id, $text ) ? array( $text ) : array(),
		);
	}

	/**
	 * The names that an image has without its text.
	 *
	 * @param int $attachment_id The image.
	 * @return array{file_name: string, title: string} `file_name` is without folders.
	 */
	public static function image_names( $attachment_id ) {
		return array(
			'file_name' => Images::name( $attachment_id ),
			'title'     => (string) get_post_field( 'post_title', $attachment_id, 'raw' ),
		);
	}

	/** Schedules the checks if there are texts to check and they are not running yet. Costs no query. */
	public static function schedule_checks() {
		// The order matters: before the first check this option does not exist, and WordPress would query it each time.
		if ( ! wp_next_scheduled( self::CHECK_HOOK ) && ! self::check_progress()['is_done'] ) {
			Core\Background::forget_cron();
			wp_schedule_single_event( time(), self::CHECK_HOOK );
		}
	}

	/**
	 * The progress of the checks.
	 *
	 * @return array{rules: string, last_id: int, is_done: bool} From the beginning if the rules have changed.
	 */
	public static function check_progress() {
		// Not Core\Settings::get(), which also reads the network's settings; they have no language.
		$settings = array_merge( Core\Settings::stored(), Core\Settings::from_constants() );

		$rules = Checks\Text_Checks::version() . ' ' . $settings['language'] . ' ' . get_option( 'WPLANG', '' )
			. ( Core\Languages::has_translations() ? ' translations' : '' );
		$start = array(
			'rules'   => $rules,
			'last_id' => 0,
			'is_done' => false,
		);
		$saved = get_option( self::CHECKED_OPTION );
		return is_array( $saved ) && isset( $saved['rules'] ) && $saved['rules'] === $rules ? $saved + $start : $start;
	}

	/**
	 * Checks texts for some seconds, then leaves the rest to the next event.
	 *
	 * @param float $seconds The time limit.
	 */
	public static function check_library( $seconds = 10.0 ) {
		$end = microtime( true ) + $seconds;
		do {
			$is_done = self::check_next_texts( 200 );
		} while ( false === $is_done && microtime( true ) < $end );
		// Other plugins may have changed their events during these seconds.
		Core\Background::forget_cron();
		if ( false === $is_done && wp_doing_cron() ) {
			wp_schedule_single_event( time(), self::CHECK_HOOK );
		}
	}

	/**
	 * Checks the next texts, in order of the ids of their images.
	 *
	 * @param int $limit How many at most.
	 * @return bool|null Whether these were the last ones; null if the database does not store that they were checked, so going
	 *                   on would only check the same again.
	 */
	public static function check_next_texts( $limit ) {
		global $wpdb;
		$checked = self::check_progress();
		if ( $checked['is_done'] ) {
			return true;
		}
		$ids = $wpdb->get_col( // phpcs:ignore WordPress.DB.DirectDatabaseQuery
			$wpdb->prepare(
				"SELECT DISTINCT post_id FROM {$wpdb->postmeta} WHERE meta_key = '_wp_attachment_image_alt' AND post_id > %d ORDER BY post_id LIMIT %d",
				$checked['last_id'],
				$limit
			)
		);
		$ids = array_map( 'intval', $ids );
		_prime_post_caches( $ids, false, true );
		self::check_attachments( $ids );
		Core\Background::release_posts( $ids );
		$checked['last_id'] = $ids ? max( $ids ) : $checked['last_id'];
		$checked['is_done'] = count( $ids ) < $limit;
		return update_option( self::CHECKED_OPTION, $checked, true ) ? $checked['is_done'] : null;
	}

	/** Finds texts that were added or deleted without WordPress's hooks, and checks the added ones, for some seconds. */
	public static function sync_texts() {
		global $wpdb;
		if ( ! self::check_progress()['is_done'] || ! Repeated_Texts::make_table() ) {
			return;
		}
		$end   = microtime( true ) + 10;
		$ids   = array();
		$table = Repeated_Texts::table();
		$texts = "SELECT post_id FROM $wpdb->postmeta WHERE meta_key = '_wp_attachment_image_alt' AND TRIM( meta_value ) <> ''";
		// phpcs:disable WordPress.DB, PluginCheck.Security.DirectDB -- Only names of tables.
		$wpdb->query( "DELETE FROM $table WHERE attachment_id NOT IN ( $texts )" );
		do {
			$before = $ids;

			$ids = array_map( 'intval', $wpdb->get_col( "$texts AND post_id NOT IN ( SELECT attachment_id FROM $table ) AND post_id IN ( SELECT ID FROM $wpdb->posts WHERE post_type = 'attachment' ) LIMIT 200" ) );
			array_map( array( Alt_Text::class, 'forget' ), $ids );
			_prime_post_caches( $ids, false, true );
			self::check_attachments( $ids );
			Core\Background::release_posts( $ids );
			// The database may not have stored them.
		} while ( $ids && $ids !== $before && microtime( true ) < $end );
		// phpcs:enable
	}

	/**
	 * How many texts the current rules have not checked yet.
	 *
	 * @return int
	 */
	public static function count_unchecked() {
		global $wpdb;
		$checked = self::check_progress();
		if ( $checked['is_done'] ) {
			return 0;
		}
		return (int) $wpdb->get_var( // phpcs:ignore WordPress.DB.DirectDatabaseQuery
			$wpdb->prepare(
				"SELECT COUNT( DISTINCT post_id ) FROM {$wpdb->postmeta} WHERE meta_key = '_wp_attachment_image_alt' AND post_id > %d",
				$checked['last_id']
			)
		);
	}

	/**
	 * The REST representation of a finding.
	 *
	 * @param string $code Its code.
	 * @return array{slug: string, label: string}
	 */
	public static function describe_finding( $code ) {
		return array(
			'slug'  => $code,
			'label' => self::finding_name( $code ),
		);
	}

	/**
	 * A short label for a finding. plugin/src/common/findings.ts has the same for the scripts.
	 *
	 * @param string $code Code from Checks\Text_Checks::check(), or from another plugin.
	 * @return string The code itself if it is unknown.
	 */
	public static function finding_name( $code ) {
		$names = array(
			'refusal'          => __( 'reads like an AI refusal', 'altscribe' ),
			'wrong-language'   => __( 'in another language', 'altscribe' ),
			'wrong-script'     => __( 'in another writing system', 'altscribe' ),
			'file-name'        => __( 'looks like a file name', 'altscribe' ),
			'repeats-caption'  => __( 'repeats the caption', 'altscribe' ),
			'repeats-nearby'   => __( 'repeats nearby text', 'altscribe' ),
			'sounds-inferred'  => __( 'may be a guess', 'altscribe' ),
			'repeats-other'    => __( 'same text as another image', 'altscribe' ),
			'keyword-stuffing' => __( 'too many keywords', 'altscribe' ),
			'too-long'         => __( 'very long', 'altscribe' ),
			'vague'            => __( 'doesn’t describe the image', 'altscribe' ),
			'too-short'        => __( 'too short', 'altscribe' ),
			'single-word'      => __( 'only one word', 'altscribe' ),
			'redundant-phrase' => __( 'starts with “Image of”', 'altscribe' ),
			'long'             => __( 'rather long', 'altscribe' ),
			// Only of suggestions.
			'decorative'       => __( 'seems decorative', 'altscribe' ),
		);
		return isset( $names[ $code ] ) ? $names[ $code ] : $code;
	}

	/**
	 * Checks a text now.
	 *
	 * @param int         $attachment_id The image; 0 for none.
	 * @param string|null $text          The text; null for that of the image.
	 * @param string      $language      Its language code; '' for that of the image or site.
	 * @return array{text: string, unread: bool, findings: array<array{code: string, message: string}>} `unread`: whether it is
	 *         the current, unread generated text of the image.
	 */
	public static function check_text( $attachment_id, $text, $language ) {
		$present      = $attachment_id ? Alt_Text::get_clean( $attachment_id ) : '';
		$text         = $text ?? $present;
		$surroundings = array(
			'language'      => '' === $language ? Core\Languages::of_post( $attachment_id ) : $language,
			'is_decorative' => (bool) get_post_meta( $attachment_id, Alt_Text::DECORATIVE_KEY, true ),
		) + ( $attachment_id ? self::surroundings( $attachment_id, $text ) : array() );
		$findings     = array();
		foreach ( Checks\Text_Checks::check( $text, $surroundings ) as $code ) {
			$findings[] = array(
				'code'    => $code,
				'message' => 'missing' === $code ? __( 'Missing', 'altscribe' ) : self::finding_name( $code ),
			);
		}
		return array(
			'text'     => $text,
			'unread'   => $attachment_id && trim( $text ) === $present && Provenance::is_unread( $attachment_id ),
			'findings' => $findings,
		);
	}

	/**
	 * A page of the images without a text, the newest first.
	 *
	 * @param int $page   From 1.
	 * @param int $number Images per page.
	 * @return int[] Ids.
	 */
	public static function list_missing( $page, $number ) {
		global $wpdb;
		$where = States::sql( 'missing' ) . " AND $wpdb->posts.post_status NOT IN ( 'trash', 'auto-draft' )";
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- The condition has neither placeholders nor values of users.
		$ids = array_map( 'intval', $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE $where ORDER BY ID DESC" . $wpdb->prepare( ' LIMIT %d OFFSET %d', $number, ( $page - 1 ) * $number ) ) );
		_prime_post_caches( $ids, false );
		return $ids;
	}
}
