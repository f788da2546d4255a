<?php
/**
 * How the site writes: the style and the glossary in the settings.
 *
 * @package Altscribe
 */

namespace Altscribe\Core;

use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Style {

	/** The longest style in a request, in UTF-16 code units. */
	private const STYLE_LENGTH = 1500;

	/** The most pairs in a glossary. */
	private const GLOSSARY_PAIRS = 30;

	/**
	 * How the site writes in a language, as it is sent to the service.
	 *
	 * @param string $language A code such as `de_DE`.
	 * @return string '' if nothing is set.
	 */
	public static function find( $language ) {
		$styles = self::list();
		for ( $tag = self::style_key( $language ); '' !== $tag; $tag = (string) substr( $tag, 0, (int) strrpos( $tag, '-' ) ) ) {
			if ( isset( $styles[ $tag ] ) ) {
				return $styles[ $tag ];
			}
		}
		return $styles[''] ?? '';
	}

	/**
	 * How the site writes, by language. The network's style fills in whatever a site leaves empty.
	 *
	 * @return array<string, string> Keys from self::style_key(), '' for all other languages.
	 */
	private static function list() {
		$network = Network_Settings::style();
		$general = array(
			'language' => '',
			'how'      => '',
			'glossary' => '',
		);
		$styles  = array();
		foreach ( array_merge( array( $general ), Settings::get()['style'] ) as $entry ) {
			$how      = trim( $entry['how'] );
			$glossary = trim( $entry['glossary'] );
			$key      = self::style_key( $entry['language'] );

			$styles[ $key ] = self::compose( '' === $how ? $network['how'] : $how, '' === $glossary ? $network['glossary'] : $glossary );
		}
		return array_filter( $styles, 'strlen' );
	}

	/**
	 * The key of a language in self::list(): `de-at` for `de_AT`.
	 *
	 * @param string $language A code.
	 * @return string
	 */
	private static function style_key( $language ) {
		return strtolower( str_replace( '_', '-', trim( $language ) ) );
	}

	/**
	 * The text for the model, with as many pairs of the glossary as fit.
	 *
	 * @param string $how      How the site writes.
	 * @param string $glossary Lines from the settings.
	 * @return string
	 */
	public static function compose( $how, $glossary ) {
		$style = Text::clean( $how );
		foreach ( self::read_glossary( $glossary ) as $pair ) {
			$line = "Say \"$pair[0]\", not \"$pair[1]\".";
			$next = '' === $style ? $line : "$style\n$line";
			if ( Text::length( $next ) > self::STYLE_LENGTH ) {
				break;
			}
			$style = $next;
		}
		return $style;
	}

	/**
	 * The pairs of a glossary.
	 *
	 * @param string $glossary Lines such as "e-bike → pedelec"; "->" and "=>" are arrows too.
	 * @return array<array{0: string, 1: string}|null> The word to use, and the one to avoid; null for a line that is not a pair.
	 */
	private static function parse_glossary( $glossary ) {
		$pairs = array();
		foreach ( array_filter( array_map( 'trim', preg_split( '/\R/u', wp_check_invalid_utf8( $glossary, true ) ) ), 'strlen' ) as $line ) {
			$words   = array_map( array( Text::class, 'clean' ), preg_split( '/(?<!\s)\s*(?:→|->|=>)\s*/u', $line ) );
			$pairs[] = 2 === count( array_filter( $words, 'strlen' ) ) && 2 === count( $words ) ? $words : null;
		}
		return $pairs;
	}

	/**
	 * The valid pairs of a glossary, at most self::GLOSSARY_PAIRS.
	 *
	 * @param string $glossary Lines from the settings.
	 * @return array<array{0: string, 1: string}>
	 */
	private static function read_glossary( $glossary ) {
		return array_slice( array_filter( self::parse_glossary( $glossary ) ), 0, self::GLOSSARY_PAIRS );
	}

	/**
	 * Validates how a site writes.
	 *
	 * @param array<array{language: string, how: string, glossary: string}> $entries For each language.
	 * @return true|WP_Error The message of the error names the wrong line.
	 */
	public static function validate( $entries ) {
		foreach ( $entries as $entry ) {
			if ( '' !== $entry['language'] && ! Settings::is_language_code( $entry['language'] ) ) {
				return Errors::language_not_listed();
			}
			$pairs = self::parse_glossary( $entry['glossary'] );
			$wrong = array_search( null, $pairs, true );
			if ( false !== $wrong ) {
				return self::error_of_glossary(
					$entry['language'],
					/* translators: %s: number of a line. */
					sprintf( __( 'Line %s of the glossary needs two words with an arrow between them: e-bike → pedelec', 'altscribe' ), number_format_i18n( $wrong + 1 ) )
				);
			}
			if ( count( $pairs ) > self::GLOSSARY_PAIRS ) {
				return self::error_of_glossary(
					$entry['language'],
					/* translators: %s: number of pairs. */
					sprintf( __( 'The glossary can have at most %s pairs.', 'altscribe' ), number_format_i18n( self::GLOSSARY_PAIRS ) )
				);
			}
		}
		return true;
	}

	/**
	 * Error: a glossary is not valid.
	 *
	 * @param string $language Its language, which may not be the one that the screen shows; '' for all languages.
	 * @param string $message  What is wrong.
	 * @return WP_Error
	 */
	private static function error_of_glossary( $language, $message ) {
		if ( '' !== $language ) {
			$name = Languages::name( $language );
			/* translators: 1: name of a language, 2: what is wrong with its glossary. */
			$message = sprintf( __( '%1$s: %2$s', 'altscribe' ), '' === $name ? $language : $name, $message );
		}
		return Errors::invalid_setting( $message );
	}
}
