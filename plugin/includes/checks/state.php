<?php
/**
 * The state of the alternative text of an image of the media library: missing, to be checked, decorative
 * or good. What the checks find is kept beside the text, so that a query needs to read no text.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Attachment meta with the codes of what was found in the text, comma-separated. Without findings there is none. */
const ALTSCRIBE_CHECK_KEY = '_altscribe_check';

/**
 * The state of the alternative text of an image.
 *
 * @param int $attachment_id Id of an image attachment.
 * @return array{state: string, findings: string[]} `state` is `missing`, `check`, `decorative` or `good`; `findings` are
 *                                                  codes as altscribe_check_alt_text() has them, of a text only.
 */
function altscribe_alt_text_state( $attachment_id ) {
	if ( '' === altscribe_get_alt_text( $attachment_id ) ) {
		$is_decorative = (bool) get_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY, true );
		return array(
			'state'    => $is_decorative ? 'decorative' : 'missing',
			'findings' => array(),
		);
	}
	$findings = array_filter( explode( ',', (string) get_post_meta( $attachment_id, ALTSCRIBE_CHECK_KEY, true ) ) );
	return array(
		'state'    => $findings ? 'check' : 'good',
		'findings' => array_values( $findings ),
	);
}

/**
 * The alternative text of an image.
 *
 * @param int $attachment_id Its id.
 * @return string '' for none, and for one of spaces only.
 */
function altscribe_get_alt_text( $attachment_id ) {
	return trim( (string) get_post_meta( $attachment_id, '_wp_attachment_image_alt', true ) );
}

/**
 * An SQL condition that is true for images in a state; to be joined to others with AND.
 *
 * @param string $state `missing`, `check`, `decorative` or `good`; '' for images in any state.
 * @return string About the column `ID` of the table of posts, in parentheses. Has neither placeholders nor `%`.
 */
function altscribe_state_sql( $state ) {
	global $wpdb;
	$is_image      = "SUBSTR( {$wpdb->posts}.post_mime_type, 1, 6 ) = 'image/' AND {$wpdb->posts}.post_type = 'attachment'";
	$has_text      = altscribe_meta_sql( '_wp_attachment_image_alt', "TRIM( altscribe_meta.meta_value ) <> ''" );
	$has_findings  = altscribe_meta_sql( ALTSCRIBE_CHECK_KEY, "altscribe_meta.meta_value <> ''" );
	$is_decorative = altscribe_meta_sql( ALTSCRIBE_DECORATIVE_KEY, "altscribe_meta.meta_value NOT IN ( '', '0' )" );
	$placeholder   = altscribe_get_placeholder_image();
	$is_image     .= $placeholder ? " AND {$wpdb->posts}.ID <> $placeholder" : '';
	$conditions    = array(
		'missing'    => "NOT $has_text AND NOT $is_decorative",
		'decorative' => "NOT $has_text AND $is_decorative",
		'check'      => "$has_text AND $has_findings",
		'good'       => "$has_text AND NOT $has_findings",
	);
	return '( ' . implode( ' AND ', array_filter( array( $is_image, $conditions[ $state ] ?? '' ) ) ) . ' )';
}

/**
 * An SQL condition that is true for posts that have a meta.
 *
 * @param string $key       Key of the meta.
 * @param string $condition About `altscribe_meta.meta_value`.
 * @return string
 */
function altscribe_meta_sql( $key, $condition ) {
	global $wpdb;
	return "EXISTS ( SELECT 1 FROM {$wpdb->postmeta} altscribe_meta WHERE altscribe_meta.post_id = {$wpdb->posts}.ID"
		. " AND altscribe_meta.meta_key = '$key' AND $condition )";
}
