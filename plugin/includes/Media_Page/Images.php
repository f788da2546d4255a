<?php
/**
 * The images in lists of Media > Alt text, with filters.
 *
 * @package Altscribe
 */

namespace Altscribe\Media_Page;

use Altscribe\Batches;
use Altscribe\Core;
use Altscribe\Generation;
use Altscribe\Library;
use Altscribe\Posts;

defined( 'ABSPATH' ) || exit;

final class Images {

	/**
	 * The months in which images were uploaded.
	 *
	 * @return array<int, array{value: string, label: string}> `value` such as `202611`; newest first.
	 */
	public static function list_image_months() {
		global $wp_locale;
		$months = array();
		foreach ( self::list_image_values( 'SUBSTR( post_date, 1, 7 )' ) as $month ) {
			list( $year, $number ) = explode( '-', $month );
			array_unshift(
				$months,
				array(
					'value' => $year . $number,
					/* translators: 1: name of a month, 2: year with four digits. */
					'label' => sprintf( __( '%1$s %2$s', 'altscribe' ), $wp_locale->get_month( $number ), $year ),
				)
			);
		}
		return $months;
	}

	/**
	 * The types of the images.
	 *
	 * @return string[] Such as `image/jpeg`.
	 */
	public static function list_image_types() {
		return self::list_image_values( 'post_mime_type' );
	}

	/**
	 * The users who uploaded images.
	 *
	 * @return array<int, array{id: int, name: string}> Sorted by name, at most 100.
	 */
	public static function list_image_authors() {
		$users = get_users(
			array(
				'include' => array_map( 'intval', self::list_image_values( 'post_author' ) ) + array( 0 ),
				'fields'  => array( 'ID', 'display_name' ),
				'orderby' => 'display_name',
				'number'  => 100,
			)
		);
		return array_map(
			function ( $user ) {
				return array(
					'id'   => (int) $user->ID,
					'name' => $user->display_name,
				);
			},
			$users
		);
	}

	/**
	 * The languages that images can have.
	 *
	 * @return array<int, array{value: string, label: string}> Empty on a site with one language.
	 */
	public static function list_language_options() {
		$options = array();
		foreach ( Core\Languages::list_media_languages() as $code => $name ) {
			$options[] = array(
				'value' => (string) $code,
				'label' => $name,
			);
		}
		if ( $options ) {
			$options[] = array(
				'value' => Core\Languages::NONE,
				'label' => __( 'No language', 'altscribe' ),
			);
		}
		return $options;
	}

	/**
	 * The distinct values of a column among the images.
	 *
	 * @param string $column Safe SQL.
	 * @return string[] Sorted.
	 */
	private static function list_image_values( $column ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- $column is a constant.
		return $wpdb->get_col( "SELECT DISTINCT $column AS image_value FROM $wpdb->posts WHERE post_type = 'attachment' AND post_mime_type LIKE 'image/%' AND post_status <> 'trash' ORDER BY image_value" );
	}

	/**
	 * One page of images, newest first, as in the media library.
	 *
	 * @param array<string, mixed> $filters As Batches\Start::image_condition() takes them.
	 * @param int                  $page    From 1.
	 * @param int                  $number  Images per page.
	 * @return array{ids: int[], total: int} `total` counts the images on all pages.
	 */
	public static function list_images_page( $filters, $page, $number ) {
		global $wpdb;
		$images = "FROM $wpdb->posts WHERE " . Batches\Start::image_condition( $filters );
		// phpcs:disable WordPress.DB, PluginCheck.Security.DirectDB -- $images is safe.
		// Reads the images once, also to count them.
		$ids = $wpdb->get_col(
			"SELECT SQL_CALC_FOUND_ROWS $wpdb->posts.ID $images"
			. $wpdb->prepare( " ORDER BY $wpdb->posts.post_date DESC, $wpdb->posts.ID DESC LIMIT %d OFFSET %d", $number, ( $page - 1 ) * $number )
		);
		return array(
			'ids'   => array_map( 'intval', $ids ),
			'total' => (int) $wpdb->get_var( 'SELECT FOUND_ROWS()' ),
		);
		// phpcs:enable
	}

