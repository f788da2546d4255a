<?php
/**
 * The texts in the metadata of image files.
 *
 * @package Altscribe
 */

namespace Altscribe\Library;

use Altscribe\Checks;
use Altscribe\Core;
use DOMDocument;
use DOMElement;
use DOMXPath;

defined( 'ABSPATH' ) || exit;

final class File_Texts {

	/** Where XMP stores the texts that photographers and archives write into files. */
	private const XMP_PATHS = array(
		'alt'      => '//Iptc4xmpCore:AltTextAccessibility//rdf:li',
		'long'     => '//Iptc4xmpCore:ExtDescrAccessibility//rdf:li',
		'headline' => '//photoshop:Headline | //@photoshop:Headline',
		'caption'  => '//dc:description//rdf:li[@xml:lang="x-default"]',
		'city'     => '//photoshop:City | //@photoshop:City',
		'persons'  => '//Iptc4xmpExt:PersonInImage//rdf:li',
	);

	/** Meta of an attachment: the texts of its file, from self::read(), and the size and time of that file. */
	public const KEY = '_altscribe_file_texts';

	/** Adds the hooks. */
	public static function add_hooks() {
		/*
		 * For detecting alternative texts copied from another language: WPML and Polylang copy the text of an attachment into
		 * each new translation of it, where it stays until it is translated.
		 */
		add_action( 'rest_api_init', array( self::class, 'register_older_texts' ) );
		add_action( 'add_attachment', array( self::class, 'read' ) );
	}

	/** Lets the editor check and use the texts of the attachments that it loads, and those of their translations if the site has any. */
	public static function register_older_texts() {
		$fields = array(
			'altscribe_file_texts'       => array( array( self::class, 'offer' ), __( 'Alt text in the metadata of the file.', 'altscribe' ) ),
		);
		$fields += ! Core\Languages::has_translations() ? array() : array(
			'altscribe_older_texts'      => array( array( Translations::class, 'list_older_texts' ), __( 'Alt text of earlier translations of the file.', 'altscribe' ) ),
			'altscribe_translated_texts' => array( array( Translations::class, 'list_translated_texts' ), __( 'Alt text of all translations of the file.', 'altscribe' ) ),
		);
		foreach ( $fields as $name => list( $list_texts, $description ) ) {
			Meta::register_attachment_field(
				$name,
				$list_texts,
				array(
					'description' => $description,
					'type'        => 'array',
					'items'       => array(
						'type'       => 'object',
						'properties' => array(
							'text'     => array( 'type' => 'string' ),
							'language' => array( 'type' => 'string' ),
						),
					),
				)
			);
		}
	}

	/**
	 * Reads the IPTC fields in the XMP of an image file, unless this file was read before. For one image that is uploaded or
	 * worked on, and in the background for all; lists use self::get().
	 *
	 * @param int $attachment_id The attachment.
	 * @return array<string, array<array{text: string, language: string}>> By the names of self::XMP_PATHS; `language` is
	 *         '' if it is not stated. array() if there are none, or if the file is not on this server.
	 */
	public static function read( $attachment_id ) {
		if ( 0 !== strpos( (string) get_post_mime_type( $attachment_id ), 'image/' ) ) {
			return array();
		}
		$original = wp_attachment_is_image( $attachment_id ) ? wp_get_original_image_path( $attachment_id ) : false;
		$file     = $original && is_file( $original ) ? $original : (string) get_attached_file( $attachment_id );
		if ( ! is_file( $file ) || ! is_readable( $file ) ) {
			return array();
		}
		$known = get_post_meta( $attachment_id, self::KEY, true );
		$stamp = filesize( $file ) . ' ' . filemtime( $file );
		if ( ! is_array( $known ) || $stamp !== $known['stamp'] ) {
			$texts = self::parse_xmp( Xmp::find( $file ) );
			// Saves a query compared with an update, for every upload.
			$store = metadata_exists( 'post', $attachment_id, self::KEY ) ? 'update_post_meta' : 'add_post_meta';
			$known = compact( 'stamp', 'texts' );
			$store( $attachment_id, self::KEY, wp_slash( $known ) );
		}
		return $known['texts'];
	}

	/**
	 * Reads the texts in the files of images, in the background.
	 *
	 * @param int[] $ids         Attachments.
	 * @param bool  $are_changed Whether files that were read before are looked at again.
	 */
	public static function read_many( $ids, $are_changed ) {
		foreach ( $ids as $id ) {
			// Files on another server that a plugin presents as local files would take too long.
			if ( ( $are_changed || ! metadata_exists( 'post', $id, self::KEY ) ) && ! wp_is_stream( (string) get_attached_file( $id ) ) ) {
				self::read( $id );
			}
		}
	}

	/**
	 * The texts that were read from the file of an image, without opening the file.
	 *
	 * @param int $attachment_id The attachment.
	 * @return array<string, array<array{text: string, language: string}>> As self::read(); array() if the file
	 *         was not read yet.
	 */
	private static function get( $attachment_id ) {
		$known = get_post_meta( $attachment_id, self::KEY, true );
		return is_array( $known ) ? (array) $known['texts'] : array();
	}

