<?php
/**
 * wp altscribe review.
 *
 * @package Altscribe
 */

namespace Altscribe\Cli;

use Altscribe\Core;
use Altscribe\Suggestions;
use WP_CLI;

defined( 'ABSPATH' ) || exit;

final class Review_Commands {

	/**
	 * Lists the suggestions that wait for review, oldest first, or the latest decisions.
	 *
	 * ## OPTIONS
	 *
	 * [--state=<state>]
	 * : Which suggestions.
	 * ---
	 * default: pending
	 * options:
	 *   - pending
	 *   - decided
	 * ---
	 *
	 * [--post=<id>]
	 * : Only those for images in this post.
	 *
	 * [--finding=<code>]
	 * : Only texts with this finding, such as too-long; "none" for texts without findings, "decorative" for images that seem
	 *   to be.
	 *
	 * [--format=<format>]
	 * : Output format.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     # Texts to review that have no findings.
	 *     $ wp altscribe review list --finding=none
	 *
	 *     # Images that seem to be decorative.
	 *     $ wp altscribe review list --finding=decorative
	 *
	 * @param string[]              $ids     Unused.
	 * @param array<string, string> $options Options.
	 */
	public static function list( $ids, $options ) {
		$problems = array();
		$filters  = array(
			'state'   => $options['state'],
			'waiting' => 'suggested',
			'post'    => Output::get_number( $options, 'post', $problems ),
			'finding' => (string) ( $options['finding'] ?? '' ),
			'any'     => true,
		);
		Output::fail( $problems );
		$page   = 0;
		$number = Output::print_rows(
			$options['format'],
			array( 'id', 'state', 'image', 'post', 'current_text', 'text', 'purpose', 'findings', 'hint', 'created', 'requested_by' ),
			function () use ( $filters, &$page ) {
				return array_map( array( self::class, 'to_row' ), Suggestions\Lists::list( $filters, ++$page, Output::ROWS )['rows'] );
			}
		);
		if ( ! $number && 'table' === $options['format'] ) {
			WP_CLI::log( 'pending' === $options['state'] ? __( 'No texts to review.', 'altscribe' ) : __( 'No decisions in the last 30 days.', 'altscribe' ) );
		}
	}

	/**
	 * The row of a suggestion.
	 *
	 * @param array<string, string> $row Its row in the table.
	 * @return array<string, mixed>
	 */
	private static function to_row( $row ) {
		return array(
			'id'           => (int) $row['id'],
			'state'        => $row['state'],
			'image'        => (int) $row['attachment_id'] ? (int) $row['attachment_id'] : $row['image_url'],
			'post'         => (int) $row['post_id'],
			'current_text' => (string) Suggestions\Store::current_text( $row ),
			'text'         => 'pending' === $row['state'] ? $row['new_text'] : $row['decided_text'],
			'purpose'      => $row['purpose'],
			'findings'     => trim( $row['findings'], ',' ),
			'hint'         => $row['hint'],
			'created'      => Core\Routes::format_time( $row['created'] ),
			'requested_by' => (string) get_the_author_meta( 'display_name', (int) $row['user_id'] ),
		);
	}

	/**
	 * Accepts suggestions: writes their texts. The decision is recorded with the user of --user.
	 *
	 * ## OPTIONS
	 *
	 * <id>...
	 * : Ids of suggestions, from wp altscribe review list.
	 *
	 * [--text=<text>]
	 * : Another text than the suggested one. Only with one id.
	 *
	 * [--decorative]
	 * : Marks the images as decorative instead.
	 *
	 * ## EXIT CODES
	 *
	 * 0: all done. 1: nothing done. 2: partly done.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp altscribe review accept 12 15 --user=editor
	 *
	 * @param string[]              $ids     Ids.
	 * @param array<string, string> $options Options.
	 */
	public static function accept( $ids, $options ) {
		if ( isset( $options['text'] ) && count( $ids ) > 1 ) {
			Output::fail( array( __( '--text needs exactly one ID.', 'altscribe' ) ) );
		}
		self::decide( $ids, WP_CLI\Utils\get_flag_value( $options, 'decorative' ) ? 'decorative' : 'accept', $options['text'] ?? null );
	}

	/**
	 * Rejects suggestions: the images keep their texts. The decision is recorded with the user of --user.
	 *
	 * ## OPTIONS
	 *
	 * <id>...
	 * : Ids of suggestions, from wp altscribe review list.
	 *
	 * ## EXIT CODES
	 *
	 * 0: all done. 1: nothing done. 2: partly done.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp altscribe review reject 12 --user=editor
	 *
	 * @param string[] $ids Ids.
	 */
	public static function reject( $ids ) {
		self::decide( $ids, 'reject', null );
	}

	/**
	 * Decides suggestions and ends the command.
	 *
	 * @param string[]    $ids      Ids.
	 * @param string      $decision As for Suggestions\Decisions::decide().
	 * @param string|null $text     The text to accept; null for the suggested one.
	 */
	private static function decide( $ids, $decision, $text ) {
		if ( ! is_user_logged_in() ) {
			Output::fail( array( __( 'Specify who decides: --user=<login>.', 'altscribe' ) ) );
		}
		$done = 0;
		foreach ( $ids as $id ) {
			$row = Suggestions\Decisions::decide_if_permitted( (int) $id, $decision, $text );
			if ( is_wp_error( $row ) ) {
				WP_CLI::error( "$id: " . $row->get_error_message(), false );
			} else {
				++$done;
			}
		}
		/* translators: %s: number of texts. */
		WP_CLI::log( sprintf( _n( '%s text reviewed.', '%s texts reviewed.', $done, 'altscribe' ), number_format_i18n( $done ) ) );
		if ( $done < count( $ids ) ) {
			WP_CLI::halt( $done ? Output::PARTIAL : 1 );
		}
	}
}
