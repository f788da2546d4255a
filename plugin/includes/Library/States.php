<?php
/**
 * The state of a text: of an image in the media library, or at its place in a post. Every count, filter, column and badge is a
 * query of these states. docs/decisions/texts.md explains them.
 *
 * @package Altscribe
 */

namespace Altscribe\Library;

use Altscribe\Checks;
use Altscribe\Core;

defined( 'ABSPATH' ) || exit;

final class States {

	/** The facts that define each state. Exactly one state fits, and all rules that remain after a fact name the same next fact. */
	private const RULES = array(
		'missing'    => array(
			'has_text'      => false,
			'is_decorative' => false,
			'is_waiting'    => false,
		),
		'suggested'  => array(
			'has_text'      => false,
			'is_decorative' => false,
			'is_waiting'    => true,
		),
		'unread'     => array(
			'has_text'  => true,
			'is_unread' => true,
		),
		'check'      => array(
			'has_text'   => true,
			'is_unread'  => false,
			'has_faults' => true,
		),
		'decorative' => array(
			'has_text'      => false,
			'is_decorative' => true,
		),
		'good'       => array(
			'has_text'   => true,
			'is_unread'  => false,
			'has_faults' => false,
		),
	);

	/** All states. */
	public const NAMES = array( 'missing', 'suggested', 'unread', 'check', 'decorative', 'good' );

	/**
	 * The state of a text.
	 *
	 * @param array<string, bool> $facts `has_text`; without a text `is_decorative` and, unless it is, `is_waiting` (whether a text
	 *                                   or a verdict waits for a decision); with one `is_unread` (a model wrote it, and no person
	 *                                   has read it) and, unless it is, `has_faults`.
	 * @return string One of self::NAMES.
	 */
	public static function of( $facts ) {
		foreach ( self::RULES as $state => $rule ) {
			if ( ! array_diff_assoc( $rule, $facts ) ) {
				return $state;
			}
		}
		return 'good';
	}

	/**
	 * The state of the alternative text of an image in the media library.
	 *
	 * @param int $attachment_id Id of an image attachment.
	 * @return array{state: string, findings: string[]} `findings`: codes from Checks\Text_Checks::check(), only for a text; for a
	 *                                                  good one, they are hints.
	 */
	public static function of_image( $attachment_id ) {
		$facts    = array( 'has_text' => '' !== Alt_Text::get_clean( $attachment_id ) );
		$findings = array();
		if ( $facts['has_text'] ) {
			$findings = array_filter( explode( ',', (string) get_post_meta( $attachment_id, Findings::CHECK_KEY, true ) ) );
			$facts   += array(
				'is_unread'  => Provenance::is_unread( $attachment_id ),
				'has_faults' => (bool) Checks\Text_Checks::list_faults( $findings ),
			);
		} else {
			$facts['is_decorative'] = (bool) get_post_meta( $attachment_id, Alt_Text::DECORATIVE_KEY, true );
			$facts['is_waiting']    = ! $facts['is_decorative'] && self::is_waiting( $attachment_id );
		}
		return array(
			'state'    => self::of( $facts ),
			'findings' => array_values( $findings ),
		);
	}

	/**
	 * Whether an image in the media library has no text and is not decorative, whatever waits for it.
	 *
	 * @param int $attachment_id The image.
	 * @return bool
	 */
	public static function lacks_text( $attachment_id ) {
		return '' === Alt_Text::get_clean( $attachment_id ) && ! get_post_meta( $attachment_id, Alt_Text::DECORATIVE_KEY, true );
	}

	/**
	 * Whether a text or a verdict for an image in the media library waits for a decision.
	 *
	 * @param int $attachment_id The image.
	 * @return bool
	 */
	public static function is_waiting( $attachment_id ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- The condition has neither placeholders nor values of users.
		return (bool) $wpdb->get_var( $wpdb->prepare( "SELECT 1 FROM $wpdb->posts WHERE ID = %d AND ", $attachment_id ) . self::waiting_sql() );
	}

	/**
	 * An SQL condition for images in a state, to be combined with others by AND.
	 *
	 * @param string $state One of self::NAMES, of which each image has one. `suggested` also has the images with a text for which
	 *                      another one waits, and `without_text` those that lack one, whatever waits. '' for all images. Any
	 *                      other state matches none.
	 * @return string About the column `ID` of the table of posts, in parentheses. Contains neither placeholders nor
	 *   `%`.
	 */
	public static function sql( $state ) {
		global $wpdb;
		$conditions  = array( "SUBSTR( {$wpdb->posts}.post_mime_type, 1, 6 ) = 'image/'", "{$wpdb->posts}.post_type = 'attachment'" );
		$placeholder = Images::get_placeholder_image();
		if ( $placeholder ) {
			$conditions[] = "{$wpdb->posts}.ID <> $placeholder";
		}
		if ( 'suggested' === $state ) {
			$conditions[] = self::waiting_sql();
		} elseif ( 'without_text' === $state || isset( self::RULES[ $state ] ) ) {
			$facts = self::facts_sql();
			foreach ( 'without_text' === $state ? array_diff_key( self::RULES['missing'], array( 'is_waiting' => '' ) ) : self::RULES[ $state ] as $fact => $is_so ) {
				$conditions[] = ( $is_so ? '' : 'NOT ' ) . $facts[ $fact ];
			}
		} elseif ( '' !== $state ) {
			$conditions[] = '1 = 0';
		}
		return '( ' . implode( ' AND ', $conditions ) . ' )';
	}

