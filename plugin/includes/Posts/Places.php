<?php
/**
 * Posts that show an image, and the places where they do.
 *
 * @package Altscribe
 */

namespace Altscribe\Posts;

use Altscribe\Checks;
use Altscribe\Core;
use Altscribe\Library;
use WP_Post;
use WP_REST_Request;
use WP_Term;

defined( 'ABSPATH' ) || exit;

final class Places {

	/** The most posts that are read to find a text of an image. */
	private const POSTS_FOR_TEXT = 5;

	/**
	 * How many posts are read at a time (some have more than a megabyte of content), and the most for
	 * one page of the list.
	 */
	private const POSTS_AT_A_TIME = 10;

	private const MAX_POSTS       = 500;

	/** The most filled posts that are listed. */
	private const MAX_FILLED_POSTS = 100;

	/** The statuses of posts that people edit. */
	public const CONTENT_STATUSES = array( 'publish', 'future', 'draft', 'pending', 'private' );

	/**
	 * Finds a text of an image in the posts that show it and that a user may read. It costs no credit.
	 *
	 * @param int      $attachment_id The image.
	 * @param int|null $user_id       As for Core\Permissions::may_read_post().
	 * @return array{text: string, post_id: int, findings: string[]}|null The text of the newest post in the language of the
	 *         image that has no faults in the media library, with its findings there and in the post; null if there is none.
	 */
	public static function find_text_in_posts( $attachment_id, $user_id = null ) {
		$language = Core\Languages::of_post( $attachment_id );
		$posts    = Uses::list_uses_for_context( array( $attachment_id ) )[ $attachment_id ]['post'] ?? array();
		$read     = 0;
		foreach ( $posts as $post_id ) {
			if ( ! Core\Permissions::may_read_post( $post_id, $user_id ) ) {
				continue;
			}
			if ( ++$read > self::POSTS_FOR_TEXT ) {
				break;
			}
			$post = get_post( $post_id );
			if ( ! Core\Languages::is_same( Core\Languages::of_post( $post_id ), $language ) ) {
				continue;
			}
			foreach ( wp_list_filter( self::list_places( $post ), compact( 'attachment_id' ) ) as $image ) {
				$around = Library\Findings::surroundings( $attachment_id, $image['text'] );
				$found  = '' === $image['text'] ? null : Checks\Text_Checks::check( $image['text'], $around );
				if ( null !== $found && ! Checks\Text_Checks::list_faults( $found ) ) {
					return array(
						'text'     => $image['text'],
						'post_id'  => $post->ID,
						'findings' => array_values( array_unique( array_merge( Checks\Text_Checks::check( $image['text'], self::check_context( $image ) + $around ), $found ) ) ),
					);
				}
			}
		}
		return null;
	}

	/**
	 * Where the newest post that the user may read shows an image in its content.
	 *
	 * @param int $attachment_id The image.
	 * @return array{0: WP_Post|null, 1: array<string, mixed>|null} The post, and its first image of this attachment from
	 *                                                            self::list_places().
	 */
	public static function find_newest_place( $attachment_id ) {
		foreach ( Uses::list_uses( $attachment_id, "object_type = 'post' AND kind = 'content'", 10 ) as $use ) {
			if ( Core\Permissions::may_read_post( (int) $use['object_id'] ) ) {
				$post   = get_post( (int) $use['object_id'] );
				$images = wp_list_filter( self::list_places( $post ), array( 'attachment_id' => $attachment_id ) );
				return array( $post, $images ? current( $images ) : null );
			}
		}
		return array( null, null );
	}

	/**
	 * A place whose key is an id or an MD5. If the image is in a block, the block names the place, in the classic editor too.
	 *
	 * @param string $place   Such as `core/image#https://example.com/boat-300x200.jpg#1`.
	 * @param int    $post_id The post.
	 * @return string
	 */
	public static function normalize_place( $place, $post_id ) {
		$place  = preg_match( '~^([a-z0-9-]+/[a-z0-9-]+)#(.+)#(\d+)$~D', $place, $parts ) && ! preg_match( '~^(?:\d+|[0-9a-f]{32})$~D', $parts[2] )
			? "$parts[1]#" . self::url_key( $parts[2] ) . "#$parts[3]"
			: $place;
		$post   = 0 === strpos( $place, 'core/freeform#' ) ? get_post( $post_id ) : null;
		$images = $post && ! self::find_place( $post_id, $place ) ? array_column( self::list_places( $post ), 'places', 'classic_place' ) : array();
		return $images[ $place ][0] ?? $place;
	}

