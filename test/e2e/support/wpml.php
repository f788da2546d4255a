<?php
/**
 * Plugin Name: Altscribe test WPML
 *
 * A stand-in for WPML 4.8 with the languages en, de and zh-hans, limited to the parts that Altscribe uses:
 * its filters, its table of translations, and the action after it has copied an attachment.
 */

defined( 'ABSPATH' ) || exit;

// Everything is inside the condition, because PHP declares other functions even after a return.
if ( defined( 'ALTSCRIBE_TEST_WPML' ) ) {
	define( 'ICL_SITEPRESS_VERSION', '4.8.0' );

	function altscribe_test_wpml_row( $id ) {
		global $wpdb;
		return $wpdb->get_row( $wpdb->prepare( "SELECT trid, language_code FROM {$wpdb->prefix}icl_translations WHERE element_type = 'post_attachment' AND element_id = %d", $id ) );
	}

	function altscribe_test_wpml_set( $id, $trid, $code ) {
		global $wpdb;
		$wpdb->query( "CREATE TABLE IF NOT EXISTS {$wpdb->prefix}icl_translations ( translation_id bigint(20) NOT NULL AUTO_INCREMENT PRIMARY KEY, element_type varchar(60) NOT NULL, element_id bigint(20), trid bigint(20) NOT NULL, language_code varchar(7) NOT NULL )" );
		$wpdb->insert(
			"{$wpdb->prefix}icl_translations",
			array(
				'element_type'  => 'post_attachment',
				'element_id'    => $id,
				'trid'          => $trid,
				'language_code' => $code,
			)
		);
	}

	// WPML_Media_Attachments_Duplication::create_duplicate_attachment().
	function altscribe_test_wpml_duplicate( $id, $code ) {
		$post = get_post( $id, ARRAY_A );
		unset( $post['ID'] );
		$copy = wp_insert_attachment( wp_slash( $post ) );
		altscribe_test_wpml_set( $copy, altscribe_test_wpml_row( $id )->trid, $code );
		foreach ( array( '_wp_attachment_metadata', '_wp_attached_file', '_wp_attachment_image_alt' ) as $key ) {
			update_post_meta( $copy, $key, wp_slash( get_post_meta( $id, $key, true ) ) );
		}
		do_action( 'wpml_after_duplicate_attachment', $id, $copy );
		return $copy;
	}

	add_filter(
		'wpml_active_languages',
		function () {
			return array(
				'en'      => array(
					'code'            => 'en',
					'native_name'     => 'English',
					'translated_name' => 'English',
					'default_locale'  => 'en_US',
				),
				'de'      => array(
					'code'            => 'de',
					'native_name'     => 'Deutsch',
					'translated_name' => 'German',
					'default_locale'  => 'de_DE',
				),
				'zh-hans' => array(
					'code'            => 'zh-hans',
					'native_name'     => '简体中文',
					'translated_name' => 'Chinese (Simplified)',
					'default_locale'  => 'zh_CN',
				),
			);
		}
	);

	add_filter(
		'wpml_object_id',
		function ( $id, $type, $or_original, $code ) {
			global $wpdb;
			$row   = altscribe_test_wpml_row( $id );
			$found = $row ? $wpdb->get_var( $wpdb->prepare( "SELECT element_id FROM {$wpdb->prefix}icl_translations WHERE trid = %d AND language_code = %s", $row->trid, $code ) ) : null;
			return $found ? (int) $found : ( $or_original ? $id : null );
		},
		10,
		4
	);

	add_filter(
		'wpml_post_language_details',
		function ( $details, $id ) {
			$row = 'attachment' === get_post_type( $id ) ? altscribe_test_wpml_row( $id ) : null;
			return $row ? array( 'language_code' => $row->language_code ) : array();
		},
		10,
		2
	);
}