	/**
	 * The names under which an image is counted: its state, and `suggested` if a text waits beside it.
	 *
	 * @return string Safe SQL: an expression about the column `ID` of the table of posts, for self::sum().
	 */
	public static function counted_sql() {
		return 'CONCAT( ' . self::column_sql( self::RULES, self::facts_sql() ) . ", ' ', CASE WHEN " . self::waiting_sql() . " THEN 'suggested' ELSE '' END )";
	}

	/**
	 * Sums up how many images are counted under each name.
	 *
	 * @param array<string, int|string> $counted Numbers of images by the values of self::counted_sql().
	 * @return array<string, int> `images`, and each of self::NAMES: as many as self::sql() finds.
	 */
	public static function sum( $counted ) {
		$counts = array( 'images' => 0 ) + array_fill_keys( self::NAMES, 0 );
		foreach ( $counted as $value => $number ) {
			foreach ( array_unique( array_filter( explode( ' ', "images $value" ) ) ) as $name ) {
				$counts[ $name ] += (int) $number;
			}
		}
		return $counts;
	}

	/**
	 * The state of an image, as self::of_image() returns it. It reads each fact once, because reading takes the most time in
	 * a large library.
	 *
	 * @param array<string, array<string, bool>> $rules Those of self::RULES that can still be true.
	 * @param array<string, string>              $facts From self::facts_sql(): those that are not known yet.
	 * @return string Safe SQL: an expression about the column `ID` of the table of posts.
	 */
	private static function column_sql( $rules, $facts ) {
		if ( 1 === count( $rules ) ) {
			return "'" . key( $rules ) . "'";
		}
		$fact  = key( array_intersect_key( $facts, ...array_values( $rules ) ) );
		$parts = array();
		foreach ( $rules as $state => $rule ) {
			$parts[ (int) $rule[ $fact ] ][ $state ] = $rule;
		}
		$left = array_diff_key( $facts, array( $fact => '' ) );
		return "CASE WHEN $facts[$fact] THEN " . self::column_sql( $parts[1], $left ) . ' ELSE ' . self::column_sql( $parts[0], $left ) . ' END';
	}

	/**
	 * The facts of self::RULES about images in the media library.
	 *
	 * @return array<string, string> SQL conditions about the column `ID` of the table of posts.
	 */
	private static function facts_sql() {
		global $wpdb;
		$has_text   = self::meta_sql( '_wp_attachment_image_alt', "TRIM( altscribe_meta.meta_value ) <> ''" );
		$has_faults = self::meta_sql( Findings::CHECK_KEY, "altscribe_meta.meta_value NOT IN ( '', '" . implode( "', '", array_keys( Checks\Text_Checks::rules()['hints'] ) ) . "' )" );
		if ( Findings::check_progress()['is_done'] && Repeated_Texts::make_table() ) {
			// In a large library, reading the meta takes several times as long.
			$has_text   = 'EXISTS ( SELECT 1 FROM ' . Repeated_Texts::table() . " altscribe_text WHERE altscribe_text.attachment_id = {$wpdb->posts}.ID )";
			$has_faults = 'EXISTS ( SELECT 1 FROM ' . Repeated_Texts::table() . " altscribe_text WHERE altscribe_text.attachment_id = {$wpdb->posts}.ID AND altscribe_text.has_faults = 1 )";
		}
		return array(
			'has_text'      => $has_text,
			'is_decorative' => self::meta_sql( Alt_Text::DECORATIVE_KEY, "altscribe_meta.meta_value NOT IN ( '', '0' )" ),
			'is_waiting'    => self::waiting_sql(),
			'is_unread'     => self::unread_sql(),
			'has_faults'    => $has_faults,
		);
	}

	/**
	 * The SQL condition for images for which a text or a verdict waits for a decision.
	 *
	 * @return string Like that of self::meta_sql().
	 */
	private static function waiting_sql() {
		/**
		 * Filters the condition for images that have a suggestion. For Altscribe's own use.
		 *
		 * @param string $condition SQL on the table of posts.
		 */
		return apply_filters( 'altscribe_suggested_sql', '1 = 0' );
	}

	/**
	 * The SQL condition for images with an unread generated text. The mark belongs to one text: a text that was changed
	 * without WordPress's hooks is not unread.
	 *
	 * @return string Like that of self::meta_sql().
	 */
	private static function unread_sql() {
		global $wpdb;
		$text = "( SELECT altscribe_text.meta_value FROM {$wpdb->postmeta} altscribe_text WHERE altscribe_text.post_id = altscribe_meta.post_id"
			. " AND altscribe_text.meta_key = '_wp_attachment_image_alt' ORDER BY altscribe_text.meta_id LIMIT 1 )";
		return self::meta_sql( Provenance::UNREAD_KEY, Core\Text::md5_sql( $text, 'altscribe_meta.meta_value' ) );
	}

	/**
	 * An SQL condition for posts that have a meta.
	 *
	 * @param string $key       Key of the meta.
	 * @param string $condition About `altscribe_meta.meta_value`.
	 * @return string
	 */
	private static function meta_sql( $key, $condition ) {
		global $wpdb;
		return "EXISTS ( SELECT 1 FROM {$wpdb->postmeta} altscribe_meta WHERE altscribe_meta.post_id = {$wpdb->posts}.ID"
			. " AND altscribe_meta.meta_key = '$key' AND $condition )";
	}
}
