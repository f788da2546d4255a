<?php
/**
 * The limit of credits a day: whatever generates, and however many processes do, this site spends no more
 * credits than that between two midnights of its own time zone.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** The credits of a day are counted in the option of this name and the date. */
const ALTSCRIBE_SPENT_OPTION = 'altscribe_spent_';

/**
 * Makes a call that costs at most one credit, if the limit admits it. A credit is counted before the call,
 * and given back when the call turns out to have cost none. A process that is killed meanwhile leaves it
 * counted, as the service may have charged it.
 *
 * @param int      $limit Credits a day; 0 for no limit.
 * @param callable $call  Returns a WP_Error, or the answer as altscribe_call_service() does.
 * @return array<string, mixed>|WP_Error What the call returned, or altscribe_daily_limit.
 */
function altscribe_call_within_daily_limit( $limit, $call ) {
	$option = altscribe_spent_option();
	if ( ! altscribe_count_spent_credit( $option, $limit ) ) {
		return altscribe_error_daily_limit( $limit );
	}
	$is_spent = false;
	try {
		$answer   = call_user_func( $call );
		$is_spent = ! is_wp_error( $answer ) && '' === wp_remote_retrieve_header( $answer, 'age' );
	} finally {
		if ( ! $is_spent ) {
			altscribe_give_back_credit( $option );
		}
	}
	return $answer;
}

/**
 * The credits that the site has spent today.
 *
 * @return int
 */
function altscribe_spent_today() {
	global $wpdb;
	// Other processes count, too, so no cache can know.
	return (int) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM $wpdb->options WHERE option_name = %s", altscribe_spent_option() ) );
}

/**
 * The name of the option for today.
 *
 * @return string
 */
function altscribe_spent_option() {
	return ALTSCRIBE_SPENT_OPTION . wp_date( 'Y-m-d' );
}

/**
 * Counts one more credit, in one statement, unless the limit is reached.
 *
 * @param string $option Name of the option.
 * @param int    $limit  Credits a day; 0 for no limit.
 * @return bool Whether it was counted.
 */
function altscribe_count_spent_credit( $option, $limit ) {
	global $wpdb;
	$below = $limit > 0 ? $wpdb->prepare( ' AND option_value + 0 < %d', $limit ) : '';
	$count = $wpdb->prepare( "UPDATE $wpdb->options SET option_value = option_value + 1 WHERE option_name = %s", $option ) . $below;
	if ( 1 === $wpdb->query( $count ) ) {
		return true;
	}
	// The first credit of a day; of two processes, one adds the row.
	$is_new = $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO $wpdb->options ( option_name, option_value, autoload ) VALUES ( %s, '0', 'off' )", $option ) );
	if ( $is_new ) {
		altscribe_forget_spent_credits( $option );
	}
	return 1 === $wpdb->query( $count );
}

/**
 * Takes back a credit that was not spent after all.
 *
 * @param string $option Name of the option.
 */
function altscribe_give_back_credit( $option ) {
	global $wpdb;
	$wpdb->query( $wpdb->prepare( "UPDATE $wpdb->options SET option_value = option_value - 1 WHERE option_name = %s AND option_value + 0 > 0", $option ) );
}

/**
 * Deletes the counts of all days but one.
 *
 * @param string $except Name of the option that stays, or ''.
 */
function altscribe_forget_spent_credits( $except = '' ) {
	global $wpdb;
	$days = $wpdb->esc_like( ALTSCRIBE_SPENT_OPTION ) . '%';
	$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name LIKE %s AND option_name <> %s", $days, $except ) );
}

/**
 * The site has spent the credits that it may spend in a day.
 *
 * @param int $limit Credits a day.
 */
function altscribe_error_daily_limit( $limit ) {
	$midnight = date_create_immutable( 'tomorrow', wp_timezone() );
	return new WP_Error(
		'altscribe_daily_limit',
		sprintf(
			/* translators: %s: number of credits. */
			_n(
				'This site may use %s credit a day, and has used it. It goes on tomorrow, or when an administrator raises the limit.',
				'This site may use %s credits a day, and has used them. It goes on tomorrow, or when an administrator raises the limit.',
				$limit,
				'altscribe'
			),
			number_format_i18n( $limit )
		),
		array(
			'status'      => 429,
			'limit'       => $limit,
			'retry_after' => $midnight->getTimestamp() - time(),
		)
	);
}
