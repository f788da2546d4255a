<?php
/**
 * Random sequences of what people do to the texts of one post: with images in several blocks, of a few attachments, by two
 * users, while some writes fail. After each step, the rules of paid texts are checked. `$args`: `seed` (of the first sequence;
 * each has its own), `count`, `steps`, and `most`, after how many broken ones to stop (5 by default).
 */

set_time_limit( 0 );
require_once ABSPATH . 'wp-admin/includes/post.php';

/** What is remembered of one sequence. */
class World {
	public $post;
	/** The suggestions after the last step. */
	public $rows = array();
	public $images;
	public $users;
	/** What was bought: by text, `waits` (nobody has decided about it) and `read` (somebody has read it). */
	public $paid = array();
	/** The texts for which the service took a credit, by the key of the request. */
	public $charged = array();
	/** What happened, to explain a failure. */
	public $log = array();
	/** Contents of the post, to restore. */
	public $revisions = array();
	/** Contents that a user has open, by user. */
	public $open = array();
	/** Cut or copied blocks. */
	public $clipboard = array();
	/** The texts that a user has seen as present, by id of the suggestion. */
	public $seen = array();
	/** Whether a write fails in this step, and whether one did earlier. */
	public $has_failed = false;
	public $had_failure = false;
}

class Broken_Rule extends Exception {}

/** Fails the write of this number. */
$GLOBALS['fail_at'] = 0;
add_filter(
	'query',
	function ( $query ) {
		return $GLOBALS['fail_at'] > 0 && preg_match( '/^\s*(?:INSERT|UPDATE|DELETE)/i', $query ) && 0 === --$GLOBALS['fail_at'] ? '' : $query;
	}
);
add_filter( 'wp_revisions_to_keep', '__return_zero' );

function pick( $list ) {
	return $list ? array_values( $list )[ mt_rand( 0, count( $list ) - 1 ) ] : null;
}

function chance( $percent ) {
	return mt_rand( 1, 100 ) <= $percent;
}

function new_word( $kind ) {
	static $number = 0;
	return $kind . ' ' . ++$number . ' boats';
}

function new_long() {
	$name = new_word( 'Long' );
	return "$name\nLeft of $name.\nRight of $name.";
}

function block_of( $id, $alt, $kind = 'image' ) {
	$url = wp_get_attachment_url( $id );
	$img = "<img src=\"$url\" alt=\"$alt\" class=\"wp-image-$id\"/>";
	switch ( $kind ) {
		case 'html':
			return "<!-- wp:html -->$img<!-- /wp:html -->";
		case 'media':
			return "<!-- wp:media-text {\"mediaId\":$id,\"mediaType\":\"image\"} --><div class=\"wp-block-media-text\"><figure class=\"wp-block-media-text__media\">$img</figure><div class=\"wp-block-media-text__content\"></div></div><!-- /wp:media-text -->";
		case 'decorative':
			return "<!-- wp:image {\"id\":$id,\"metadata\":{\"altscribe\":{\"isDecorative\":true}}} --><figure class=\"wp-block-image\">$img</figure><!-- /wp:image -->";
	}
	return "<!-- wp:image {\"id\":$id} --><figure class=\"wp-block-image\">$img</figure><!-- /wp:image -->";
}

function content_of( $world ) {
	return get_post( $world->post )->post_content;
}

/** The blocks of a content. */
function blocks_of( $content ) {
	return array_values( array_filter( array_map( 'serialize_block', parse_blocks( $content ) ), 'trim' ) );
}

