<?php
/**
 * The column and the filter of the media library.
 *
 * @package Altscribe
 */

namespace Altscribe\Media_Library;

use Altscribe\Checks;
use Altscribe\Library;
use WP_Query;

defined( 'ABSPATH' ) || exit;

final class Image_List {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_filter( 'manage_media_columns', array( self::class, 'add_column' ) );
		add_action( 'manage_media_custom_column', array( self::class, 'render_column' ), 10, 2 );
		add_filter( 'manage_upload_sortable_columns', array( self::class, 'add_sortable_column' ) );
		add_filter( 'posts_orderby', array( self::class, 'sort_by_alt_text' ), 10, 2 );
		add_action( 'restrict_manage_posts', array( self::class, 'render_state_filter' ) );
		add_action( 'pre_get_posts', array( self::class, 'filter_list' ) );
		add_filter( 'ajax_query_attachments_args', array( self::class, 'filter_grid' ) );
		add_filter( 'posts_where', array( self::class, 'filter_by_state' ), 10, 2 );
	}

	/**
	 * The state of an image in words: "Missing", "Suggested", "Decorative", "Written by AI, not checked", "Check: very long",
	 * "Hint: only one word", or '' for a good text.
	 *
	 * @param array{state: string, findings: string[]} $state As Library\States::of_image() returns it.
	 * @return string
	 */
	private static function state_text( $state ) {
		$findings = wp_sprintf( '%l', array_map( array( Library\Findings::class, 'finding_name' ), $state['findings'] ) );
		switch ( $state['state'] ) {
			case 'missing':
				return __( 'Missing', 'altscribe' );
			case 'suggested':
				return __( 'Suggested', 'altscribe' );
			case 'decorative':
				return __( 'Decorative', 'altscribe' );
			case 'unread':
				$unread = __( 'Written by AI, not checked', 'altscribe' );
				/* translators: 1: "Written by AI, not checked", 2: "Check: very long". */
				return $state['findings'] ? sprintf( __( '%1$s. %2$s', 'altscribe' ), $unread, self::state_text( array( 'state' => Checks\Text_Checks::list_faults( $state['findings'] ) ? 'check' : 'good' ) + $state ) ) : $unread;
			case 'check':
				/* translators: %s: what was found in an alt text: "repeats the caption". */
				return sprintf( __( 'Check: %s', 'altscribe' ), $findings );
			default:
				/* translators: %s: what may be better in an alt text: "only one word". */
				return '' === $findings ? '' : sprintf( __( 'Hint: %s', 'altscribe' ), $findings );
		}
	}

	/**
	 * The filters of the media library by state.
	 *
	 * @return array<string, string> Label by the value of the query argument `altscribe_state`; '' for all.
	 */
	public static function state_filters() {
		return array(
			''           => __( 'Any alt text', 'altscribe' ),
			'missing'    => __( 'Alt text missing', 'altscribe' ),
			'suggested'  => __( 'Alt text suggested', 'altscribe' ),
			'unread'     => __( 'Written by AI, not checked', 'altscribe' ),
			'check'      => __( 'Alt text with problems', 'altscribe' ),
			'decorative' => __( 'Decorative', 'altscribe' ),
			'good'       => __( 'No problems found', 'altscribe' ),
		);
	}

	/**
	 * Adds the column after the file.
	 *
	 * @param array<string, string> $columns Labels by name.
	 * @return array<string, string>
	 */
	public static function add_column( $columns ) {
		$column = array( 'altscribe' => __( 'Alt text', 'altscribe' ) );
		$place  = array_search( 'title', array_keys( $columns ), true );
		$place  = false === $place ? count( $columns ) : $place + 1;
		return array_slice( $columns, 0, $place, true ) + $column + array_slice( $columns, $place, null, true );
	}

	/**
	 * Prints the cell of an image.
	 *
	 * @param string $column        Name of the column.
	 * @param int    $attachment_id The image, or another file.
	 */
	public static function render_column( $column, $attachment_id ) {
		if ( 'altscribe' !== $column ) {
			return;
		}
		if ( ! wp_attachment_is_image( $attachment_id ) ) {
			echo '<span aria-hidden="true">&#8212;</span><span class="screen-reader-text">' . esc_html__( 'Not an image', 'altscribe' ) . '</span>';
			return;
		}
		$text  = Library\Alt_Text::get_clean( $attachment_id );
		$state = Library\States::of_image( $attachment_id );
		// The script of the list shows progress and suggestions in this element.
		printf(
			'<div class="altscribe-cell" data-id="%d" data-known="%s" data-decorative="%s"><span class="altscribe-cell__text" dir="auto">%s</span><span class="altscribe-cell__state is-%s">%s</span></div>',
			(int) $attachment_id,
			esc_attr( wp_json_encode( array( 'filledPosts' => 0 ) + Scripts::image_controls_data( $attachment_id ) ) ),
			get_post_meta( $attachment_id, Library\Alt_Text::DECORATIVE_KEY, true ) ? 'yes' : '',
			esc_html( $text ),
			esc_attr( $state['state'] ),
			esc_html( self::state_text( $state ) )
		);
	}

	/**
	 * Makes the heading of the column sortable.
	 *
	 * @param array<string, mixed> $columns See WP_List_Table::get_sortable_columns().
	 * @return array<string, mixed>
	 */
	public static function add_sortable_column( $columns ) {
		$columns['altscribe'] = array(
			'altscribe_alt_text',
			false,
			__( 'Alt text', 'altscribe' ),
			__( 'Table ordered by alt text.', 'altscribe' ),
		);
		return $columns;
	}

	/**
	 * Sorts an admin query whose `orderby` is `altscribe_alt_text`: images without a text first, then
	 * decorative ones, then by text. Files that are not images come last in either direction.
	 *
	 * @param string   $orderby SQL.
	 * @param WP_Query $query   The query.
	 * @return string
	 */
	public static function sort_by_alt_text( $orderby, $query ) {
		global $wpdb;
		// Visitors can request any `orderby` too.
		if ( ! is_admin() || 'altscribe_alt_text' !== $query->get( 'orderby' ) ) {
			return $orderby;
		}
		$order    = 'DESC' === strtoupper( (string) $query->get( 'order' ) ) ? 'DESC' : 'ASC';
		$is_image = Library\States::sql( '' );
		$missing  = Library\States::sql( 'without_text' );
		// No join: an import may have left an image with two texts, which would become two rows in the
		// list.
		$text = "( SELECT MIN( TRIM( altscribe_text.meta_value ) ) FROM {$wpdb->postmeta} altscribe_text"
			. " WHERE altscribe_text.post_id = {$wpdb->posts}.ID AND altscribe_text.meta_key = '_wp_attachment_image_alt' )";
		return "CASE WHEN $is_image THEN 0 ELSE 1 END, CASE WHEN $missing THEN 0 ELSE 1 END $order, COALESCE( $text, '' ) $order, {$wpdb->posts}.post_date DESC, {$wpdb->posts}.ID DESC";
	}

	/**
	 * Prints the filter above the list.
	 *
	 * @param string $post_type Post type of the list.
	 */
	public static function render_state_filter( $post_type ) {
		if ( 'attachment' !== $post_type ) {
			return;
		}
		echo '<label for="altscribe-state" class="screen-reader-text">' . esc_html__( 'Filter by alt text', 'altscribe' ) . '</label>';
		echo '<select name="altscribe_state" id="altscribe-state">';
		foreach ( self::state_filters() as $state => $label ) {
			printf( '<option value="%s"%s>%s</option>', esc_attr( $state ), selected( self::get_requested_state(), $state, false ), esc_html( $label ) );
		}
		echo '</select>';
	}

	/**
	 * The state in the request.
	 *
	 * @return string One of Library\States::NAMES; '' for all.
	 */
	public static function get_requested_state() {
		// phpcs:disable WordPress.Security.NonceVerification -- Only filters what is shown.
		$state = isset( $_REQUEST['altscribe_state'] ) && is_string( $_REQUEST['altscribe_state'] )
			? sanitize_key( wp_unslash( $_REQUEST['altscribe_state'] ) )
			: '';
		// phpcs:enable
		return isset( self::state_filters()[ $state ] ) ? $state : '';
	}

	/**
	 * Filters the list.
	 *
	 * @param WP_Query $query Any query.
	 */
	public static function filter_list( $query ) {
		if ( is_admin() && $query->is_main_query() && 'attachment' === $query->get( 'post_type' ) && '' !== self::get_requested_state() ) {
			$query->set( 'altscribe_state', self::get_requested_state() );
		}
	}

	/**
	 * Filters the grid and the media window of the editor.
	 *
	 * @param array<string, mixed> $args Arguments of the query.
	 * @return array<string, mixed>
	 */
	public static function filter_grid( $args ) {
		// phpcs:disable WordPress.Security.NonceVerification -- Only filters what is shown.
		$state = isset( $_REQUEST['query']['altscribe_state'] ) && is_string( $_REQUEST['query']['altscribe_state'] )
			? sanitize_key( wp_unslash( $_REQUEST['query']['altscribe_state'] ) )
			: '';
		// phpcs:enable
		if ( '' !== $state && isset( self::state_filters()[ $state ] ) ) {
			$args['altscribe_state'] = $state;
		}
		return $args;
	}

	/**
	 * Adds the condition of the state to a query that has the argument `altscribe_state`.
	 *
	 * @param string   $where SQL.
	 * @param WP_Query $query The query.
	 * @return string
	 */
	public static function filter_by_state( $where, $query ) {
		$state = $query->get( 'altscribe_state' );
		return is_string( $state ) && '' !== $state ? "$where AND " . Library\States::sql( $state ) : $where;
	}
}
