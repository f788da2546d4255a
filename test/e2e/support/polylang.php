<?php
/**
 * Plugin Name: Altscribe test Polylang
 *
 * A stand-in for Polylang 3.7 with the languages en, fr and pt-br, limited to the parts that
 * Altscribe uses: its functions, its taxonomy, its answers to WPML's filters, and the order in which
 * it creates a translation of an attachment (text first, language last).
 */

defined( 'ABSPATH' ) || exit;

// Everything is inside the condition, because PHP declares other functions even after a return.
if ( defined( 'ALTSCRIBE_TEST_POLYLANG' ) ) {
	define(
		'ALTSCRIBE_TEST_LOCALES',
		array(
			'en'    => 'en_US',
			'fr'    => 'fr_FR',
			'pt-br' => 'pt_BR',
		)
	);

	add_action(
		'init',
		function () {
			register_taxonomy( 'language', array( 'attachment', 'post' ), array( 'public' => false ) );
			foreach ( ALTSCRIBE_TEST_LOCALES as $slug => $locale ) {
				if ( ! term_exists( $slug, 'language' ) ) {
					wp_insert_term( $locale, 'language', array( 'slug' => $slug ) );
				}
			}
		}
	);

	function pll_set_post_language( $id, $slug ) {
		wp_set_object_terms( $id, $slug, 'language' );
	}

	function pll_get_post_language( $id, $field = 'slug' ) {
		$terms = get_the_terms( $id, 'language' );
		$slug  = is_array( $terms ) ? $terms[0]->slug : false;
		return $slug && 'locale' === $field ? ALTSCRIBE_TEST_LOCALES[ $slug ] : $slug;
	}

	function pll_get_post_translations( $id ) {
		foreach ( get_option( 'altscribe_test_translations', array() ) as $group ) {
			if ( in_array( $id, $group, true ) ) {
				return $group;
			}
		}
		$slug = pll_get_post_language( $id );
		return $slug ? array( $slug => $id ) : array();
	}

	// PLL_Model::create_media_translation().
	function altscribe_test_translate_media( $id, $slug ) {
		$post = get_post( $id, ARRAY_A );
		unset( $post['ID'] );
		$copy = wp_insert_attachment( wp_slash( $post ) );
		foreach ( array( '_wp_attachment_metadata', '_wp_attached_file', '_wp_attachment_image_alt' ) as $key ) {
			$value = get_post_meta( $id, $key, true );
			if ( $value ) {
				add_post_meta( $copy, $key, wp_slash( $value ) );
			}
		}
		pll_set_post_language( $copy, $slug );
		$group = array( $slug => $copy ) + pll_get_post_translations( $id );
		$all   = array_filter(
			get_option( 'altscribe_test_translations', array() ),
			function ( $other ) use ( $id ) {
				return ! in_array( $id, $other, true );
			}
		);
		update_option( 'altscribe_test_translations', array_merge( $all, array( $group ) ) );
		do_action( 'pll_translate_media', $id, $copy, $slug );
		return $copy;
	}

	add_filter(
		'wpml_active_languages',
		function () {
			$languages = array();
			foreach ( ALTSCRIBE_TEST_LOCALES as $slug => $locale ) {
				$languages[ $slug ] = array(
					'language_code'   => $slug,
					'native_name'     => $locale,
					'translated_name' => '',
				);
			}
			return $languages;
		}
	);

	// The language in the admin bar; Polylang also remembers it for the user.
	add_filter(
		'wpml_current_language',
		function () {
			$slug = isset( $_GET['lang'] ) ? sanitize_key( $_GET['lang'] ) : '';
			return isset( ALTSCRIBE_TEST_LOCALES[ $slug ] ) ? $slug : false;
		}
	);

	// Polylang's setting "Media".
	add_filter(
		'wpml_is_translated_post_type',
		function ( $is_translated, $type ) {
			return 'attachment' !== $type || 'posts' !== ALTSCRIBE_TEST_POLYLANG;
		},
		10,
		2
	);

	add_filter(
		'wpml_object_id',
		function ( $id, $type, $or_original, $slug ) {
			$group = pll_get_post_translations( $id );
			return isset( $group[ $slug ] ) ? $group[ $slug ] : ( $or_original ? $id : null );
		},
		10,
		4
	);

	add_filter(
		'wpml_post_language_details',
		function ( $details, $id ) {
			$slug = pll_get_post_language( $id );
			return $slug ? array(
				'language_code' => $slug,
				'locale'        => ALTSCRIBE_TEST_LOCALES[ $slug ],
			) : array();
		},
		10,
		2
	);
}