/** One change that an author makes to the blocks. */
function change_blocks( $world, $blocks ) {
	$at     = chance( 60 ) ? 0 : mt_rand( 0, max( 0, count( $blocks ) - 1 ) );
	$block  = $blocks[ $at ] ?? '';
	$id     = preg_match( '/wp-image-(\d+)/', $block, $match ) ? (int) $match[1] : 0;
	$alt    = preg_match( '/ alt="([^"]*)"/', $block, $match ) ? $match[1] : '';
	$change = pick( array( 'cut', 'cut', 'paste', 'paste', 'duplicate', 'move', 'convert', 'convert', 'replace', 'type', 'clear', 'details', 'decorate', 'none' ) );
	if ( 'paste' === $change && $world->clipboard ) {
		array_splice( $blocks, $at, 0, array( pick( $world->clipboard ) ) );
	} elseif ( ! $blocks || 'none' === $change || ( ! $id && 'cut' !== $change ) ) {
		$change = 'none';
	} elseif ( 'cut' === $change ) {
		$world->clipboard[] = $block;
		array_splice( $blocks, $at, 1 );
	} elseif ( 'duplicate' === $change ) {
		array_splice( $blocks, $at, 0, array( $block ) );
	} elseif ( 'move' === $change ) {
		array_splice( $blocks, $at, 1 );
		array_splice( $blocks, mt_rand( 0, count( $blocks ) ), 0, array( $block ) );
	} elseif ( 'convert' === $change ) {
		$blocks[ $at ] = block_of( $id, $alt, pick( array( 'image', 'html', 'media' ) ) );
	} elseif ( 'replace' === $change ) {
		$blocks[ $at ] = block_of( pick( $world->images ), '' );
	} elseif ( 'type' === $change ) {
		$blocks[ $at ] = block_of( $id, new_word( 'Own' ) );
	} elseif ( 'clear' === $change ) {
		$blocks[ $at ] = block_of( $id, '' );
	} elseif ( 'decorate' === $change ) {
		$blocks[ $at ] = block_of( $id, '', 'decorative' );
	} elseif ( 'details' === $change ) {
		array_splice( $blocks, $at + 1, 0, array( '<!-- wp:details --><details class="wp-block-details"><summary>How to get there</summary><!-- wp:paragraph --><p>By bus</p><!-- /wp:paragraph --></details><!-- /wp:details -->' ) );
	}
	return array( $blocks, "$change $at" );
}

/** Saves the post as an author's editor does: with the records of the texts that are in it, if it has changed those. */
function save_post( $world, $content, $new_sources = null ) {
	$world->revisions[] = $content;
	wp_update_post( wp_slash( array( 'ID' => $world->post, 'post_content' => $content ) ) );
	if ( null !== $new_sources || chance( 50 ) ) {
		$present = array();
		foreach ( live_texts( $world, $content ) as list( $text, $of ) ) {
			$present[ \Altscribe\Posts\Post_Sources::source_key( $of, $text ) ] = true;
		}
		$sources = array_intersect_key( \Altscribe\Posts\Post_Sources::get_post_sources( $world->post ), $present );
		\Altscribe\Posts\Post_Sources::update_post_sources( (array) $new_sources + $sources, get_post( $world->post ) );
	}
}

/** The rows of the suggestions. */
function rows_of( $world ) {
	global $wpdb;
	return $wpdb->get_results( 'SELECT * FROM ' . \Altscribe\Suggestions\Store::table() . ' ORDER BY id', ARRAY_A );
}

/** All texts that are live, with the ids of their images; '' for long descriptions. */
function live_texts( $world, $content ) {
	$live = array();
	foreach ( \Altscribe\Posts\Places::list_places( get_post( $world->post ) ) as $image ) {
		if ( '' !== $image['text'] ) {
			$live[] = array( $image['text'], $image['attachment_id'], 'post' );
		}
	}
	preg_match_all( '~<summary>(Long [^<]*)</summary>~', $content, $found );
	foreach ( $found[1] as $text ) {
		$live[] = array( $text, 0, 'long' );
	}
	foreach ( $world->images as $id ) {
		if ( '' !== alt( $id ) ) {
			$live[] = array( alt( $id ), $id, 'library' );
		}
	}
	return $live;
}

/** The first line, which names a text. */
function name_of( $text ) {
	return (string) strtok( $text, "\n" );
}

/** Checks a rule. */
function must( $is_true, $rule ) {
	if ( ! $is_true ) {
		throw new Broken_Rule( $rule );
	}
}

/** Stores a text that was bought. */
function store_text( $world, $id, $place, $word, $is_long ) {
	$present = $place ? \Altscribe\Posts\Places::find_place( $world->post, $place )['text'] : alt( $id );
	$stored  = \Altscribe\Suggestions\Store::add( array( 'attachment_id' => $id, 'post_id' => $place ? $world->post : 0, 'place' => $place, 'new_text' => $word, 'model' => 'gpt', 'previous_text' => $is_long ? '' : $present, 'purpose' => $is_long ? 'long' : '' ) );
	if ( $stored ) {
		$world->paid[ name_of( $word ) ] = array( 'waits' => true, 'read' => false );
	}
	return $stored || $world->has_failed;
}