	/**
	 * Lists posts that use an attachment with an empty alternative text, newest first. Featured images and galleries are
	 * not included: they show the text of the attachment.
	 *
	 * @param int $attachment_id The attachment.
	 * @param int $before        Only posts with a lower id; 0 for all.
	 * @param int $limit         How many at most.
	 * @return array{posts: array<array<string, mixed>>, next: int|null} Posts from self::describe_using_post(), also
	 *               those that cannot be filled, and `before` for the next call; there may be no more.
	 */
	private static function find_posts_with_attachment( $attachment_id, $before = 0, $limit = 20 ) {
		$posts = array();
		for ( $read = 0; $read < self::MAX_POSTS; $read += self::POSTS_AT_A_TIME ) {
			$ids = self::query_posts_with_attachment( $attachment_id, $before );
			_prime_post_caches( $ids, false, true );
			foreach ( array_filter( $ids, 'get_post' ) as $before ) {
				$found = self::find_images_without_alt( $before, (int) $attachment_id );
				if ( $found['images'] || $found['reason'] ) {
					$posts[] = self::describe_using_post( get_post( $before ), $found['images'], $found['reason'] );
				}
				// Limits memory use over hundreds of posts.
				Core\Background::release_posts( array( $before ) );
				if ( count( $posts ) >= $limit ) {
					return array(
						'posts' => $posts,
						'next'  => $before,
					);
				}
			}
			if ( count( $ids ) < self::POSTS_AT_A_TIME ) {
				return array(
					'posts' => $posts,
					'next'  => null,
				);
			}
		}
		return array(
			'posts' => $posts,
			'next'  => $before,
		);
	}

	/**
	 * Finds the images of an attachment in a post that have no text.
	 *
	 * @param int $post_id       The post.
	 * @param int $attachment_id The attachment.
	 * @return array{images: int, reason: array{0: string, 1: string}|null} How many may get one, and why the post cannot be
	 *               filled or, if there are only such, why its images cannot: a code and a message.
	 */
	private static function find_images_without_alt( $post_id, $attachment_id ) {
		$post    = get_post( $post_id );
		$reasons = array();
		foreach ( Content::list( $post->post_content, array( $attachment_id ) ) as $image ) {
			if ( '' === $image['text'] && ! in_array( $image['reason'], array( 'named', 'featured', 'no_text' ), true ) ) {
				$reasons[] = $image['reason'];
			}
		}
		$images = count( array_keys( $reasons, '', true ) );
		foreach ( Content::list( $post->post_excerpt, array( $attachment_id ) ) as $image ) {
			if ( '' === $image['text'] . $image['reason'] ) {
				$reasons[] = 'excerpt';
			}
		}
		$reason = $reasons ? Saving::find_reason_not_to_fill( $post_id, $attachment_id ) : null;
		if ( ! $reason && $reasons && ! $images ) {
			$reason = array( $reasons[0], self::explain_image_reason( $reasons[0] ) );
		}
		return compact( 'images', 'reason' );
	}

	/**
	 * Explains why an image in a post does not get a text.
	 *
	 * @param string $reason `excerpt`, or a code from Content::read().
	 * @return string
	 */
	public static function explain_image_reason( $reason ) {
		$messages = array(
			'decorative'    => __( 'This image is marked as decorative in this post.', 'altscribe' ),
			'bound'         => __( 'This image gets its alt text from another source, such as a custom field or a pattern override.', 'altscribe' ),
			'repeated'      => __( 'This image is in a block that repeats for each post of a list.', 'altscribe' ),
			'background'    => __( 'This image is a background, which has no alt text.', 'altscribe' ),
			'excerpt'       => __( 'This image is in the excerpt or short description. Edit it there.', 'altscribe' ),
			'unknown_block' => __( 'This image is in a block that Altscribe does not know, or whose plugin is not active.', 'altscribe' ),
		);
		return $messages[ $reason ] ?? __( 'The alt text of this image can only be changed in the editor.', 'altscribe' );
	}