	/**
	 * The number of images in each state, and in each language if the site has several.
	 *
	 * @param array<string, mixed> $filters As Batches\Start::image_condition() takes them. All states are counted, and all
	 *                                      languages.
	 * @return array<string, mixed> From Library\Counts::count_states(), with `languages`, and `reading`: how much of the site was
	 *                              read, in percent, while it is not known yet which images are used, else null.
	 */
	public static function count( $filters ) {
		$filters = array_diff_key( $filters, array( 'state' => '' ) );
		$others  = array_diff_key( $filters, array( 'language' => '' ) );
		if ( Library\Findings::count_unchecked() > 0 ) {
			// Checks some texts now, because a user is waiting and WP-Cron may take long.
			Library\Findings::check_library( 1.0 );
		}
		return array_merge(
			Library\Counts::count_states( Batches\Start::image_condition( $filters ) ),
			array(
				'languages' => Library\Counts::counts_by_language( $others ? Batches\Start::image_condition( $others ) : '' ),
				'reading'   => empty( $filters['used'] ) ? null : Posts\Uses_Index::uses_progress(),
			)
		);
	}

	/**
	 * The REST representation of images.
	 *
	 * @param int[] $ids The attachments.
	 * @return array<array{attachment_id: int, title: string, file: string, thumbnail: string, edit_link: string, alt_text:
	 *               string, language: string, state: string, findings: string[], doubts: string[], filled_posts: int, posts_without_text:
	 *               int, text_in_post: array{text: string, post_id: int}|null, text_in_file: string, text_of_copy: string,
	 *               free_text_findings: string[]}> `thumbnail`, `edit_link`
	 *               and `language` are '' if there is none; `posts_without_text`: from Posts\Uses::count_posts_without_text();
	 *               `text_in_post`, `text_in_file` and `text_of_copy`: for an image without a text, from Generation\Free_Texts::find_offered_text(),
	 *               with what was found in it, `free_text_findings`.
	 */
	public static function images_to_array( $ids ) {
		$without = Posts\Uses::count_posts_without_text( array_filter( $ids, array( Library\Alt_Text::class, 'get_clean' ) ) );
		return array_map(
			function ( $id ) use ( $without ) {
				$state = Library\States::of_image( $id );
				$free  = Generation\Free_Texts::find_offered_text( $id );
				return array(
					'attachment_id'      => $id,
					'title'              => html_entity_decode( get_the_title( $id ), ENT_QUOTES, 'UTF-8' ),
					'file'               => Library\Images::name( $id ),
					'thumbnail'          => (string) wp_get_attachment_image_url( $id, 'thumbnail' ),
					'edit_link'          => (string) get_edit_post_link( $id, 'raw' ),
					'alt_text'           => Library\Alt_Text::get( $id ),
					'language'           => Core\Languages::find_media_language( $id ),
					'state'              => $state['state'],
					'findings'           => $state['findings'],
					'doubts'             => 'unread' === $state['state'] ? Library\Provenance::get( $id )['doubts'] ?? array() : array(),
					'filled_posts'       => count( Posts\Filled_Record::list_posts( $id ) ),
					'posts_without_text' => $without[ $id ] ?? 0,
					'text_in_post'       => $free && $free['post_id'] ? $free : null,
					'text_in_file'       => $free && ! $free['post_id'] && ! isset( $free['copy_of'] ) ? $free['text'] : '',
					'text_of_copy'       => isset( $free['copy_of'] ) ? $free['text'] : '',
					'free_text_findings' => $free['findings'] ?? array(),
				);
			},
			$ids
		);
	}

	/**
	 * The REST representation of an image.
	 *
	 * @param int $id The attachment.
	 * @return array<string, mixed> As in self::images_to_array().
	 */
	public static function image_to_array( $id ) {
		return self::images_to_array( array( $id ) )[0];
	}
}