/** Sells a text: each key is paid for once, as by the service. Its first answer may be lost. */
function sell( $world, $word, $is_lost = false ) {
	serve(
		function () use ( $world, $word, $is_lost ) {
			$key = end( $GLOBALS['keys'] );
			if ( '' === $key ) {
				// The account is asked for without.
				return text( '' );
			}
			$is_new                 = ! isset( $world->charged[ $key ] );
			$world->charged[ $key ] = $world->charged[ $key ] ?? $word;
			return $is_new && $is_lost ? broken() : text( $world->charged[ $key ] );
		}
	);
}

/** Buys a text, for a place in the post or for the library. */
function buy( $world, $id, $place, $is_long = false ) {
	$target  = $place ? array( 'post_id' => $world->post, 'attachment_id' => $id, 'place' => $place ) : array( 'attachment_id' => $id );
	$waiting = array_filter(
		rows_of( $world ),
		function ( $row ) use ( $world, $id, $place, $is_long ) {
			return 'pending' === $row['state'] && ( 'long' === $row['purpose'] ) === $is_long && '' !== $row['new_text']
				&& ( $place ? (int) $row['post_id'] === $world->post && $row['place'] === $place : (int) $row['attachment_id'] === $id && '' === $row['place'] );
		}
	);
	$word   = $is_long ? new_long() : new_word( 'Paid' );
	$before = count( $world->charged );
	if ( ! $waiting && chance( 80 ) ) {
		// As the queue does, which asks the service itself.
		must( store_text( $world, $id, $place, $word, $is_long ), 'a text is stored' );
		return $word;
	}
	$present = $place ? \Altscribe\Posts\Places::find_place( $world->post, $place )['text'] : alt( $id );
	$options = array( 'origin' => 'sidebar', 'hold_always' => true ) + ( $is_long ? array( 'text_length' => 'long' ) : array( 'previous_text' => $present ) );
	$is_lost = chance( 30 );
	sell( $world, $word, $is_lost );
	$answer  = \Altscribe\Generation\Ask::ask( $target, $options );
	$is_paid = count( $world->charged ) > $before;
	must( ! $waiting || ! $is_paid, 'nothing is paid twice: a text waits' );
	if ( $is_lost && $is_paid ) {
		$answer = \Altscribe\Generation\Ask::ask( $target, $options );
		must( $world->has_failed || count( $world->charged ) === $before + 1, 'nothing is paid twice: an answer was lost' );
	}
	if ( $is_paid && ! is_wp_error( $answer ) && ! empty( $answer['suggestion_id'] ) ) {
		$world->paid[ name_of( $word ) ] = array( 'waits' => true, 'read' => false );
	}
	return $word . ( $is_paid ? '' : ' (not paid)' );
}

/** What a user decides about a suggestion. */
function decide( $world, $row, $decision ) {
	$content  = content_of( $world );
	$before   = live_texts( $world, $content );
	$name     = name_of( $row['new_text'] );
	$is_long  = 'long' === $row['purpose'];
	$current  = 'live' === $row['state'] ? $row['new_text'] : $row['previous_text'];
	$seen     = chance( 25 ) ? ( $world->seen[ $row['id'] ] ?? $current ) : $current;
	$decided  = 'edit' === $decision ? ( $is_long ? new_long() : new_word( 'Own' ) ) : null;
	$result   = \Altscribe\Suggestions\Decisions::decide_if_permitted( (int) $row['id'], 'edit' === $decision ? 'accept' : $decision, $decided, array( 'expected_current' => $seen ) );
	$now      = content_of( $world );
	$after    = live_texts( $world, $now );
	$is_error = is_wp_error( $result );
	if ( ! $is_error && 'undo' === $decision ) {
		// Or its text is live already: the write of an earlier decision failed.
		must( in_array( $result['state'], array( 'pending', 'live' ), true ) || ( $world->had_failure && in_array( $name, array_column( $after, 0 ), true ) ), 'an undone decision is open again' );
		// A text that was edited counts again as suggested.
		if ( 'pending' === $result['state'] && isset( $world->paid[ $name ] ) ) {
			$world->paid[ $name ]['waits'] = true;
		}
	} elseif ( ! $is_error && isset( $world->paid[ $name ] ) ) {
		$world->paid[ $name ]['waits'] = false;
		$world->paid[ $name ]['read']  = $world->paid[ $name ]['read'] || 'accept' === $decision;
	}
	if ( ! $is_error && in_array( $decision, array( 'accept', 'edit' ), true ) ) {
		must( in_array( name_of( $decided ?? $row['new_text'] ), array_column( $after, 0 ), true ), 'an accepted text is live' );
	}
	if ( $is_error ) {
		must( $before === $after, 'a refused decision changes nothing' );
		must( 'undo' === $decision || array_column( rows_of( $world ), 'state', 'id' )[ $row['id'] ] === $row['state'], 'a refused decision leaves the suggestion' );
	}
	check_own_texts( $before, $after, 'undo' === $decision || $is_error ? null : $seen, 'undo' === $decision ? array( $row['decided_text'] ) : array() );
	return $is_error ? $result->get_error_code() : $result['state'];
}

