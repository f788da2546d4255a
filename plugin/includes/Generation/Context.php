<?php
/**
 * The context of an image in a request: everything besides its file.
 *
 * @package Altscribe
 */

namespace Altscribe\Generation;

use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use WP_Post;
use WP_Term;

defined( 'ABSPATH' ) || exit;

final class Context {

	/** The longest text about an image in one line of its context, in UTF-16 code units, and the longest context. */
	private const LINE_LENGTH    = 600;

	private const CONTEXT_LENGTH = 2000;

	/** Lines from the media library and the file, which are only sent if no other text contains them. */
	private const LIBRARY_LABELS = array( 'Title in the library', 'Caption in the library', 'Description in the library', 'Headline in the file', 'Caption in the file', 'City in the file' );

	/** Lines that are sent even if the title of the page is the same: otherwise the model would not know where that text is. */
	private const PLACE_LABELS = array( "Author's note", 'Page', 'Caption' );

	/**
	 * Joins the lines about an image. No text is sent twice, and the image's own alternative text is not sent. Long texts are
	 * cut, the longest ones further if there is not enough room for all.
	 *
	 * @param string[] $lines    Such as `Caption: Our boat`, the most useful first.
	 * @param string   $title    The title of the page, which is sent, too.
	 * @param string   $old_text The current alternative text.
	 * @return string At most 2,000 UTF-16 code units, one text in each line.
	 */
	public static function join_context( $lines, $title = '', $old_text = '' ) {
		$known = array( Core\Text::fold( $title ) );
		$kept  = array();
		foreach ( array_map( array( Core\Text::class, 'to_plain_line' ), $lines ) as $line ) {
			list( $label, $text ) = preg_match( '~^([^:]{1,40}):(?: (.*)|$)~u', $line, $parts ) ? array( $parts[1], $parts[2] ?? '' ) : array( '', $line );
			$folded               = Core\Text::fold( $text );
			$is_known             = in_array( $folded, in_array( $label, self::PLACE_LABELS, true ) ? array() : $known, true );
			if ( in_array( $label, self::LIBRARY_LABELS, true ) ) {
				$is_known = Core\Text::fold( $old_text ) === $folded || false !== strpos( implode( "\n", $known ), $folded );
			}
			if ( '' !== $folded && ! $is_known ) {
				$known[] = $folded;
				$kept[]  = array( '' === $label ? '' : "$label: ", Core\Text::cut_at_sentence( $text, self::LINE_LENGTH, 'Paragraph before' === $label ) );
			}
		}
		return implode( "\n", self::fit_lines( $kept ) );
	}

	/**
	 * Cuts the longest lines until all of them fit into the context.
	 *
	 * @param array<array{0: string, 1: string}> $lines Label and text.
	 * @return string[]
	 */
	private static function fit_lines( $lines ) {
		$lengths = array();
		foreach ( $lines as $line ) {
			$lengths[] = Core\Text::length( implode( '', $line ) ) + 1;
		}
		sort( $lengths );
		$room = self::CONTEXT_LENGTH + 1;
		$most = $room;
		foreach ( $lengths as $index => $length ) {
			$most = (int) floor( $room / ( count( $lengths ) - $index ) );
			if ( $length > $most ) {
				break;
			}
			$room -= $length;
			$most  = self::CONTEXT_LENGTH;
		}
		return array_map(
			function ( $line ) use ( $most ) {
				return $line[0] . Core\Text::cut_at_sentence( $line[1], max( 1, $most - 1 - Core\Text::length( $line[0] ) ), 'Paragraph before: ' === $line[0] );
			},
			$lines
		);
	}

