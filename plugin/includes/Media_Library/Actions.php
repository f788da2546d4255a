<?php
/**
 * The row and bulk actions of the media library, and the notices after them.
 *
 * @package Altscribe
 */

namespace Altscribe\Media_Library;

use Altscribe\Batches;
use Altscribe\Core;
use Altscribe\Library;
use WP_Error;
use WP_Post;

defined( 'ABSPATH' ) || exit;

final class Actions {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_filter( 'bulk_actions-upload', array( self::class, 'add_bulk_action' ) );
		add_filter( 'handle_bulk_actions-upload', array( self::class, 'handle_bulk_action' ), 10, 3 );
		add_filter( 'media_row_actions', array( self::class, 'add_row_actions' ), 10, 2 );
		add_action( 'admin_post_altscribe_mark_decorative', array( self::class, 'handle_mark_decorative' ) );
		add_action( 'admin_post_altscribe_mark_read', array( self::class, 'handle_mark_read' ) );
		add_action( 'admin_notices', array( self::class, 'render_library_notice' ) );
		add_filter( 'removable_query_args', array( self::class, 'remove_notice_args' ) );
		add_filter( 'bulk_actions-edit-product', array( self::class, 'add_bulk_action' ) );
	}

	/**
	 * Adds "Generate alt text".
	 *
	 * @param array<string, string> $actions Labels by name.
	 * @return array<string, string>
	 */
	public static function add_bulk_action( $actions ) {
		return Core\Permissions::may_run_batches() ? $actions + array( 'altscribe_generate' => __( 'Generate alt text', 'altscribe' ) ) : $actions;
	}

	/**
	 * Starts a batch for the images that the user selected.
	 *
	 * @param string $location The URL to redirect to.
	 * @param string $action   Name of the action.
	 * @param int[]  $ids      Ids of the files.
	 * @return string
	 */
	public static function handle_bulk_action( $location, $action, $ids ) {
		if ( 'altscribe_generate' !== $action ) {
			return $location;
		}
		if ( ! Core\Permissions::may_run_batches() ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to generate alt text for these images.', 'altscribe' ), 403 );
		}
		$ids   = array_filter( array_map( 'intval', (array) $ids ), array( Core\Permissions::class, 'may_generate_for' ) );
		$args  = array(
			'ids'    => array_values( $ids ),
			'origin' => 'bulk',
		);
		$batch = Batches\Start::find_shortage( $args ) ?? Batches\Start::start_batch( $args );
		return self::return_with_notice( $location, is_wp_error( $batch ) ? $batch : 'started' );
	}

	/**
	 * Adds the links for an image: without "Generate" if a text already waits and the user may see the page where it does.
	 *
	 * @param array<string, string> $actions Links by name.
	 * @param WP_Post               $post    The file.
	 * @return array<string, string>
	 */
	public static function add_row_actions( $actions, $post ) {
		if ( ! wp_attachment_is_image( $post ) || 'trash' === $post->post_status ) {
			return $actions;
		}
		$title = _draft_or_post_title( $post );
		$state = Library\States::of_image( $post->ID )['state'];
		if ( 'unread' === $state && Core\Permissions::may_work_on_post( $post->ID ) ) {
			$actions['altscribe_read'] = sprintf(
				'<a href="%s" aria-label="%s">%s</a>',
				esc_url( wp_nonce_url( admin_url( "admin-post.php?action=altscribe_mark_read&attachment=$post->ID&text=" . md5( Library\Alt_Text::get_clean( $post->ID ) ) ), "altscribe_mark_$post->ID" ) ),
				/* translators: 1: "Accept", 2: title of an image. */
				esc_attr( sprintf( __( '%1$s: &#8220;%2$s&#8221;', 'altscribe' ), __( 'Accept', 'altscribe' ), $title ) ),
				esc_html__( 'Accept', 'altscribe' )
			);
		}
		if ( ! Core\Permissions::may_generate_for( $post->ID ) ) {
			return $actions;
		}
		if ( 'suggested' === $state && Core\Permissions::may_run_batches() ) {
			$actions['altscribe_review'] = sprintf(
				'<a href="%s" aria-label="%s">%s</a>',
				esc_url( Core\Urls::media_page_url( array( 'tab' => 'review' ) ) ),
				/* translators: 1: "Review", 2: title of an image. */
				esc_attr( sprintf( __( '%1$s: &#8220;%2$s&#8221;', 'altscribe' ), __( 'Review', 'altscribe' ), $title ) ),
				esc_html__( 'Review', 'altscribe' )
			);
			return $actions;
		}
		/* translators: %s: title of an image. */
		$generate = sprintf( __( 'Generate alt text for &#8220;%s&#8221;', 'altscribe' ), $title );
		// The button only works with the script of the list.
		$actions['altscribe_generate'] = sprintf(
			'<button type="button" class="button-link altscribe-generate-row hide-if-no-js" data-id="%d" aria-label="%s">%s</button>',
			$post->ID,
			esc_attr( $generate ),
			esc_html__( 'Generate alt text', 'altscribe' )
		);
		if ( 'missing' === $state || 'decorative' === $state ) {
			$is_decorative = 'decorative' === $state;
			$label         = $is_decorative ? __( 'Not decorative', 'altscribe' ) : __( 'Decorative', 'altscribe' );

			$actions['altscribe_decorative'] = sprintf(
				'<a href="%s" aria-label="%s">%s</a>',
				esc_url( self::mark_decorative_url( $post->ID, ! $is_decorative ) ),
				/* translators: 1: "Decorative" or "Not decorative", 2: title of an image. */
				esc_attr( sprintf( __( '%1$s: &#8220;%2$s&#8221;', 'altscribe' ), $label, $title ) ),
				esc_html( $label )
			);
		}
		return $actions;
	}

	/**
	 * The URL that marks an image.
	 *
	 * @param int  $attachment_id The image.
	 * @param bool $is_decorative The new value.
	 * @return string
	 */
	private static function mark_decorative_url( $attachment_id, $is_decorative ) {
		$url = add_query_arg(
			array(
				'action'     => 'altscribe_mark_decorative',
				'attachment' => $attachment_id,
				'decorative' => $is_decorative ? 1 : 0,
			),
			admin_url( 'admin-post.php' )
		);
		return wp_nonce_url( $url, "altscribe_mark_$attachment_id" );
	}

	/** Marks an image as decorative or not, then redirects to the list. */
	public static function handle_mark_decorative() {
		$attachment_id = self::read_attachment( array( Core\Permissions::class, 'may_generate_for' ) );
		$is_decorative = ! empty( $_GET['decorative'] ); // phpcs:ignore WordPress.Security.NonceVerification -- Verified with the id.
		if ( $is_decorative && '' !== Library\Alt_Text::get_clean( $attachment_id ) ) {
			// A text was added after the list was shown.
			$notice = Core\Errors::not_marked_decorative();
		} else {
			$notice = $is_decorative ? 'decorative' : 'not-decorative';
			Library\Alt_Text::mark_decorative( $attachment_id, $is_decorative );
		}
		self::redirect( $notice );
	}

	/**
	 * The image of an action in the URL, if the user may change it. Ends the request otherwise.
	 *
	 * @param callable $may Gets its id.
	 * @return int Its id.
	 */
	private static function read_attachment( $may ) {
		$attachment_id = isset( $_GET['attachment'] ) ? absint( $_GET['attachment'] ) : 0;
		check_admin_referer( "altscribe_mark_$attachment_id" );
		if ( ! wp_attachment_is_image( $attachment_id ) || ! $may( $attachment_id ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to edit this image.', 'altscribe' ), 403 );
		}
		return $attachment_id;
	}

	/**
	 * Returns to the list after an action.
	 *
	 * @param string|WP_Error $notice As for self::return_with_notice().
	 */
	private static function redirect( $notice ) {
		wp_safe_redirect( self::return_with_notice( wp_get_referer() ? wp_get_referer() : admin_url( 'upload.php' ), $notice ) );
		exit;
	}

	/** Records that the user has read the generated text of an image, then redirects to the list. */
	public static function handle_mark_read() {
		$attachment_id = self::read_attachment( array( Core\Permissions::class, 'may_work_on_post' ) );
		// phpcs:ignore WordPress.Security.NonceVerification -- Verified with the id.
		$is_same = isset( $_GET['text'] ) && md5( Library\Alt_Text::get_clean( $attachment_id ) ) === $_GET['text'];
		if ( $is_same ) {
			Library\Provenance::mark_read( $attachment_id, get_current_user_id() );
		}
		self::redirect( $is_same ? 'read' : Core\Errors::text_changed() );
	}

	/**
	 * A URL of the list that shows a notice. The message of an error is stored for this user, because a URL
	 * must not contain text that WordPress displays, and so are the images that can be generated instead.
	 *
	 * @param string          $location URL of the list.
	 * @param string|WP_Error $notice   `started`, `decorative`, `not-decorative`, `read`, or an error.
	 * @return string
	 */
	private static function return_with_notice( $location, $notice ) {
		if ( is_wp_error( $notice ) ) {
			set_transient( 'altscribe_notice_' . get_current_user_id(), array( $notice->get_error_message(), $notice->get_error_data()['ids'] ?? array() ), 5 * MINUTE_IN_SECONDS );
			$notice = 'failed';
		}
		return add_query_arg( 'altscribe_notice', $notice, $location );
	}

	/**
	 * Lets WordPress remove the argument from the address bar.
	 *
	 * @param string[] $args Names of arguments.
	 * @return string[]
	 */
	public static function remove_notice_args( $args ) {
		return array_merge( $args, array( 'altscribe_notice' ) );
	}

	/**
	 * A link that generates for some images of the last bulk action.
	 *
	 * @param int[] $ids The images.
	 * @return string HTML; '' for none.
	 */
	private static function link_to_generate( $ids ) {
		if ( ! $ids ) {
			return '';
		}
		$url = add_query_arg(
			array(
				'mode'   => 'list',
				'action' => 'altscribe_generate',
				'media'  => $ids,
			),
			admin_url( 'upload.php' )
		);
		/* translators: %s: number of alt texts. */
		$label = sprintf( _n( 'Generate %s alt text', 'Generate %s alt texts', count( $ids ), 'altscribe' ), number_format_i18n( count( $ids ) ) );
		return sprintf( ' <a href="%s">%s</a>', esc_url( wp_nonce_url( $url, 'bulk-media' ) ), esc_html( $label ) );
	}

	/** Prints the notice of the last action. */
	public static function render_library_notice() {
		$screen = get_current_screen();
		// phpcs:ignore WordPress.Security.NonceVerification -- Only chooses one of a few sentences.
		$notice = $screen && in_array( $screen->id, array( 'upload', 'edit-product' ), true ) && isset( $_GET['altscribe_notice'] ) && is_string( $_GET['altscribe_notice'] )
			// phpcs:ignore WordPress.Security.NonceVerification -- As above.
			? sanitize_key( wp_unslash( $_GET['altscribe_notice'] ) )
			: '';
		if ( 'failed' === $notice ) {
			$name = 'altscribe_notice_' . get_current_user_id();

			list( $message, $ids ) = (array) get_transient( $name ) + array( '', array() );
			delete_transient( $name );
			Core\Screens::print_notice( esc_html( (string) $message ) . self::link_to_generate( $ids ), $ids ? 'warning' : 'error' );
			return;
		}
		$messages = array(
			'started'        => __( 'Generating alt text for the images. You can close this page. Generating continues in the background.', 'altscribe' ),
			'decorative'     => __( 'The image is marked as decorative.', 'altscribe' ),
			'read'           => __( 'Alt text accepted.', 'altscribe' ),
			'not-decorative' => __( 'The image is no longer marked as decorative.', 'altscribe' ),
		);
		if ( ! isset( $messages[ $notice ] ) ) {
			return;
		}
		$link = 'started' === $notice
			? sprintf( ' <a href="%s">%s</a>', esc_url( admin_url( 'upload.php?page=altscribe-media' ) ), esc_html__( 'View progress', 'altscribe' ) )
			: '';
		Core\Screens::print_notice( esc_html( $messages[ $notice ] ) . $link, 'success' );
	}
}