/** Texts of people stay, but for one that a user has seen and replaced, or written as an edit and undone. */
function check_own_texts( $before, $after, $replaced = null, $undone = array() ) {
	$own = function ( $live ) {
		return array_count_values(
			array_filter(
				array_column( $live, 0 ),
				function ( $text ) {
					return 0 === strpos( $text, 'Own' );
				}
			)
		);
	};
	$now = $own( $after );
	foreach ( $own( $before ) as $text => $number ) {
		// Both in the post and in the library.
		$may_go = in_array( $text, $undone, true ) ? 2 : ( $text === $replaced ? 1 : 0 );
		must( ( $now[ $text ] ?? 0 ) >= $number - $may_go, "no text is written over one that changed: $text" );
	}
}

/** One step of a sequence, in words. */
function step( $world ) {
	$user = $world->open && chance( 70 ) ? key( $world->open ) : pick( $world->users );
	wp_set_current_user( $user );
	$GLOBALS['fail_at'] = chance( 6 ) ? mt_rand( 1, 10 ) : 0;
	$world->has_failed  = $GLOBALS['fail_at'] > 0;
	$world->had_failure = $world->had_failure || $world->has_failed;
	$note               = ( $world->has_failed ? "(write {$GLOBALS['fail_at']} fails) " : '' ) . ( $user === $world->users[0] ? 'A ' : 'B ' );
	$content            = content_of( $world );
	$images             = \Altscribe\Posts\Places::list_places( get_post( $world->post ) );
	// Mostly one image, so that steps meet.
	$image              = chance( 60 ) ? ( $images[0] ?? null ) : pick( $images );
	$id                 = chance( 60 ) ? $world->images[0] : pick( $world->images );
	$rows               = $world->rows;
	foreach ( $rows as $row ) {
		if ( chance( 30 ) ) {
			$world->seen[ $row['id'] ] = 'live' === $row['state'] ? $row['new_text'] : $row['previous_text'];
		}
	}
	$event = pick( array( 'buy', 'buy', 'buy', 'long', 'library', 'accept', 'accept', 'edit', 'decorative', 'reject', 'undo', 'undo', 'undo', 'save', 'save', 'save', 'save', 'save', 'open', 'restore', 'restore', 'apply', 'write', 'write', 'library text', pick( array( 'unread', 'accept' ) ), 'fill', 'unfill', 'rewrite', 'describe' ) );
	switch ( $event ) {
		case 'buy':
		case 'long':
			$may = $image && $image['places'] && '' === $image['reason'] && $image['attachment_id'];
			return $note . $event . ' ' . ( $may ? $image['places'][0] . ': ' . buy( $world, $image['attachment_id'], $image['places'][0], 'long' === $event ) : 'nothing' );
		case 'library':
			return "$note library $id: " . buy( $world, $id, '' );
		case 'accept':
		case 'edit':
		case 'decorative':
		case 'reject':
		case 'undo':
			$row = pick( array_filter( $rows, function ( $row ) use ( $event ) { return ( 'undo' === $event ) !== in_array( $row['state'], array( 'pending', 'live' ), true ) || chance( 5 ); } ) );
			return $note . $event . ' ' . ( $row ? name_of( $row['new_text'] ) . " at {$row['place']} ({$row['state']}): " . decide( $world, $row, $event ) : 'nothing' );
		case 'save':
			$is_open = isset( $world->open[ $user ] );
			$copy    = $world->open[ $user ] ?? $content;
			if ( ! $is_open && wp_check_post_lock( $world->post ) ) {
				return "$note cannot open";
			}
			if ( $is_open ) {
				$before = array_column( live_texts( $world, $content ), 0 );
				foreach ( array_intersect( array_keys( $world->paid ), $before ) as $text ) {
					// The lock of the editor may not have been stored.
					must( $world->had_failure || false !== strpos( $copy, $text ) || in_array( $text, array_map( 'alt', $world->images ), true ), "an editor that was open does not overwrite $text" );
				}
			}
			list( $blocks, $change ) = change_blocks( $world, blocks_of( $copy ) );
			unset( $world->open[ $user ] );
			update_post_meta( $world->post, '_edit_lock', '' );
			save_post( $world, implode( "\n\n", $blocks ) );
			return $note . ( $is_open ? 'save what was open: ' : 'save: ' ) . $change;
		case 'open':
			if ( wp_check_post_lock( $world->post ) ) {
				return "$note cannot open";
			}
			$world->open[ $user ] = $content;
			wp_set_post_lock( $world->post );
			return "$note opens";
		case 'restore':
			if ( wp_check_post_lock( $world->post ) || $world->open ) {
				return "$note cannot restore";
			}
			// Mostly for a text that is gone.
			$gone = array_filter(
				$world->revisions,
				function ( $revision ) use ( $content ) {
					return preg_match_all( '/Paid \d+ boats/', $revision, $found ) && array_filter(
						$found[0],
						function ( $text ) use ( $content ) {
							return false === strpos( $content, $text );
						}
					);
				}
			);
			save_post( $world, pick( $gone && chance( 80 ) ? $gone : $world->revisions ) );
			return "$note restores a revision";
		case 'apply':
			// In the editor, which tells the decision after it has saved.
			$row   = pick( array_filter( $rows, function ( $row ) use ( $world ) { return 'pending' === $row['state'] && 'long' !== $row['purpose'] && (int) $row['post_id'] === $world->post && '' !== $row['new_text']; } ) );
			$place = $row ? \Altscribe\Suggestions\Store::find_place( $row ) : null;
			if ( ! $place || '' !== $place['reason'] || ! $place['tag'] || $world->open ) {
				return "$note apply nothing";
			}
			list( $start, $length ) = $place['tag'];
			save_post( $world, substr_replace( $content, preg_replace( '/ alt="[^"]*"/', ' alt="' . $row['new_text'] . '"', substr( $content, $start, $length ) ), $start, $length ) );
			$result = \Altscribe\Suggestions\Decisions::decide( (int) $row['id'], 'accept', $row['new_text'], array( 'written' => true ) );
			if ( isset( $world->paid[ $row['new_text'] ] ) && ! is_wp_error( $result ) ) {
				$world->paid[ $row['new_text'] ]['read'] = true;
			}
			return "$note apply {$row['new_text']}: " . ( is_wp_error( $result ) ? $result->get_error_code() : $result['state'] );
		case 'write':
			// Without review, the editor writes a text at once and saves its record with the post.
			if ( ! $image || '' !== $image['reason'] || ! $image['tag'] || ! $image['attachment_id'] || '' !== $image['text'] || $world->open ) {
				return "$note write nothing";
			}
			$word                   = new_word( 'Paid' );
			$world->paid[ $word ]   = array( 'waits' => false, 'read' => false );
			list( $start, $length ) = $image['tag'];
			$source                 = array( 'source' => 'generated', 'model' => 'gpt', 'prompt' => '1', 'text' => md5( $word ), 'read' => 0 );
			save_post( $world, substr_replace( $content, preg_replace( '/ alt="[^"]*"/', ' alt="' . $word . '"', substr( $content, $start, $length ) ), $start, $length ), array( \Altscribe\Posts\Post_Sources::source_key( $image['attachment_id'], $word ) => $source ) );
			return "$note writes $word";
		case 'library text':
			update_post_meta( $id, \Altscribe\Library\Alt_Text::KEY, chance( 70 ) ? new_word( 'Own' ) : '' );
			return "$note library text of $id: " . alt( $id );
		case 'unread':
			$word                 = new_word( 'Paid' );
			$world->paid[ $word ] = array( 'waits' => false, 'read' => false );
			sell( $world, $word );
			$answer = '' === alt( $id ) ? \Altscribe\Generation\Ask::ask( array( 'attachment_id' => $id, 'place' => null ) ) : null;
			return "$note unread $id: " . ( is_array( $answer ) && \Altscribe\Library\Alt_Text::write( $id, $answer['alt_text'], '' ) ? $answer['alt_text'] : 'nothing' );
		case 'fill':
		case 'unfill':
			$before = live_texts( $world, $content );
			// The library may have another text since.
			$filled = array_keys( \Altscribe\Posts\Filled_Record::get( $world->post )[ $id ] ?? array() );
			$result = 'fill' === $event ? \Altscribe\Posts\Fill::fill_posts( $id, array( $world->post ) ) : \Altscribe\Posts\Fill::undo_fill( $id, array( $world->post ) );
			check_own_texts( $before, live_texts( $world, content_of( $world ) ), null, 'unfill' === $event ? $filled : array() );
			return "$note $event $id: " . ( is_wp_error( $result ) ? $result->get_error_code() : $result[0]['images'] );
		case 'rewrite':
			$row = pick( array_filter( $rows, function ( $row ) { return 'pending' === $row['state']; } ) );
			if ( ! $row ) {
				return "$note rewrite nothing";
			}
			$is_long = 'long' === $row['purpose'];
			$word    = $is_long ? new_long() : new_word( 'Paid' );
			sell( $world, $word );
			$answer = \Altscribe\Generation\Ask::rewrite( $row, array() );
			if ( ! is_wp_error( $answer ) ) {
				// Who asks for another text does not want this one.
				$world->paid[ name_of( $row['new_text'] ) ]['waits'] = false;
				$world->paid[ name_of( $word ) ]                     = array( 'waits' => true, 'read' => false );
			}
			return "$note rewrite " . name_of( $row['new_text'] ) . ': ' . ( is_wp_error( $answer ) ? $answer->get_error_code() : name_of( $word ) );
		case 'describe':
			$row = pick( array_filter( $rows, function ( $row ) { return in_array( $row['state'], array( 'pending', 'live' ), true ) && 'long' !== $row['purpose']; } ) );
			if ( ! $row ) {
				return "$note describe nothing";
			}
			$word   = new_long();
			$before = count( $world->charged );
			sell( $world, $word );
			$answer = \Altscribe\Generation\Ask::ask_for_long_description( $row, array() );
			if ( ! is_wp_error( $answer ) && count( $world->charged ) > $before ) {
				$world->paid[ name_of( $word ) ] = array( 'waits' => true, 'read' => false );
			}
			return "$note describe " . name_of( $row['new_text'] ) . ': ' . ( is_wp_error( $answer ) ? $answer->get_error_code() : name_of( $word ) );
	}
}

