<?php
/**
 * Counts the texts in each post, for the report.
 *
 * @package Altscribe
 */

namespace Altscribe\Posts;

use Altscribe\Checks;
use Altscribe\Core;
use Altscribe\Library;

defined( 'ABSPATH' ) || exit;

final class Text_Counts {

	/** The counts of each post. Generated texts are included in those with text; the others add up to the number of images. */
	public const REPORT_COLUMNS = array( 'with_text', 'decorative', 'missing', 'generated_read', 'generated_unread', 'suggested' );

	/**
	 * The definition of the table: a row for each public post that shows images, with the number of each kind, and
	 * the findings for their texts as JSON: numbers by code.
	 *
	 * @return string SQL.
	 */
	public static function report_schema() {
		$columns = '';
		foreach ( self::REPORT_COLUMNS as $column ) {
			$columns .= "\n\t\t\t$column int(10) unsigned NOT NULL DEFAULT 0,";
		}
		return 'CREATE TABLE ' . Uses::report_table() . " (
				post_id bigint(20) unsigned NOT NULL,$columns
				findings text NOT NULL,
				PRIMARY KEY  (post_id)
			) " . $GLOBALS['wpdb']->get_charset_collate() . ';';
	}

	/**
	 * Counts the images of posts, and stores the counts.
	 *
	 * @param int[]                       $post_ids Posts, or former ones.
	 * @param array<array<string, mixed>> $images   The images that they show, from References::resolve_images().
	 */
	public static function count_posts( $post_ids, $images ) {
		global $wpdb;
		$attachments = array_values( array_unique( array_filter( wp_list_pluck( $images, 'attachment_id' ) ) ) );
		_prime_post_caches( $attachments, false, true );
		$shown = array();
		foreach ( $images as $image ) {
			if ( $image['is_published'] ) {
				$shown[ $image['object_id'] ][] = $image;
			}
		}
		$rows = array();
		foreach ( $shown as $id => $of_post ) {
			$counts = self::count_images_of_post( $id, $of_post );
			if ( $counts ) {
				array_push( $rows, $id, ...array_values( $counts ) );
			}
		}
		$ids    = implode( ',', array_map( 'intval', $post_ids ) );
		$table  = Uses::report_table();
		$width  = count( self::REPORT_COLUMNS ) + 2;
		$values = implode( ', ', array_fill( 0, (int) ( count( $rows ) / $width ), '(' . implode( ', ', array_fill( 0, $width, '%s' ) ) . ')' ) );
		// phpcs:disable WordPress.DB -- The table is the plugin's own; the interpolated parts are names, numbers and placeholders.
		$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE post_id IN ($ids)", $table ) );
		if ( $rows ) {
			$columns = implode( ', ', self::REPORT_COLUMNS );
			// Another process may have counted the same post in the meantime.
			$wpdb->query( $wpdb->prepare( "REPLACE INTO %i (post_id, $columns, findings) VALUES $values", array_merge( array( $table ), $rows ) ) );
		}
		// phpcs:enable
		Core\Background::release_posts( $attachments );
	}

	/**
	 * Counts the images of a post.
	 *
	 * @param int                         $post_id The post.
	 * @param array<array<string, mixed>> $images  Its images.
	 * @return array<string, int|string> By column of the table; empty without images.
	 */
	private static function count_images_of_post( $post_id, $images ) {
		$context = array(
			'language' => Core\Languages::of_post( $post_id ),
			'sources'  => Post_Sources::get_post_sources( $post_id ),
			'post'     => get_post( $post_id ),
			'waiting'  => self::list_waiting_images( $post_id ),
		);
		$texts   = array();
		foreach ( $images as $index => $image ) {
			// Only images in blocks and HTML have one, perhaps ''.
			$images[ $index ]['is_content'] = isset( $image['reason'] );
			if ( ! $images[ $index ]['is_content'] ) {
				$images[ $index ]['text'] = Library\Alt_Text::get_clean( $image['attachment_id'] );
			}
			$texts[ Core\Text::fold( $images[ $index ]['text'] ) ][ $image['attachment_id'] ? $image['attachment_id'] : $image['url'] ] = true;
		}
		$counts   = array_fill_keys( self::REPORT_COLUMNS, 0 );
		$findings = array();
		foreach ( $images as $image ) {
			$image['is_repeat'] = count( $texts[ Core\Text::fold( $image['text'] ) ] ) > 1;
			$judged             = $image['is_content'] ? self::judge_content_image( $image, $context ) : self::judge_library_image( $image );
			if ( ! $judged ) {
				continue;
			}
			++$counts[ $judged['state'] ];
			if ( 'with_text' === $judged['state'] && '' !== $judged['source'] ) {
				++$counts[ $judged['source'] ];
			}
			foreach ( array_diff( $judged['findings'], array( 'missing' ) ) as $code ) {
				$findings[ $code ] = ( $findings[ $code ] ?? 0 ) + 1;
			}
		}
		return array_sum( $counts ) ? $counts + array( 'findings' => $findings ? wp_json_encode( $findings ) : '' ) : array();
	}

	/**
	 * The images in the content of a post for which a text waits for a decision.
	 *
	 * @param int $post_id The post.
	 * @return array<string, true> By self::position().
	 */
	private static function list_waiting_images( $post_id ) {
		/**
		 * Filters the places in a post for which a text waits for a decision. For Altscribe's own use.
		 *
		 * @param string[] $places  As in Places::list_places().
		 * @param int      $post_id The post.
		 */
		$places  = apply_filters( 'altscribe_suggested_places', array(), $post_id );
		$waiting = array();
		foreach ( $places ? Places::list_places( get_post( $post_id ) ) : array() as $image ) {
			if ( array_intersect( $image['places'], $places ) ) {
				$waiting[ self::position( $image ) ] = true;
			}
		}
		return $waiting;
	}

	/**
	 * The position of an image in the content of a post.
	 *
	 * @param array<string, mixed> $image From Content::read().
	 * @return string
	 */
	private static function position( $image ) {
		return wp_json_encode( wp_array_slice_assoc( $image, array( 'tag', 'delimiter', 'paths', 'span' ) ) );
	}

	/**
	 * The column in which an image is counted by its state.
	 *
	 * @param string $state From Library\States.
	 * @return string
	 */
	private static function column_of( $state ) {
		return in_array( $state, array( 'missing', 'suggested', 'decorative' ), true ) ? $state : 'with_text';
	}

	/**
	 * The state of an image that visitors get with the media library's text: featured, in a gallery, or in a field.
	 *
	 * @param array<string, mixed> $image With `attachment_id` and `text`.
	 * @return array{state: string, source: string, findings: string[]}|null Null for files that are not images, and for
	 *         deleted ones. As self::judge_content_image() returns it.
	 */
	private static function judge_library_image( $image ) {
		$id = $image['attachment_id'];
		if ( ! $id || ! wp_attachment_is_image( $id ) || Library\Images::get_placeholder_image() === $id ) {
			return null;
		}
		$state = Library\States::of_image( $id );
		return array(
			'state'    => self::column_of( $state['state'] ),
			'source'   => self::count_source( Library\Provenance::get( $id ) ),
			'findings' => $state['findings'],
		);
	}

	/**
	 * The state of an image in the content of a post.
	 *
	 * @param array<string, mixed> $image   From Content::read(), resolved, with `is_repeat`: whether another
	 *                                      image of the post has the same text.
	 * @param array<string, mixed> $context `post`, its `language`, `sources` (the records of its texts), and `waiting` from
	 *                                      self::list_waiting_images().
	 * @return array{state: string, source: string, findings: string[]}|null `state`: from self::column_of();
	 *         `source`: `generated_read`, `generated_unread`, or '' for other texts. Null if it has no alternative text
	 *         (backgrounds, files, tracking pixels), or if its text is not in the post.
	 */
	private static function judge_content_image( $image, $context ) {
		$content = 'excerpt' === $image['kind'] ? $context['post']->post_excerpt : $context['post']->post_content;
		$tag     = $image['tag'] ? substr( $content, $image['tag'][0], $image['tag'][1] ) : '';
		$around  = '' === $tag ? array() : self::find_image_surroundings( $content, $image['tag'] );
		$is_drawn     = '' === $tag && in_array( $image['reason'], array( 'background', 'featured', 'no_text' ), true );
		$is_elsewhere = '' === $image['text'] && ( 'bound' === $image['reason'] || ( '' === $tag && 'unknown_block' === $image['reason'] ) );
		if ( $is_drawn || $is_elsewhere || preg_match( '~\swidth=["\']?1["\'\s/>]~i', $tag ) ) {
			return null;
		}
		$id    = $image['attachment_id'];
		$text  = 'decorative' === $image['reason'] ? '' : $image['text'];
		$facts = array(
			'has_text'      => 'decorative' !== $image['reason'] && ( '' !== $text || 'named' === $image['reason'] ),
			'is_decorative' => 'decorative' === $image['reason'],
		);
		if ( ! $facts['has_text'] && ! $facts['is_decorative'] ) {
			// Including a suggestion for the media library, because the editor shows it here.
			$facts['is_waiting'] = ( 'excerpt' !== $image['kind'] && isset( $context['waiting'][ self::position( $image ) ] ) ) || ( $id && Library\States::is_waiting( $id ) );
		}
		$state = self::column_of( Library\States::of( $facts ) );
		if ( 'with_text' === $state && '' === $text ) {
			// Named by another attribute, which is not checked.
			return array(
				'state'    => $state,
				'source'   => '',
				'findings' => array(),
			);
		}
		$surroundings = $around + array(
			'language'      => $context['language'],
			'is_decorative' => 'decorative' === $state,
			'others'        => $image['is_repeat'] ? array( $text ) : array(),
			'file_name'     => wp_basename( (string) strtok( $image['url'], '?#' ) ),
			'title'         => $id ? (string) get_post_field( 'post_title', $id, 'raw' ) : '',
			'translations'  => $id ? Library\Translations::list_translated_texts( $id, true, false ) : array(),
		);
		return array(
			'state'    => $state,
			'source'   => self::count_source( Post_Sources::find_record( array( 'text' => $text ) + $image, $context['sources'] ) ),
			'findings' => Checks\Text_Checks::check( $text, $surroundings ),
		);
	}

	/**
	 * How a text is counted, according to its record.
	 *
	 * @param array<string, mixed>|null $record As Library\Provenance::complete() returns it; null for none.
	 * @return string `generated_read` or `generated_unread`; '' if people wrote the text or have changed it since.
	 */
	private static function count_source( $record ) {
		if ( ! $record || 'generated' !== $record['source'] ) {
			return '';
		}
		return Library\Provenance::is_unread_source( $record ) ? 'generated_unread' : 'generated_read';
	}

	/**
	 * The caption of an image in HTML, and whether it is alone in a link.
	 *
	 * @param string               $html The content.
	 * @param array{0: int, 1: int} $tag  Offset and length of its tag, in bytes.
	 * @return array{caption: string, is_linked: bool} For Checks\Text_Checks::check().
	 */
	private static function find_image_surroundings( $html, $tag ) {
		$start   = max( 0, $tag[0] - 1000 );
		$before  = substr( $html, $start, $tag[0] - $start );
		$after   = substr( $html, $tag[0] + $tag[1], 3000 );
		$caption = '';
		if ( preg_match( '~^(?:[^<]++|<(?!img|/?figure[\s>]|figcaption))*+<figcaption[^>]*+>(.*?)</figcaption>~is', $after, $match )
			|| preg_match( '~^(?:\s*</a>)?([^\[]*)\[/caption\]~i', $after, $match ) ) {
			$caption = html_entity_decode( wp_strip_all_tags( $match[1] ), ENT_QUOTES, 'UTF-8' );
		}
		return array(
			'caption'   => $caption,
			'is_linked' => preg_match( '~<a\s[^<>]*+>\s*$~i', $before ) && preg_match( '~^\s*</a>~i', $after ),
		);
	}
}
