<?php
/**
 * The dashboard widget, and the notice about few credits.
 *
 * @package Altscribe
 */

namespace Altscribe\Platform;

use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Service;
use Altscribe\Suggestions;

defined( 'ABSPATH' ) || exit;

final class Dashboard {

	/** Option: the time since when credits are low. */
	private const LOW_CREDITS = 'altscribe_low_credits_since';

	/** Option: the low balance, as last reported by the service, and its account. */
	private const LOW_BALANCE = 'altscribe_low_credits';

	/** User option: the time of the notice that was dismissed. Each site has its own. */
	public const LOW_CREDITS_DISMISSED = 'altscribe_low_credits_dismissed';

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'altscribe_credits_known', array( self::class, 'note_credits' ), 10, 2 );
		add_action( 'admin_notices', array( self::class, 'render_low_credits_notice' ) );
		add_action( 'wp_ajax_altscribe_dismiss_low_credits', array( self::class, 'dismiss_low_credits' ) );
		add_action( 'wp_dashboard_setup', array( self::class, 'add_dashboard_widget' ) );
	}

	/**
	 * Records whether a balance is low.
	 *
	 * @param array<string, mixed> $settings As Core\Settings::get() returns them.
	 * @param int                  $credits  The remaining credits.
	 */
	public static function note_credits( $settings, $credits ) {
		$is_low  = $settings['low_credits_at'] > 0 && $credits <= $settings['low_credits_at'];
		$was_low = (bool) get_option( self::LOW_CREDITS );
		if ( $is_low ) {
			$balance = array(
				'credits' => $credits,
				'account' => Service\Account::transient( $settings ),
			);
			update_option( self::LOW_BALANCE, $balance );
		}
		if ( $is_low && ! $was_low ) {
			update_option( self::LOW_CREDITS, time() );
		} elseif ( ! $is_low && $was_low ) {
			delete_option( self::LOW_CREDITS );
			delete_option( self::LOW_BALANCE );
		}
	}

	/** Prints the notice for administrators who have not dismissed it. */
	public static function render_low_credits_notice() {
		$screens = array( 'upload', 'attachment', 'settings_page_altscribe', 'media_page_altscribe-media' );
		if ( ! in_array( get_current_screen()->id, $screens, true ) || ! Core\Permissions::may_change_settings() ) {
			return;
		}
		// Checked last: while credits are not low, this option does not exist, and WordPress would query it each
		// time.
		$since = (int) get_option( self::LOW_CREDITS );
		if ( ! $since || $since <= (int) get_user_option( self::LOW_CREDITS_DISMISSED ) ) {
			return;
		}
		$settings = Core\Settings::get();
		$limit    = $settings['low_credits_at'];
		$balance  = get_option( self::LOW_BALANCE );
		if ( ! $limit || ! is_array( $balance ) || $balance['credits'] > $limit || Service\Account::transient( $settings ) !== $balance['account'] ) {
			// The balance is another account's, or the setting has been lowered in the meantime.
			return;
		}
		wp_admin_notice(
			esc_html( self::low_credits_sentence( $balance['credits'], $settings['user_id'] ) ),
			array(
				'type'        => 'warning',
				'id'          => 'altscribe-low-credits',
				'dismissible' => true,
				'attributes'  => array(
					'data-limit'   => $limit,
					'data-account' => $settings['user_id'],
				),
			)
		);
		$url = add_query_arg(
			array(
				'action'   => 'altscribe_dismiss_low_credits',
				'_wpnonce' => wp_create_nonce( 'altscribe_dismiss_low_credits' ),
			),
			admin_url( 'admin-ajax.php', 'relative' )
		);
		wp_print_inline_script_tag(
			"document.getElementById( 'altscribe-low-credits' ).addEventListener( 'click', ( { target } ) => {
				if ( target.matches( '.notice-dismiss' ) ) {
					navigator.sendBeacon( " . wp_json_encode( $url, JSON_HEX_TAG ) . ' );
				}
			} );'
		);
	}

	/**
	 * The text of the notice. src/common/credit-notice.ts has the same for the scripts.
	 *
	 * @param int    $credits The remaining credits.
	 * @param string $account E-mail address of the account.
	 * @return string
	 */
	private static function low_credits_sentence( $credits, $account ) {
		if ( $credits <= 0 ) {
			/* translators: %s: e-mail address of an account. */
			return sprintf( __( 'Altscribe has no credits left. Ask the account owner (%s) to add credits.', 'altscribe' ), $account );
		}
		/* translators: 1: number of credits, 2: e-mail address of an account. */
		$sentence = _n( 'Altscribe has %1$s credit left. Ask the account owner (%2$s) to add credits.', 'Altscribe has %1$s credits left. Ask the account owner (%2$s) to add credits.', $credits, 'altscribe' );
		return sprintf( $sentence, number_format_i18n( $credits ), $account );
	}

	/** Hides the notice from the user until credits run low again. */
	public static function dismiss_low_credits() {
		check_ajax_referer( 'altscribe_dismiss_low_credits' );
		if ( ! Core\Permissions::may_change_settings() ) {
			wp_die( -1, 403 );
		}
		update_user_option( get_current_user_id(), self::LOW_CREDITS_DISMISSED, time() );
		wp_die( 1 );
	}

	/** Adds the widget, for users who may work on the whole media library. */
	public static function add_dashboard_widget() {
		if ( Core\Permissions::may_run_batches() ) {
			wp_add_dashboard_widget( 'altscribe_alt_text', __( 'Alt text', 'altscribe' ), array( self::class, 'render_dashboard_widget' ) );
		}
	}

	/** Prints the widget. */
	public static function render_dashboard_widget() {
		$counts = Library\Counts::cached_counts();
		if ( 0 === $counts['images'] ) {
			echo '<p>' . esc_html__( 'The media library has no images yet.', 'altscribe' ) . '</p>';
			return;
		}
		if ( 0 === $counts['missing'] + $counts['suggested'] + $counts['unread'] + $counts['check'] ) {
			echo '<p>' . esc_html__( 'Every image has alt text.', 'altscribe' ) . '</p>';
		}
		echo '<ul>';
		foreach ( self::dashboard_lines( $counts ) as $state => $line ) {
			printf( '<li><a href="%s">%s</a></li>', esc_url( admin_url( "upload.php?mode=list&altscribe_state=$state" ) ), esc_html( $line ) );
		}
		echo '</ul>';
		// As on the screen that the button opens: also the texts in posts.
		$to_review = Suggestions\Lists::count_waiting();
		if ( $to_review > 0 ) {
			/* translators: %s: number of alt texts. */
			printf( '<p><a class="button button-primary" href="%s">%s</a></p>', esc_url( Core\Urls::media_page_url( array( 'tab' => 'review' ) ) ), esc_html( sprintf( __( 'Review %s', 'altscribe' ), number_format_i18n( $to_review ) ) ) );
		} elseif ( $counts['missing'] > 0 ) {
			printf( '<p><a class="button" href="%s">%s</a></p>', esc_url( admin_url( 'upload.php?page=altscribe-media' ) ), esc_html__( 'Generate alt text', 'altscribe' ) );
		}
	}

	/**
	 * "318 images without alt text", "9 suggested alt texts", one line for each state that has images and needs attention.
	 *
	 * @param array<string, int> $counts As Library\Counts::cached_counts() returns them.
	 * @return array<string, string> By state.
	 */
	private static function dashboard_lines( $counts ) {
		$lines = array(
			/* translators: %s: number of images. */
			'missing'    => _n( '%s image without alt text', '%s images without alt text', $counts['missing'], 'altscribe' ),
			/* translators: %s: number of images. */
			'suggested'  => _n( '%s suggested alt text', '%s suggested alt texts', $counts['suggested'], 'altscribe' ),
			/* translators: %s: number of images. */
			'unread'     => _n( '%s AI text to check', '%s AI texts to check', $counts['unread'], 'altscribe' ),
			/* translators: %s: number of images. */
			'check'      => _n( '%s alt text with problems', '%s alt texts with problems', $counts['check'], 'altscribe' ),
			/* translators: %s: number of images. */
			'decorative' => _n( '%s decorative image', '%s decorative images', $counts['decorative'], 'altscribe' ),
		);
		foreach ( $lines as $state => $line ) {
			$lines[ $state ] = sprintf( $line, number_format_i18n( $counts[ $state ] ) );
		}
		return array_filter(
			$lines,
			function ( $state ) use ( $counts ) {
				return $counts[ $state ] > 0;
			},
			ARRAY_FILTER_USE_KEY
		);
	}
}