	/**
	 * Lists the other places that show an attachment: terms, widgets and settings. No text can be filled into them.
	 *
	 * @param int $attachment_id The attachment.
	 * @return array<array{title: string, edit_link: string, reason: string, message: string}> `edit_link`: '' if the user may
	 *         not edit it.
	 */
	private static function list_other_uses( $attachment_id ) {
		$places  = array();
		$library = __( 'Shows the alt text of the media library.', 'altscribe' );
		foreach ( Uses::list_uses( $attachment_id, "object_type IN ('term', 'widget', 'setting')" ) as $use ) {
			$id   = (int) $use['object_id'];
			$type = $use['object_type'];
			if ( 'term' === $type ) {
				$term = get_term( $id );
				if ( $term instanceof WP_Term ) {
					$taxonomy = get_taxonomy( $term->taxonomy );
					$places[] = array( $taxonomy ? $taxonomy->labels->singular_name . ': ' . $term->name : $term->name, (string) get_edit_term_link( $term ), $type, $library );
				}
			} elseif ( 'widget' === $type ) {
				$message  = in_array( $use['kind'], array( 'media_image', 'media_gallery' ), true ) ? $library : __( 'Edit alt text in widgets under Appearance > Widgets.', 'altscribe' );
				$places[] = array( __( 'Widget', 'altscribe' ), Core\Permissions::may_edit_theme() ? admin_url( 'widgets.php' ) : '', $type, $message );
			} else {
				$titles   = array(
					'site_icon' => __( 'Site icon', 'altscribe' ),
					'site_logo' => __( 'Site logo', 'altscribe' ),
				);
				$places[] = array( $titles[ $use['kind'] ] ?? $use['kind'], Core\Permissions::may_change_settings() ? admin_url( 'options-general.php' ) : '', $type, $library );
			}
		}
		return array_map(
			function ( $place ) {
				return array_combine( array( 'title', 'edit_link', 'reason', 'message' ), $place );
			},
			$places
		);
	}

	/**
	 * Lists posts that the text of an attachment was filled into and that the current user may edit, newest first.
	 *
	 * @param int $attachment_id The attachment.
	 * @return array<array<string, mixed>> From self::describe_using_post(), with the number of images that were
	 *                                     filled. At most self::MAX_FILLED_POSTS.
	 */
	private static function list_filled_posts_of_user( $attachment_id ) {
		$posts = array();
		foreach ( Filled_Record::list_posts( $attachment_id ) as $post_id ) {
			$post   = get_post( $post_id );
			$filled = Filled_Record::get( $post_id )[ $attachment_id ] ?? array();
			if ( $post && $filled && Core\Permissions::may_edit_post( $post_id ) ) {
				$posts[] = self::describe_using_post( $post, array_sum( array_map( 'count', $filled ) ), Saving::find_reason_not_to_change( $post_id ) );
			}
			Core\Background::release_posts( array( $post_id ) );
			if ( count( $posts ) >= self::MAX_FILLED_POSTS ) {
				break;
			}
		}
		return $posts;
	}

	/**
	 * Queries posts whose content shows an attachment.
	 *
	 * @param int $attachment_id The attachment.
	 * @param int $before        Only posts with a lower id; 0 for all.
	 * @return int[] Ids, newest first.
	 */
	private static function query_posts_with_attachment( $attachment_id, $before ) {
		$condition = "object_type = 'post' AND kind IN ('content', 'excerpt')" . ( $before ? ' AND object_id < ' . (int) $before : '' );
		// A post may have a row of each kind.
		$rows = Uses::list_uses( $attachment_id, $condition, 2 * self::POSTS_AT_A_TIME );
		return array_slice( array_values( array_unique( array_map( 'intval', wp_list_pluck( $rows, 'object_id' ) ) ) ), 0, self::POSTS_AT_A_TIME );
	}

	/**
	 * The post types whose content people edit.
	 *
	 * @return string[]
	 */
	public static function list_content_post_types() {
		return array_values(
			array_filter(
				get_post_types_by_support( 'editor' ),
				function ( $type ) {
					return 'attachment' !== $type && get_post_type_object( $type )->show_ui;
				}
			)
		);
	}

