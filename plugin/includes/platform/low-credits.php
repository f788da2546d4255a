<?php
/**
 * Tells administrators once, on the screens of Altscribe and of media, that credits run low. No page asks
 * the service for that: each balance that comes with a text or an account is looked at. A script that knows
 * a newer one corrects the notice, or removes it: see src/common/credit-notice.ts.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** The option with the time since when credits are low. */
const ALTSCRIBE_LOW_CREDITS = 'altscribe_low_credits_since';

/** The option with the balance that was low, as the service said it last, and the account that it is of. */
const ALTSCRIBE_LOW_BALANCE = 'altscribe_low_credits';

/** The option of a user with the time of the notice that was dismissed. It is one for each site. */
const ALTSCRIBE_LOW_CREDITS_DISMISSED = 'altscribe_low_credits_dismissed';

add_action( 'admin_notices', 'altscribe_render_low_credits_notice' );
add_action( 'wp_ajax_altscribe_dismiss_low_credits', 'altscribe_dismiss_low_credits' );

/**
 * Notes whether a balance is low.
 *
 * @param array<string, mixed> $settings As altscribe_settings() returns them.
 * @param int                  $credits  The credits that are left.
 */
function altscribe_note_credits( $settings, $credits ) {
	$is_low  = $settings['low_credits_at'] > 0 && $credits <= $settings['low_credits_at'];
	$was_low = (bool) get_option( ALTSCRIBE_LOW_CREDITS );
	if ( $is_low ) {
		$balance = array(
			'credits' => $credits,
			'account' => altscribe_account_transient( $settings ),
		);
		update_option( ALTSCRIBE_LOW_BALANCE, $balance, true );
	}
	if ( $is_low && ! $was_low ) {
		update_option( ALTSCRIBE_LOW_CREDITS, time(), true );
	} elseif ( ! $is_low && $was_low ) {
		delete_option( ALTSCRIBE_LOW_CREDITS );
		delete_option( ALTSCRIBE_LOW_BALANCE );
	}
}

/** Prints the notice for administrators who have not dismissed it. */
function altscribe_render_low_credits_notice() {
	$screens = array( 'upload', 'attachment', 'settings_page_altscribe', 'media_page_altscribe-media' );
	if ( ! in_array( get_current_screen()->id, $screens, true ) || ! altscribe_may_change_settings() ) {
		return;
	}
	// Asked last: while credits are not low there is no such option, which WordPress finds out by a query each time.
	$since = (int) get_option( ALTSCRIBE_LOW_CREDITS );
	if ( ! $since || $since <= (int) get_user_option( ALTSCRIBE_LOW_CREDITS_DISMISSED ) ) {
		return;
	}
	$settings = altscribe_settings();
	$limit    = $settings['low_credits_at'];
	$balance  = get_option( ALTSCRIBE_LOW_BALANCE );
	if ( ! $limit || ! is_array( $balance ) || $balance['credits'] > $limit || altscribe_account_transient( $settings ) !== $balance['account'] ) {
		// It is of another account, or the setting was lowered meanwhile.
		return;
	}
	wp_admin_notice(
		esc_html( altscribe_low_credits_sentence( $balance['credits'], $settings['user_id'] ) ),
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
 * What the notice says, as src/common/credit-notice.ts has it for the scripts.
 *
 * @param int    $credits The credits that are left.
 * @param string $account E-mail address of the account.
 * @return string
 */
function altscribe_low_credits_sentence( $credits, $account ) {
	if ( $credits <= 0 ) {
		/* translators: %s: e-mail address of an account. */
		return sprintf( __( 'Altscribe has no credits left. Ask the owner of %s to add some.', 'altscribe' ), $account );
	}
	/* translators: 1: number of credits, 2: e-mail address of an account. */
	$sentence = _n( 'Altscribe has %1$s credit left. Ask the owner of %2$s to add some.', 'Altscribe has %1$s credits left. Ask the owner of %2$s to add some.', $credits, 'altscribe' );
	return sprintf( $sentence, number_format_i18n( $credits ), $account );
}

/** Keeps the notice from the user until credits run low the next time. */
function altscribe_dismiss_low_credits() {
	check_ajax_referer( 'altscribe_dismiss_low_credits' );
	if ( ! altscribe_may_change_settings() ) {
		wp_die( -1, 403 );
	}
	update_user_option( get_current_user_id(), ALTSCRIBE_LOW_CREDITS_DISMISSED, time() );
	wp_die( 1 );
}