	/**
	 * The context of an attachment: title, SEO keywords and facts of the posts or terms that show it, and its own title,
	 * caption and description. If several show it, only what they have in common, because they share the text.
	 *
	 * @param int                  $attachment_id The attachment.
	 * @param array<string, mixed> $edited        The post that a user is editing: `post_id`, `title` (not saved yet; null
	 *                                            for the saved one) and `is_only` (whether other posts do not matter).
	 *                                            `user_id`: whose posts count besides public ones, as in
	 *                                            Core\Permissions::may_read_post().
	 * @return array<string, string> `blog_title`, `seo_keywords` and `image_context`; each may be ''.
	 */
	public static function attachment_context( $attachment_id, $edited = array() ) {
		$edited  += array(
			'post_id' => 0,
			'title'   => null,
			'is_only' => false,
			'user_id' => null,
		);
		$sources  = self::list_context_sources( $attachment_id, $edited );
		$titles   = array_unique( wp_list_pluck( $sources, 'title' ) );
		$title    = 1 === count( $titles ) ? reset( $titles ) : '';
		$keywords = self::list_common( array_map( array( Posts\Keywords::class, 'split_keywords' ), wp_list_pluck( $sources, 'keywords' ) ) );
		$context  = array(
			'blog_title'    => $title,
			'seo_keywords'  => implode( ', ', $keywords ),
			'image_context' => self::join_context( array_merge( self::format_facts( wp_list_pluck( $sources, 'facts' ) ), self::list_own_texts( $attachment_id ) ), $title, Library\Alt_Text::get( $attachment_id ) ),
		);
		/**
		 * Filters the context of an attachment, for texts that do not belong to a single post.
		 *
		 * @param array<string, string> $context       `blog_title` (of the post or product), `seo_keywords` and
		 *                                             `image_context`, each '' if there is none.
		 * @param int                   $attachment_id The attachment.
		 */
		$filtered = apply_filters( 'altscribe_attachment_context', $context, $attachment_id );
		return is_array( $filtered ) ? array_filter( array_intersect_key( $filtered, $context ), 'is_string' ) : $context;
	}

	/**
	 * The context from the posts that show an attachment and that the user may read; without any, from the terms that show it,
	 * or else from the post that it was uploaded to.
	 *
	 * @param int                  $attachment_id The attachment.
	 * @param array<string, mixed> $edited        As for self::attachment_context().
	 * @return array<array{title: string, keywords: string, facts: array<string, string|string[]>}>
	 */
	private static function list_context_sources( $attachment_id, $edited ) {
		$uses  = $edited['is_only'] ? array() : Posts\Uses::list_uses_for_context( array( $attachment_id ) )[ $attachment_id ];
		$posts = $edited['is_only'] ? array() : self::list_posts_of_image( $attachment_id, $uses['post'] ?? array(), $edited );
		if ( ! $posts && ! empty( $uses['term'] ) ) {
			return array_map(
				function ( $term ) use ( $attachment_id ) {
					return self::describe_term( $term, $attachment_id );
				},
				array_filter( array_map( 'get_term', $uses['term'] ), array( self::class, 'is_term' ) )
			);
		}
		if ( ! $posts ) {
			$parent = (int) wp_get_post_parent_id( $attachment_id );
			$parent = Core\Permissions::may_read_post( $parent, $edited['user_id'] ) ? $parent : 0;
			$posts  = array_filter( array( $edited['post_id'] ? $edited['post_id'] : $parent ), 'get_post' );
		}
		return array_map(
			function ( $post_id ) use ( $attachment_id, $edited ) {
				return self::describe_post( $post_id, $attachment_id, $edited );
			},
			$posts
		);
	}

	/**
	 * Whether a value is a term that visitors can open.
	 *
	 * @param mixed $value Any value.
	 * @return bool
	 */
	private static function is_term( $value ) {
		return $value instanceof WP_Term && is_taxonomy_viewable( $value->taxonomy );
	}