/** Checks what must hold after each step. */
function check_rules( $world ) {
	$content = content_of( $world );
	$rows    = rows_of( $world );
	$world->rows = $rows;
	$live    = live_texts( $world, $content );
	$waiting = array();
	foreach ( $rows as $row ) {
		if ( in_array( $row['state'], array( 'pending', 'away' ), true ) ) {
			$waiting[] = name_of( $row['new_text'] );
		}
		if ( 'pending' === $row['state'] && ! $world->had_failure ) {
			must( null !== \Altscribe\Suggestions\Store::current_text( $row ), 'only a text with a place waits for a decision' );
		}
	}
	foreach ( $world->paid as $text => $state ) {
		if ( $state['waits'] && ! in_array( $text, $waiting, true ) ) {
			must( in_array( $text, array_column( $live, 0 ), true ), "a paid text is never lost: $text" );
			$world->paid[ $text ]['waits'] = false;
		}
	}
	$sources = \Altscribe\Posts\Post_Sources::get_post_sources( $world->post );
	foreach ( $live as list( $text, $id, $where ) ) {
		if ( 'long' === $where || ! isset( $world->paid[ $text ] ) || $world->paid[ $text ]['read'] || $world->had_failure ) {
			continue;
		}
		$is_unread = 'library' === $where ? \Altscribe\Library\Provenance::is_unread( $id ) : \Altscribe\Library\Provenance::is_unread_source( $sources[ \Altscribe\Posts\Post_Sources::source_key( $id, $text ) ] ?? null );
		must( $is_unread, "nothing unread is called read: $text ($where)" );
	}
}