	/**
	 * The REST representation of a post that uses an attachment.
	 *
	 * @param WP_Post                         $post   The post.
	 * @param int                             $images The number of its images that lack a text, or that were filled.
	 * @param array{0: string, 1: string}|null $reason Why it cannot be changed, from
	 *   Saving::find_reason_not_to_fill().
	 * @return array{id: int, title: string, type: string, status: string, edit_link: string, images: int, reason: string|null, message: string|null}
	 */
	private static function describe_using_post( $post, $images, $reason ) {
		$title = html_entity_decode( get_the_title( $post ), ENT_QUOTES, 'UTF-8' );
		$title = '' !== $title ? $title : __( '(no title)', 'altscribe' );
		$type  = get_post_type_object( $post->post_type );
		return array(
			'id'        => (int) $post->ID,
			'title'     => Core\Permissions::may_read_post( $post->ID ) ? $title : __( '(a post that you cannot read)', 'altscribe' ),
			'type'      => $type ? $type->labels->singular_name : $post->post_type,
			'status'    => get_post_status_object( $post->post_status )->label,
			'edit_link' => (string) get_edit_post_link( $post->ID, 'raw' ),
			'images'    => $images,
			'reason'    => $reason ? $reason[0] : null,
			'message'   => $reason ? $reason[1] : null,
		);
	}

	/**
	 * Responds with posts.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed> From self::find_posts_with_attachment(); on the first page with `filled`, the posts
	 *                              from self::list_filled_posts_of_user(), and `others` from
	 *                              self::list_other_uses(); with `reading`, how much of the site was read, in percent,
	 *                              or null if all was.
	 */
	public static function rest_list_posts( $request ) {
		$id       = (int) $request['id'];
		$is_first = ! $request['before'];
		$reading  = Uses_Index::read_uses_for_user();
		return self::find_posts_with_attachment( $id, $request['before'], $request['per_page'] ) + array(
			'filled'  => $is_first ? self::list_filled_posts_of_user( $id ) : array(),
			'others'  => $is_first ? self::list_other_uses( $id ) : array(),
			'reading' => $reading,
		);
	}

	/**
	 * The images in the content of a post, each with its places. The place of an image is the name of its block, its key
	 * (the id of its attachment, or else self::url_key()) and its number among the images with that key in blocks of
	 * that name: `core/image#12#1`. Suggestions are stored by it. The classic editor counts in the whole content, as if it
	 * had no blocks.
	 *
	 * @param WP_Post $post The post.
	 * @return array<array<string, mixed>> From Content::read(), with `attachment_id`; `places`: an image whose
	 *         attachment was found by its URL also has those of the URL and of the id in its block; `classic_place`, that of
	 *         the classic editor; `number` and `total` of the image in the post; `surroundings` from
	 *         self::choose_surroundings(); and `others`, the texts of images that are not the same.
	 */
	public static function list_places( $post ) {
		static $last = array( '', array() );
		if ( $last[0] === $post->post_content ) {
			return $last[1];
		}
		$images = array_values( References::resolve_images( Content::read( $post->post_content ) ) );
		$texts  = self::list_texts( $post->post_content );
		$counts = array();
		$others = array();
		foreach ( $images as $image ) {
			$others[ self::image_key( $image ) ][] = $image['text'];
		}
		foreach ( $images as $index => $image ) {
			$classic            = '#' . ( $image['id'] ? $image['id'] : self::url_key( $image['url'] ) ) . '#';
			$counts[ $classic ] = ( $counts[ $classic ] ?? 0 ) + 1;

			$keys = array_unique( array_filter( array( $image['attachment_id'], $image['id'], '' === $image['url'] ? '' : self::url_key( $image['url'] ) ) ) );
			foreach ( $keys as $key ) {
				$start            = "{$image['block']}#$key#";
				$counts[ $start ] = ( $counts[ $start ] ?? 0 ) + 1;

				$images[ $index ]['places'][] = $start . $counts[ $start ];
			}
			$next = $images[ $index + 1 ] ?? null;

			$images[ $index ] += array(
				'places'        => array(),
				'classic_place' => "core/freeform$classic" . $counts[ $classic ],
				'number'       => $index + 1,
				'total'        => count( $images ),
				'surroundings' => self::choose_surroundings( $texts, ( $image['tag'] ?? $image['span'] )[0], $next ? ( $next['tag'] ?? $next['span'] )[0] : PHP_INT_MAX ),
				'others'       => array_values( array_filter( array_merge( array(), ...array_values( array_diff_key( $others, array( self::image_key( $image ) => true ) ) ) ) ) ),
			);
		}
		$last = array( $post->post_content, $images );
		return $images;
	}