	/**
	 * The posts that show an attachment and that have pages, unlike patterns and templates. Of translated posts, only those in
	 * the language of the image.
	 *
	 * @param int                  $attachment_id The attachment.
	 * @param int[]                $post_ids      Those in the table of uses.
	 * @param array<string, mixed> $edited        As for self::attachment_context().
	 * @return int[] Those that the user edits or may read. A variation of a product counts for its product.
	 */
	private static function list_posts_of_image( $attachment_id, $post_ids, $edited ) {
		$edited_id = (int) $edited['post_id'];
		/**
		 * Filters the posts whose title, keywords and facts are the context of an image in the media library.
		 *
		 * @param int[] $post_ids      Posts that show it.
		 * @param int   $attachment_id The image.
		 * @param int   $edited_id     A post that a user is editing; 0 for none.
		 */
		$post_ids = apply_filters( 'altscribe_posts_of_image', $post_ids, $attachment_id, $edited_id );
		$post_ids = array_filter( array_map( 'absint', is_array( $post_ids ) ? $post_ids : array() ), array( self::class, 'find_page_of_post' ) );
		$post_ids = array_values(
			array_filter(
				$post_ids,
				function ( $post_id ) use ( $edited, $edited_id ) {
					return $post_id === $edited_id || Core\Permissions::may_read_post( $post_id, $edited['user_id'] );
				}
			)
		);
		// Translated posts may share an image.
		$language = Core\Languages::primary( Core\Languages::of_post( $attachment_id ) );
		$of_image = array_filter(
			isset( $post_ids[1] ) ? $post_ids : array(),
			function ( $post_id ) use ( $language ) {
				return Core\Languages::primary( Core\Languages::of_post( self::find_page_of_post( $post_id )->ID ) ) === $language;
			}
		);
		return $of_image ? array_values( $of_image ) : $post_ids;
	}

	/**
	 * The post that visitors open to see a post: itself, or for a variation its product.
	 *
	 * @param int $post_id The post.
	 * @return WP_Post|null
	 */
	private static function find_page_of_post( $post_id ) {
		$post = $post_id ? get_post( $post_id ) : null;
		if ( ! $post || is_post_type_viewable( $post->post_type ) ) {
			return $post;
		}
		return 'product_variation' === $post->post_type ? self::find_page_of_post( $post->post_parent ) : null;
	}

	/**
	 * The context that a post gives to the images that it shows.
	 *
	 * @param int                  $post_id       The post.
	 * @param int                  $attachment_id The image.
	 * @param array<string, mixed> $edited        As for self::attachment_context().
	 * @return array{title: string, keywords: string, facts: array<string, string|string[]>}
	 */
	public static function describe_post( $post_id, $attachment_id, $edited ) {
		$page = self::find_page_of_post( $post_id ) ?? get_post( $post_id );
		$type = get_post_type_object( $page->post_type );
		$own  = $type ? array( 'Page' => $type->_builtin ? $page->post_type : $type->labels->singular_name ) : array();
		/**
		 * Filters the facts about a post or product that help to describe its images.
		 *
		 * @param array<string, string|string[]> $facts         Texts or lists of texts by label, the most useful first, such
		 *   as `'Categories' => array( 'Hats' )`.
		 * @param int                            $post_id       The post, product or variation.
		 * @param int                            $attachment_id The image.
		 */
		$facts = apply_filters( 'altscribe_post_context', array(), (int) $post_id, $attachment_id );
		$title = Core\Text::drop_placeholder_title( $page->post_title );
		if ( null !== $edited['title'] && $page->ID === (int) $edited['post_id'] ) {
			$title = $edited['title'];
		}
		return array(
			'title'    => $title,
			'keywords' => Posts\Keywords::find_post_keywords( $page->ID ),
			'facts'    => array_map(
				function ( $texts ) use ( $page, $title ) {
					return $texts === $page->post_title ? $title : $texts;
				},
				array_merge( $own, is_array( $facts ) ? $facts : array() )
			),
		);
	}

	/**
	 * The context that a term, such as a product category, gives to its image.
	 *
	 * @param WP_Term $term          The term.
	 * @param int     $attachment_id The image.
	 * @return array{title: string, keywords: string, facts: array<string, string|string[]>}
	 */
	public static function describe_term( $term, $attachment_id ) {
		$taxonomy = get_taxonomy( $term->taxonomy );
		$facts    = array(
			'Page'        => $taxonomy ? $taxonomy->labels->singular_name : '',
			'Description' => $term->description,
		);
		/**
		 * Filters the facts about a term that help to describe its image.
		 *
		 * @param array<string, string|string[]> $facts         As for `altscribe_post_context`.
		 * @param int                            $term_id       The term.
		 * @param int                            $attachment_id The image.
		 */
		$filtered = apply_filters( 'altscribe_term_context', $facts, $term->term_id, $attachment_id );
		return array(
			'title'    => Core\Text::to_plain_text( $term->name ),
			'keywords' => '',
			'facts'    => is_array( $filtered ) ? $filtered : $facts,
		);
	}