	/**
	 * The texts in XMP, as WordPress 7.0 reads them for uploads.
	 *
	 * @param string $xml From Xmp::find(), or ''.
	 * @return array<string, array<array{text: string, language: string}>> As self::read().
	 */
	public static function parse_xmp( $xml ) {
		// XMP has no document type, which could contain entities of any size.
		if ( '' === $xml || ! class_exists( 'DOMDocument' ) || false !== stripos( $xml, '<!DOCTYPE' ) ) {
			return array();
		}
		$was_quiet = libxml_use_internal_errors( true );
		$document  = new DOMDocument();
		$is_read   = $document->loadXML( $xml, LIBXML_NONET );
		libxml_clear_errors();
		libxml_use_internal_errors( $was_quiet );
		$xpath = new DOMXPath( $document );
		$xpath->registerNamespace( 'rdf', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#' );
		$xpath->registerNamespace( 'dc', 'http://purl.org/dc/elements/1.1/' );
		$xpath->registerNamespace( 'photoshop', 'http://ns.adobe.com/photoshop/1.0/' );
		$xpath->registerNamespace( 'Iptc4xmpCore', 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/' );
		$xpath->registerNamespace( 'Iptc4xmpExt', 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/' );
		$texts = array();
		foreach ( $is_read ? self::XMP_PATHS : array() as $name => $path ) {
			foreach ( $xpath->query( $path ) as $node ) {
				$text     = Core\Text::to_plain_text( $node->nodeValue ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- DOM's name.
				$language = $node instanceof DOMElement ? $node->getAttribute( 'xml:lang' ) : '';
				if ( '' !== $text ) {
					$texts[ $name ][] = array(
						'text'     => $text,
						'language' => 'x-default' === $language ? '' : $language,
					);
				}
			}
			// The default repeats one of the others, if there are any.
			$named = wp_list_filter( $texts[ $name ] ?? array(), array( 'language' => '' ), 'NOT' );
			if ( $named && in_array( $name, array( 'alt', 'long' ), true ) ) {
				$texts[ $name ] = array_values( $named );
			}
		}
		return $texts;
	}

	/**
	 * The alternative texts that were read in the file of an attachment.
	 *
	 * @param int $attachment_id The attachment.
	 * @return array<array{text: string, language: string}> One for each language; '' if it is not stated.
	 */
	public static function list( $attachment_id ) {
		return self::get( $attachment_id )['alt'] ?? array();
	}

	/**
	 * The alternative texts in the file of an attachment that the editor may offer: if it has no text, to users who may edit it.
	 *
	 * @param int $attachment_id The attachment.
	 * @return array<array{text: string, language: string}> From self::list().
	 */
	public static function offer( $attachment_id ) {
		return '' === Alt_Text::get_clean( $attachment_id ) && Core\Permissions::may_edit_post( $attachment_id ) ? self::list( $attachment_id ) : array();
	}

	/**
	 * Finds the alternative text of an image in its file. It costs no credit.
	 *
	 * @param int $attachment_id The image.
	 * @return array{text: string, post_id: int, findings: string[]}|null With 0 for the post, and hints at most; null if there
	 *         is none in the language of the image, or one with faults.
	 */
	public static function find( $attachment_id ) {
		$language = Core\Languages::primary( Core\Languages::of_post( $attachment_id ) );
		foreach ( self::list( $attachment_id ) as $found ) {
			$is_own = in_array( Core\Languages::primary( $found['language'] ), array( '', $language ), true );
			$findings = $is_own ? Checks\Text_Checks::check( $found['text'], Findings::surroundings( $attachment_id, $found['text'] ) ) : array();
			if ( $is_own && ! Checks\Text_Checks::list_faults( $findings ) ) {
				return array(
					'text'     => $found['text'],
					'post_id'  => 0,
					'findings' => $findings,
				);
			}
		}
		return null;
	}

	/**
	 * The long description in the file of an image (IPTC's `ExtDescrAccessibility`). It costs no credit.
	 *
	 * @param int    $attachment_id The attachment; 0 for none.
	 * @param string $language      Code of the language of the post.
	 * @return string From Core\Text::clean_long_text(), with a title; '' if there is none in that language.
	 */
	public static function find_long( $attachment_id, $language ) {
		$primary = Core\Languages::primary( $language );
		foreach ( $attachment_id ? self::read( $attachment_id )['long'] ?? array() : array() as $found ) {
			if ( in_array( Core\Languages::primary( $found['language'] ), array( '', $primary ), true ) ) {
				$is_switched = switch_to_locale( $language );
				$title       = __( 'Description of the image', 'altscribe' );
				if ( $is_switched ) {
					restore_previous_locale();
				}
				return Core\Text::clean_long_text( "$title\n\n{$found['text']}" );
			}
		}
		return '';
	}
}