	/**
	 * The context in which a text of an image in a post is checked.
	 *
	 * @param array<string, mixed> $image From self::list_places().
	 * @return array<string, mixed> As Checks\Text_Checks::check() takes it, to be added to what is known about the image.
	 */
	public static function check_context( $image ) {
		return array(
			'caption'      => $image['surroundings']['caption'],
			'nearby'       => $image['surroundings'],
			'translations' => array(),
			// In a post, only its own images count.
			'others'       => $image['others'],
		);
	}

	/**
	 * The key of an image that is not in the media library.
	 *
	 * @param string $url Its URL in the post.
	 * @return string An MD5, the same for all sizes.
	 */
	private static function url_key( $url ) {
		return md5( preg_replace( '~-\d+x\d+(?=\.\w+(?:[?#]|$))~', '', $url ) );
	}

	/**
	 * The key of an image, wherever it is in a post.
	 *
	 * @param array<string, mixed> $image From References::resolve_images().
	 * @return int|string
	 */
	private static function image_key( $image ) {
		return $image['attachment_id'] ? $image['attachment_id'] : self::url_key( $image['url'] );
	}

	/**
	 * Finds a place in a post.
	 *
	 * @param int    $post_id The post.
	 * @param string $place   The place.
	 * @return array<string, mixed>|null From self::list_places(); null if it is gone.
	 */
	public static function find_place( $post_id, $place ) {
		$post = get_post( $post_id );
		foreach ( $post ? self::list_places( $post ) : array() as $image ) {
			if ( in_array( $place, $image['places'], true ) ) {
				return $image;
			}
		}
		return null;
	}

	/**
	 * Reads the headings, captions and other texts in the content of a post.
	 *
	 * @param string $content Content of a post, with or without blocks.
	 * @return array<array{kind: string, start: int, from: int, to: int, text: string, details: array{0: int, 1: int}|null}>
	 *         `kind`: `heading`, `caption` or `text`; `start`: offset in bytes; `from` and `to`: where its element begins and
	 *         ends, which an image divides into several texts; `details`: where the Details block around it begins and ends.
	 */
	public static function list_texts( $content ) {
		$html  = Content::read_html( $content );
		$texts = array();
		$open  = null;
		$spans = array();
		$depth = 0;
		$from  = 0;
		$ends  = array();
		$end   = 0;
		while ( $html->next_token() ) {
			$tag = (string) $html->get_tag();
			if ( 'DETAILS' === $tag ) {
				$depth = max( 0, $depth + ( $html->is_tag_closer() ? -1 : 1 ) );
				if ( 1 === $depth && ! $html->is_tag_closer() ) {
					$spans[] = array( $html->get_span()[0], PHP_INT_MAX );
				} elseif ( 0 === $depth && $spans ) {
					$spans[ count( $spans ) - 1 ][1] = $html->get_span()[0];
				}
			}
			if ( preg_match( '/^(?:P|LI|BLOCKQUOTE|FIGCAPTION|DIV|FIGURE|DETAILS|IMG|TD|H[1-6])$/', $tag ) ) {
				$open = null;
				if ( 'IMG' !== $tag ) {
					$from   = $html->get_span()[0];
					$ends[] = $from;
				}
				if ( ! $html->is_tag_closer() && ! in_array( $tag, array( 'IMG', 'DIV', 'FIGURE', 'DETAILS' ), true ) ) {
					$open    = count( $texts );
					$kind    = 'FIGCAPTION' === $tag ? 'caption' : ( 'H' === $tag[0] ? 'heading' : 'text' );
					$texts[] = array(
						'kind'  => $kind,
						'start' => $html->get_span()[0],
						'from'  => $from,
						'text'  => '',
					);
				}
			} elseif ( '#text' === $html->get_token_type() ) {
				// Without blocks, a blank line ends a paragraph.
				foreach ( preg_split( '/\n\s*\n/', $html->get_modifiable_text() ) as $part => $text ) {
					if ( $part || ( null === $open && '' !== trim( $text ) ) ) {
						if ( $part ) {
							$from   = $html->get_span()[0] + $part;
							$ends[] = $from;
						}
						$open    = count( $texts );
						$texts[] = array(
							'kind'  => 'text',
							'start' => $html->get_span()[0],
							'from'  => $from,
							'text'  => '',
						);
					}
					if ( null !== $open ) {
						$texts[ $open ]['text'] .= $text;
					}
				}
			}
		}
		$texts = array_map(
			function ( $text ) use ( $spans, $ends, &$end ) {
				while ( isset( $ends[ $end ] ) && $ends[ $end ] <= $text['from'] ) {
					++$end;
				}
				$around = array_filter(
					$spans,
					function ( $span ) use ( $text ) {
						return $span[0] < $text['start'] && $text['start'] < $span[1];
					}
				);
				return array(
					'text'    => Core\Text::to_plain_line( $text['text'] ),
					'to'      => $ends[ $end ] ?? PHP_INT_MAX,
					'details' => $around ? end( $around ) : null,
				) + $text;
			},
			$texts
		);
		return array_values( array_filter( $texts, array( self::class, 'has_text' ) ) );
	}