	/**
	 * The facts that several posts or terms have in common, as lines.
	 *
	 * @param array<array<string, string|string[]>> $sources Texts or lists of texts by label.
	 * @return string[] Such as `Categories: Hats; Caps`.
	 */
	public static function format_facts( $sources ) {
		$lines = array();
		foreach ( $sources ? $sources[0] : array() as $label => $texts ) {
			$lists = array();
			foreach ( $sources as $facts ) {
				$lists[] = array_filter( array_map( array( Core\Text::class, 'to_plain_text' ), (array) ( $facts[ $label ] ?? array() ) ), 'strlen' );
			}
			$line = implode( '; ', self::list_common( $lists ) );
			if ( '' !== $line ) {
				$lines[] = "$label: $line";
			}
		}
		return $lines;
	}

	/**
	 * The context of an image from the media library and its file: its title, caption and description, and the headline,
	 * caption and city in the file.
	 *
	 * @param int $attachment_id The attachment; 0 for none.
	 * @return string[] Lines for self::join_context(), without a title that is only a file name.
	 */
	public static function list_own_texts( $attachment_id ) {
		$attachment = $attachment_id ? get_post( $attachment_id ) : null;
		if ( ! $attachment ) {
			return array();
		}
		$labels = array(
			'headline' => 'Headline in the file',
			'caption'  => 'Caption in the file',
			'city'     => 'City in the file',
		);
		/**
		 * Filters whether the service gets the names of people in the metadata of an image.
		 *
		 * @param bool $is_allowed    As Settings > Altscribe says; off by default.
		 * @param int  $attachment_id The image.
		 */
		if ( apply_filters( 'altscribe_send_names_in_files', Core\Settings::get()['send_names'], $attachment_id ) ) {
			$labels['persons'] = 'People in the image';
		}
		// The longest names first, because they may contain the others.
		$facts = array(
			'Description in the library' => (string) $attachment->post_content,
			'Caption in the library'     => (string) $attachment->post_excerpt,
			'Title in the library'       => Library\Images::is_file_title( $attachment_id ) ? '' : (string) $attachment->post_title,
		);
		$texts = Library\File_Texts::read( $attachment_id );
		foreach ( array_intersect_key( $labels, $texts ) as $name => $label ) {
			$facts[ $label ] = array_unique( wp_list_pluck( $texts[ $name ], 'text' ) );
		}
		return self::format_facts( array( $facts ) );
	}

	/**
	 * The intersection of several lists.
	 *
	 * @param array<string[]> $lists The lists.
	 * @return string[] Empty without a list.
	 */
	private static function list_common( $lists ) {
		$lists = array_values( $lists );
		return isset( $lists[1] ) ? array_values( array_intersect( ...$lists ) ) : ( $lists[0] ?? array() );
	}

	/**
	 * Reads the data for the context of several images, with a few queries for all of them.
	 *
	 * @param int[] $ids The attachments.
	 */
	public static function prepare_context( $ids ) {
		$uses = Posts\Uses::list_uses_for_context( $ids );
		_prime_post_caches( $ids, false, true );
		$post_ids = array_map( 'wp_get_post_parent_id', $ids );
		foreach ( $uses as $id => $by_type ) {
			wp_cache_set( $id, $by_type, Posts\Uses::CONTEXT_CACHE );
			$post_ids = array_merge( $post_ids, $by_type['post'] ?? array() );
		}
		$post_ids = array_filter( array_unique( $post_ids ) );
		_prime_post_caches( $post_ids );
		$pages = array_filter( array_unique( array_map( 'wp_get_post_parent_id', $post_ids ) ) );
		_prime_post_caches( $pages );
		Posts\Keywords::prepare_keywords( array_merge( $post_ids, $pages ) );
	}
}
