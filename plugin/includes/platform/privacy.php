<?php
/**
 * Personal data: a text for the privacy policy, and WordPress's exporter and eraser. The only personal data
 * is who started a batch of images.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_init', 'altscribe_add_privacy_policy_content' );
add_filter( 'wp_privacy_personal_data_exporters', 'altscribe_add_personal_data_exporter' );
add_filter( 'wp_privacy_personal_data_erasers', 'altscribe_add_personal_data_eraser' );

/** How many batches one request of the exporter handles. */
const ALTSCRIBE_EXPORT_BATCHES = 100;

/** Suggests a text for the privacy policy. */
function altscribe_add_privacy_policy_content() {
	$text = __( 'Generating alt text does not involve visitors to this site. Images on this site and the surrounding text are sent to a service chosen by this site, which passes them to an AI model that describes the images. Images may show people; location data and other metadata are removed first.', 'altscribe' );
	wp_add_privacy_policy_content( __( 'Altscribe', 'altscribe' ), wp_kses_post( wpautop( $text, false ) ) );
}

/**
 * Adds the exporter.
 *
 * @param array<string, array<string, mixed>> $exporters The existing ones.
 * @return array<string, array<string, mixed>>
 */
function altscribe_add_personal_data_exporter( $exporters ) {
	$exporters['altscribe'] = array(
		'exporter_friendly_name' => __( 'Altscribe', 'altscribe' ),
		'callback'               => 'altscribe_export_personal_data',
	);
	return $exporters;
}

/**
 * Adds the eraser.
 *
 * @param array<string, array<string, mixed>> $erasers The existing ones.
 * @return array<string, array<string, mixed>>
 */
function altscribe_add_personal_data_eraser( $erasers ) {
	$erasers['altscribe'] = array(
		'eraser_friendly_name' => __( 'Altscribe', 'altscribe' ),
		'callback'             => 'altscribe_erase_personal_data',
	);
	return $erasers;
}

/**
 * Exports the batches that a person started.
 *
 * @param string $email E-mail address of the person.
 * @param int    $page  From 1.
 * @return array{data: array<int, array<string, mixed>>, done: bool}
 */
function altscribe_export_personal_data( $email, $page = 1 ) {
	global $wpdb;
	$user  = get_user_by( 'email', $email );
	$table = altscribe_batches_table();
	$size  = ALTSCRIBE_EXPORT_BATCHES;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$batches = $user ? $wpdb->get_results( $wpdb->prepare( "SELECT id, created, total FROM %i WHERE user_id = %d ORDER BY id LIMIT %d OFFSET %d", $table, $user->ID, $size, ( $page - 1 ) * $size ), ARRAY_A ) : array();
	return array(
		'data' => array_map( 'altscribe_export_batch', $batches ),
		'done' => count( $batches ) < $size,
	);
}

/**
 * The exported data of one batch.
 *
 * @param array<string, string> $batch A row of the table.
 * @return array<string, mixed>
 */
function altscribe_export_batch( $batch ) {
	return array(
		'group_id'          => 'altscribe-batches',
		'group_label'       => __( 'Alt texts generated', 'altscribe' ),
		'group_description' => __( 'Batches of images for which this person generated alt text.', 'altscribe' ),
		'item_id'           => 'altscribe-batch-' . $batch['id'],
		'data'              => array(
			array(
				'name'  => __( 'Started', 'altscribe' ),
				'value' => wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), (int) $batch['created'] ),
			),
			array(
				'name'  => __( 'Images', 'altscribe' ),
				'value' => number_format_i18n( (int) $batch['total'] ),
			),
		),
	);
}

/**
 * Removes a person from the batches that they started, and deletes their dismissed notices.
 *
 * @param string $email E-mail address of the person.
 * @return array{items_removed: bool, items_retained: bool, messages: string[], done: bool}
 */
function altscribe_erase_personal_data( $email ) {
	global $wpdb;
	$user    = get_user_by( 'email', $email );
	$removed = 0;
	if ( $user ) {
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$removed = (int) $wpdb->update( altscribe_batches_table(), array( 'user_id' => 0 ), array( 'user_id' => $user->ID ) );
		delete_user_option( $user->ID, ALTSCRIBE_LOW_CREDITS_DISMISSED );
	}
	return array(
		'items_removed'  => $removed > 0,
		'items_retained' => false,
		'messages'       => $removed > 0 ? array() : array( __( 'Altscribe stores no data about this person.', 'altscribe' ) ),
		'done'           => true,
	);
}
