<?php
/**
 * Personal data: a text for the privacy policy, and WordPress's exporter and eraser. The only personal data is who
 * started a batch of images, who requested, wrote or read an alternative text, and who requested or reviewed a suggested
 * one.
 *
 * @package Altscribe
 */

namespace Altscribe\Platform;

use Altscribe\Batches;
use Altscribe\Library;
use Altscribe\Posts;
use Altscribe\Suggestions;

defined( 'ABSPATH' ) || exit;

final class Privacy {

	/** How many batches, records of texts and suggestions one request of the exporter or eraser handles. */
	private const EXPORT_BATCHES = 100;

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'admin_init', array( self::class, 'add_privacy_policy_content' ) );
		add_filter( 'wp_privacy_personal_data_exporters', array( self::class, 'add_personal_data_exporter' ) );
		add_filter( 'wp_privacy_personal_data_erasers', array( self::class, 'add_personal_data_eraser' ) );
	}

	/** Suggests a text for the privacy policy. */
	public static function add_privacy_policy_content() {
		$text = __( 'Generating alt text does not involve visitors to this site. Images on this site and the surrounding text are sent to a service chosen by this site, which passes them to an AI model that describes the images. Images may show people; location data and other metadata are removed first.', 'altscribe' );
		wp_add_privacy_policy_content( __( 'Altscribe', 'altscribe' ), wp_kses_post( wpautop( $text, false ) ) );
	}

	/**
	 * Adds the exporter.
	 *
	 * @param array<string, array<string, mixed>> $exporters The existing ones.
	 * @return array<string, array<string, mixed>>
	 */
	public static function add_personal_data_exporter( $exporters ) {
		$exporters['altscribe'] = array(
			'exporter_friendly_name' => __( 'Altscribe', 'altscribe' ),
			'callback'               => array( self::class, 'export_personal_data' ),
		);
		return $exporters;
	}

	/**
	 * Adds the eraser.
	 *
	 * @param array<string, array<string, mixed>> $erasers The existing ones.
	 * @return array<string, array<string, mixed>>
	 */
	public static function add_personal_data_eraser( $erasers ) {
		$erasers['altscribe'] = array(
			'eraser_friendly_name' => __( 'Altscribe', 'altscribe' ),
			'callback'             => array( self::class, 'erase_personal_data' ),
		);
		return $erasers;
	}

	/**
	 * Exports the batches that a person started, the texts that the person requested, wrote or read, and the suggestions
	 * that the person requested or reviewed.
	 *
	 * @param string $email E-mail address of the person.
	 * @param int    $page  From 1.
	 * @return array{data: array<int, array<string, mixed>>, done: bool}
	 */
	public static function export_personal_data( $email, $page = 1 ) {
		global $wpdb;
		$user  = get_user_by( 'email', $email );
		$table = Batches\Store::batches_table();
		$size  = self::EXPORT_BATCHES;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$batches = $user ? $wpdb->get_results( $wpdb->prepare( "SELECT id, created, total FROM %i WHERE user_id = %d ORDER BY id LIMIT %d OFFSET %d", $table, $user->ID, $size, ( $page - 1 ) * $size ), ARRAY_A ) : array();
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$rows    = $user && Suggestions\Store::make_table() ? $wpdb->get_results( $wpdb->prepare( 'SELECT * FROM %i WHERE user_id = %d OR decided_by = %d ORDER BY id LIMIT %d OFFSET %d', Suggestions\Store::table(), $user->ID, $user->ID, $size, ( $page - 1 ) * $size ), ARRAY_A ) : array();
		$records = $user ? self::list_sources_of_user( $user->ID, $page ) : array();
		return array(
			'data' => array_merge( array_map( array( self::class, 'export_batch' ), $batches ), self::export_sources( $records, $user ? $user->ID : 0 ), array_map( array( self::class, 'export_suggestion' ), $rows ) ),
			'done' => max( count( $batches ), count( $records ), count( $rows ) ) < $size,
		);
	}

	/**
	 * The exported data of one suggestion.
	 *
	 * @param array<string, string> $row A row of the table.
	 * @return array<string, mixed>
	 */
	private static function export_suggestion( $row ) {
		$format = get_option( 'date_format' ) . ' ' . get_option( 'time_format' );
		$data   = array(
			__( 'Suggested text', 'altscribe' )   => $row['new_text'],
			__( 'Hint for the AI', 'altscribe' )  => $row['hint'],
			__( 'Suggested on', 'altscribe' )     => wp_date( $format, (int) $row['created'] ),
			__( 'Reviewed on', 'altscribe' )      => (int) $row['decided'] ? wp_date( $format, (int) $row['decided'] ) : '',
			__( 'Text after review', 'altscribe' ) => $row['decided_text'],
		);
		$values = array();
		foreach ( array_filter( $data, 'strlen' ) as $name => $value ) {
			$values[] = compact( 'name', 'value' );
		}
		return array(
			'group_id'          => 'altscribe-suggestions',
			'group_label'       => __( 'Suggested alt texts', 'altscribe' ),
			'group_description' => __( 'Suggested alt texts that this person requested or reviewed.', 'altscribe' ),
			'item_id'           => 'altscribe-suggestion-' . $row['id'],
			'data'              => $values,
		);
	}

	/**
	 * The exported data of one batch.
	 *
	 * @param array<string, string> $batch A row of the table.
	 * @return array<string, mixed>
	 */
	private static function export_batch( $batch ) {
		return array(
			'group_id'          => 'altscribe-batches',
			'group_label'       => __( 'Alt texts generated', 'altscribe' ),
			'group_description' => __( 'Runs in which this person generated alt text.', 'altscribe' ),
			'item_id'           => 'altscribe-batch-' . $batch['id'],
			'data'              => array(
				array(
					'name'  => __( 'Started', 'altscribe' ),
					'value' => self::export_time( $batch['created'] ),
				),
				array(
					'name'  => __( 'Images', 'altscribe' ),
					'value' => number_format_i18n( (int) $batch['total'] ),
				),
			),
		);
	}

	/**
	 * Removes a person from the batches that they started, the suggestions that they requested or reviewed, and the records
	 * of texts, and deletes their dismissed notices.
	 *
	 * @param string $email E-mail address of the person.
	 * @return array{items_removed: bool, items_retained: bool, messages: string[], done: bool}
	 */
	public static function erase_personal_data( $email ) {
		global $wpdb;
		$user    = get_user_by( 'email', $email );
		$removed = 0;
		$is_done = true;
		if ( $user ) {
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			$removed = (int) $wpdb->update( Batches\Store::batches_table(), array( 'user_id' => 0 ), array( 'user_id' => $user->ID ) );
			foreach ( Suggestions\Store::make_table() ? array( 'user_id', 'decided_by' ) : array() as $column ) {
				// phpcs:ignore WordPress.DB -- The table is the plugin's own.
				$removed += (int) $wpdb->update( Suggestions\Store::table(), array( $column => 0 ), array( $column => $user->ID ) );
			}
			delete_user_option( $user->ID, Suggestions\Bulk::READS_OPTION );
			delete_user_option( $user->ID, Dashboard::LOW_CREDITS_DISMISSED );
			$records  = self::list_sources_of_user( $user->ID, 1 );
			$removed += count( $records );
			array_walk( $records, array( self::class, 'erase_user_of_source' ), $user->ID );
			$is_done = count( $records ) < self::EXPORT_BATCHES;
		}
		return array(
			'items_removed'  => $removed > 0,
			'items_retained' => false,
			'messages'       => $removed > 0 ? array() : array( __( 'Altscribe stores no data about this person.', 'altscribe' ) ),
			'done'           => $is_done,
		);
	}

	/**
	 * The meta with records that name a user.
	 *
	 * @param int $user_id The user.
	 * @param int $page    From 1.
	 * @return array<int, object> Rows with `meta_id`, `post_id`, `meta_key` and `meta_value`.
	 */
	private static function list_sources_of_user( $user_id, $page ) {
		global $wpdb;
		// The form in which PHP serializes the records.
		$named = array_map(
			function ( $name ) use ( $user_id ) {
				return '%' . $GLOBALS['wpdb']->esc_like( serialize( $name ) . serialize( (int) $user_id ) ) . '%'; // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- Only for the search.
			},
			array( 'user', 'read_by' )
		);
		// phpcs:ignore WordPress.DB -- No WordPress function finds them.
		return $wpdb->get_results( $wpdb->prepare( "SELECT meta_id, post_id, meta_key, meta_value FROM $wpdb->postmeta WHERE meta_key IN ( %s, %s ) AND ( meta_value LIKE %s OR meta_value LIKE %s ) ORDER BY meta_id LIMIT %d OFFSET %d", Library\Provenance::SOURCE_KEY, Posts\Post_Sources::POST_SOURCES_KEY, $named[0], $named[1], self::EXPORT_BATCHES, ( $page - 1 ) * self::EXPORT_BATCHES ) );
	}

	/**
	 * The exported data about texts that a person requested, wrote or read.
	 *
	 * @param array<int, object> $rows    From self::list_sources_of_user().
	 * @param int                $user_id The person.
	 * @return array<int, array<string, mixed>>
	 */
	private static function export_sources( $rows, $user_id ) {
		$items = array();
		foreach ( $rows as $row ) {
			$value   = (array) maybe_unserialize( $row->meta_value );
			$records = Library\Provenance::SOURCE_KEY === $row->meta_key ? array( $value, (array) ( $value['before'] ?? array() ) ) : $value;
			foreach ( array_values( array_filter( $records, 'is_array' ) ) as $index => $record ) {
				$data = array();
				if ( ( $record['user'] ?? 0 ) === $user_id ) {
					$data[] = array(
						'name'  => 'generated' === $record['source'] ? __( 'Requested', 'altscribe' ) : __( 'Written', 'altscribe' ),
						'value' => self::export_time( $record['time'] ),
					);
				}
				if ( ( $record['read_by'] ?? 0 ) === $user_id ) {
					$data[] = array(
						'name'  => __( 'Checked', 'altscribe' ),
						'value' => self::export_time( $record['read'] ),
					);
				}
				if ( $data ) {
					array_unshift(
						$data,
						array(
							'name'  => __( 'Image or post', 'altscribe' ),
							'value' => get_the_title( $row->post_id ),
						)
					);
					$items[] = array(
						'group_id'          => 'altscribe-texts',
						'group_label'       => __( 'Alt texts written or checked', 'altscribe' ),
						'group_description' => __( 'Alt texts that this person requested, wrote or checked.', 'altscribe' ),
						'item_id'           => "altscribe-text-$row->meta_id-$index",
						'data'              => $data,
					);
				}
			}
		}
		return $items;
	}

	/**
	 * A time in the site's format.
	 *
	 * @param int $time Unix time.
	 * @return string
	 */
	private static function export_time( $time ) {
		return (string) wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), (int) $time );
	}

	/**
	 * Removes a person from the records in a meta. That a person has read a text stays recorded.
	 *
	 * @param object $row     From self::list_sources_of_user().
	 * @param int    $index   Unused.
	 * @param int    $user_id The person.
	 */
	private static function erase_user_of_source( $row, $index, $user_id ) {
		$value = (array) maybe_unserialize( $row->meta_value );
		array_walk_recursive(
			$value,
			function ( &$item, $name ) use ( $user_id ) {
				$item = in_array( $name, array( 'user', 'read_by' ), true ) && $item === $user_id ? 0 : $item;
			}
		);
		update_post_meta( (int) $row->post_id, $row->meta_key, wp_slash( $value ) );
	}
}