/** Runs one sequence, and returns null, or what went wrong. */
function run_sequence( $seed, $world, $steps ) {
	global $wpdb;
	mt_srand( $seed );
	$wpdb->query( 'DELETE FROM ' . \Altscribe\Suggestions\Store::table() );
	$wpdb->query( "DELETE FROM $wpdb->postmeta WHERE post_id = $world->post" );
	foreach ( $world->images as $id ) {
		$wpdb->query( "DELETE FROM $wpdb->postmeta WHERE post_id = $id AND meta_key <> '_wp_attached_file'" );
		wp_cache_delete( $id, 'post_meta' );
	}
	list( $one, $two, $three ) = $world->images;
	$blocks                    = array( block_of( $one, '' ), '<!-- wp:paragraph --><p>At sea</p><!-- /wp:paragraph -->', block_of( $two, '' ), block_of( $one, chance( 50 ) ? '' : new_word( 'Own' ) ), block_of( $three, '', 'html' ) );
	wp_cache_delete( $world->post, 'post_meta' );
	$wpdb->update( $wpdb->posts, array( 'post_content' => implode( "\n\n", $blocks ) ), array( 'ID' => $world->post ) );
	wp_cache_delete( $world->post, 'posts' );
	$world->revisions[] = content_of( $world );
	$world->log[]       = 'seed ' . $seed;
	wp_set_current_user( $world->users[0] );
	foreach ( array( $one, $two ) as $id ) {
		$is_long = chance( 25 );
		$word    = $is_long ? new_long() : new_word( 'Paid' );
		store_text( $world, $id, "core/image#$id#1", $word, $is_long );
		$world->log[] = "waits at core/image#$id#1: $word";
	}
	$world->rows = rows_of( $world );
	try {
		for ( $at = 0; $at < $steps; $at++ ) {
			$world->log[]       = 'step';
			do {
				$done = step( $world );
			} while ( false !== strpos( $done, 'nothing' ) );
			$GLOBALS['fail_at'] = 0;
			if ( $world->has_failed ) {
				wp_cache_flush();
				// Its release may have failed: others wait for it.
				delete_option( "altscribe_post_$world->post.lock" );
			}
			array_pop( $world->log );
			$world->log[] = $done;
			check_rules( $world );
		}
	} catch ( Broken_Rule $broken ) {
		$GLOBALS['fail_at'] = 0;
		return array( 'rule' => $broken->getMessage(), 'run' => "ALTSCRIBE_SEED=$seed npx playwright test sequences --project=wordpress-7.1", 'log' => $world->log, 'content' => content_of( $world ), 'rows' => array_map( function ( $row ) { return wp_array_slice_assoc( $row, array( 'id', 'state', 'place', 'previous_text', 'new_text', 'decided_text', 'post_id' ) ); }, rows_of( $world ) ) );
	}
	return null;
}

wp_set_current_user( get_user_by( 'login', 'admin' )->ID );
$other  = wp_insert_user( array( 'user_login' => uniqid( 'sequence' ), 'user_pass' => 'x', 'role' => 'editor' ) );
$users  = array( get_current_user_id(), $other );
$images = images( 3 );
$post   = wp_insert_post( array( 'post_title' => 'Harbour', 'post_type' => 'page', 'post_status' => 'draft', 'post_content' => 'x' ) );
$broken = array();
$total  = 0;
for ( $seed = $args['seed']; $seed < $args['seed'] + $args['count'] && count( $broken ) < ( $args['most'] ?? 5 ); $seed++ ) {
	$world         = new World();
	$world->post   = $post;
	$world->images = $images;
	$world->users  = $users;
	$found         = run_sequence( $seed, $world, $args['steps'] );
	$total        += 1;
	if ( $found ) {
		$broken[] = $found;
	}
}
return array( 'broken' => $broken, 'sequences' => $total );