	/**
	 * Whether one of those texts is not empty.
	 *
	 * @param array{text: string} $text From self::list_texts().
	 * @return bool
	 */
	public static function has_text( $text ) {
		return '' !== $text['text'];
	}

	/**
	 * Chooses the texts around an image, as the editor does.
	 *
	 * @param array<array{kind: string, start: int, text: string}> $texts From self::list_texts().
	 * @param int                                                  $start Offset of the image.
	 * @param int                                                  $next  Offset of the next image.
	 * @return array{heading: string, before: string, caption: string, after: string} Each '' if there is none: the nearest
	 *         heading above, the nearest text above in its section, the caption, and the next text of the section.
	 */
	public static function choose_surroundings( $texts, $start, $next ) {
		$around = array_fill_keys( array( 'heading', 'before', 'caption', 'after' ), '' );
		foreach ( $texts as $text ) {
			if ( $text['details'] && ( $start < $text['details'][0] || $start > $text['details'][1] ) ) {
				// The Details block is hidden, and may be the long description of the image.
				continue;
			}
			if ( $text['start'] < $start ) {
				if ( 'heading' === $text['kind'] ) {
					$around = array( 'heading' => $text['text'], 'before' => '' ) + $around; // phpcs:ignore WordPress.Arrays
				} elseif ( 'text' === $text['kind'] ) {
					$around['before'] = $text['text'];
				}
			} elseif ( 'caption' === $text['kind'] ) {
				$around['caption'] = $text['start'] < $next && '' === $around['caption'] ? $text['text'] : $around['caption'];
			} elseif ( 'text' === $text['kind'] ) {
				$around['after'] = $text['text'];
				break;
			} else {
				break;
			}
		}
		return $around;
	}

	/**
	 * Whether an image in a post can be marked as decorative: it is not the only content of a link.
	 *
	 * @param string               $content The content.
	 * @param array<string, mixed> $image   From self::list_places().
	 * @return bool
	 */
	public static function can_be_decorative( $content, $image ) {
		if ( '' !== $image['reason'] || ! $image['tag'] ) {
			return false;
		}
		list( $start, $length ) = $image['tag'];
		if ( 0 === stripos( substr( $content, $start, 4 ), '<div' ) ) {
			return false;
		}
		if ( ! preg_match( '~<a\b[^<>]*+>\s*$~iD', substr( $content, max( 0, $start - 2000 ), min( 2000, $start ) ) ) ) {
			return true;
		}
		// The words in the link are its name. If the link does not end, there may be none.
		$rest = substr( $content, $start + $length, 2000 );
		$end  = stripos( $rest, '</a>' );
		return false !== $end && '' !== Core\Text::to_plain_text( substr( $rest, 0, $end ) );
	}
}
