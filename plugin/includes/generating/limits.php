<?php
/**
 * Limits who may generate texts, and how many per day.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * JSON schemas of these settings, with their defaults.
 *
 * @return array<string, array<string, mixed>> `limit_roles`: only `generate_roles` and administrators may generate;
 *                                             `daily_credit_limit`: credits per day, 0 for no limit;
 *                                             `low_credits_at`: the balance at which a notice appears, 0 for never.
 */
function altscribe_generating_setting_schemas() {
	$count = array(
		'type'    => 'integer',
		'minimum' => 0,
		'maximum' => 1000000,
	);
	return array(
		'limit_roles'        => array(
			'type'    => 'boolean',
			'default' => false,
		),
		'generate_roles'     => array(
			'type'        => 'array',
			'uniqueItems' => true,
			'items'       => array(
				'type'      => 'string',
				'maxLength' => 100,
			),
			'default'     => array(),
		),
		'daily_credit_limit' => array_merge( $count, array( 'default' => 0 ) ),
		'low_credits_at'     => array_merge( $count, array( 'default' => 20 ) ),
	);
}

/**
 * The roles that may write posts or upload files, except those that may always generate.
 *
 * @return array<array{name: string, label: string}>
 */
function altscribe_list_generating_roles() {
	$roles = array();
	foreach ( wp_roles()->role_objects as $name => $role ) {
		if ( ! $role->has_cap( 'manage_options' ) && ( $role->has_cap( 'edit_posts' ) || $role->has_cap( 'upload_files' ) ) ) {
			$roles[] = array(
				'name'  => $name,
				'label' => translate_user_role( wp_roles()->role_names[ $name ] ),
			);
		}
	}
	return $roles;
}

/**
 * Whether the user may generate an alternative text for a post or an attachment, by capability and
 * role.
 *
 * @param int $post_id The post or attachment.
 * @return bool
 */
function altscribe_may_generate_for( $post_id ) {
	return altscribe_has_generating_role() && altscribe_may_use_post( $post_id );
}

/**
 * Whether the user's role may generate. Administrators always may.
 *
 * @return bool
 */
function altscribe_has_generating_role() {
	if ( current_user_can( 'manage_options' ) ) {
		return true;
	}
	// The settings of the site: a network has no roles, and the menu checks this on every screen.
	$settings = altscribe_stored_settings();
	return ! $settings['limit_roles'] || (bool) array_intersect( $settings['generate_roles'], wp_get_current_user()->roles );
}

/**
 * The permission check of a route, with a specific error if only the role is missing.
 *
 * @param int $post_id The post or attachment.
 * @return bool|WP_Error
 */
function altscribe_explain_permission( $post_id ) {
	$may_use = altscribe_may_use_post( $post_id );
	return $may_use && ! altscribe_has_generating_role() ? altscribe_error_role_excluded() : $may_use;
}

/** Error: the user's role may not generate. */
function altscribe_error_role_excluded() {
	return new WP_Error(
		'altscribe_role_excluded',
		__( 'Your role is not allowed to generate alt text on this site. Ask an administrator.', 'altscribe' ),
		array( 'status' => 403 )
	);
}

/** Error: the user may not change the post or image whose text is wanted. */
function altscribe_error_forbidden() {
	return new WP_Error( 'rest_forbidden', __( 'You are not allowed to edit this post, or it no longer exists.', 'altscribe' ), array( 'status' => 403 ) );
}

/** The prefix of the option that counts the credits of a day; the date follows. */
const ALTSCRIBE_SPENT_OPTION = 'altscribe_spent_';

/**
 * Makes a call that costs at most one credit, unless the limit is reached. The credit is counted before
 * the call, and given back if the call cost none. If the process is killed meanwhile, the credit stays
 * counted, because the service may have charged it.
 *
 * @param int      $limit Credits per day; 0 for no limit.
 * @param callable $call  Returns a WP_Error, or a response like altscribe_call_service().
 * @return array<string, mixed>|WP_Error The result of the call, or altscribe_daily_limit.
 */
function altscribe_call_within_daily_limit( $limit, $call ) {
	$option = altscribe_spent_option();
	if ( ! altscribe_count_spent_credit( $option, $limit ) ) {
		return altscribe_error_daily_limit( $limit );
	}
	$is_spent = false;
	try {
		$answer   = call_user_func( $call );
		$is_spent = ! is_wp_error( $answer ) && ! altscribe_was_free( $answer );
	} finally {
		if ( ! $is_spent ) {
			altscribe_give_back_credit( $option );
		}
	}
	return $answer;
}

/**
 * The credits that the site spent today.
 *
 * @return int
 */
function altscribe_spent_today() {
	global $wpdb;
	// Not cached, because other processes count too.
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
 * Counts one more credit in a single SQL statement, unless the limit is reached.
 *
 * @param string $option Name of the option.
 * @param int    $limit  Credits per day; 0 for no limit.
 * @return bool Whether it was counted.
 */
function altscribe_count_spent_credit( $option, $limit ) {
	global $wpdb;
	$below = $limit > 0 ? $wpdb->prepare( ' AND option_value + 0 < %d', $limit ) : '';
	$count = $wpdb->prepare( "UPDATE $wpdb->options SET option_value = option_value + 1 WHERE option_name = %s", $option ) . $below;
	if ( 1 === $wpdb->query( $count ) ) {
		return true;
	}
	// The first credit of a day: if two processes count at the same time, only one adds the row.
	$is_new = $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO $wpdb->options ( option_name, option_value, autoload ) VALUES ( %s, '0', 'off' )", $option ) );
	if ( $is_new ) {
		altscribe_forget_spent_credits( $option );
		altscribe_forget_old_keys();
	}
	return 1 === $wpdb->query( $count );
}

/**
 * Gives back a credit that was not spent.
 *
 * @param string $option Name of the option.
 */
function altscribe_give_back_credit( $option ) {
	global $wpdb;
	$wpdb->query( $wpdb->prepare( "UPDATE $wpdb->options SET option_value = option_value - 1 WHERE option_name = %s AND option_value + 0 > 0", $option ) );
}

/**
 * Deletes the counts of all days except one.
 *
 * @param string $except Name of the option to keep, or ''.
 */
function altscribe_forget_spent_credits( $except = '' ) {
	global $wpdb;
	$days = $wpdb->esc_like( ALTSCRIBE_SPENT_OPTION ) . '%';
	$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name LIKE %s AND option_name <> %s", $days, $except ) );
}

/**
 * Error: the site has spent its credits for today.
 *
 * @param int $limit Credits per day.
 */
function altscribe_error_daily_limit( $limit ) {
	$midnight = date_create_immutable( 'tomorrow', wp_timezone() );
	return new WP_Error(
		'altscribe_daily_limit',
		sprintf(
			/* translators: %s: number of credits. */
			_n(
				'This site has used its daily limit of %s credit. Generating continues tomorrow, or when an administrator raises the limit.',
				'This site has used its daily limit of %s credits. Generating continues tomorrow, or when an administrator raises the limit.',
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
