<?php
/**
 * Site Health: tests, and the debug information.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'site_status_tests', 'altscribe_add_site_health_tests' );
add_action( 'rest_api_init', 'altscribe_register_site_health_route' );

/**
 * Adds the tests. The connection is tested in a separate request, because an unreachable service takes
 * seconds.
 *
 * @param array<string, array<string, mixed>> $tests The existing tests.
 * @return array<string, array<string, mixed>>
 */
function altscribe_add_site_health_tests( $tests ) {
	$tests['async']['altscribe_connection'] = array(
		'label'             => __( 'Altscribe connection', 'altscribe' ),
		'test'              => rest_url( 'altscribe/v1/site-health/connection' ),
		'has_rest'          => true,
		'async_direct_test' => 'altscribe_test_connection_health',
	);
	$tests['direct']['altscribe_cron']      = array(
		'label' => __( 'Altscribe queue', 'altscribe' ),
		'test'  => 'altscribe_test_cron_health',
	);
	$tests['direct']['altscribe_unread'] = array(
		'label' => __( 'Altscribe texts', 'altscribe' ),
		'test'  => 'altscribe_test_unread_texts',
	);
	return $tests;
}

/** Registers the route of the test, for users who see Site Health. */
function altscribe_register_site_health_route() {
	register_rest_route(
		'altscribe/v1',
		'/site-health/connection',
		array(
			'methods'             => WP_REST_Server::READABLE,
			'callback'            => 'altscribe_test_connection_health',
			'permission_callback' => function () {
				return current_user_can( 'view_site_health_checks' );
			},
		)
	);
}

/**
 * Tests the connection, the key and the credits. Calls the service at most once a minute.
 *
 * @return array<string, mixed> A result for Site Health.
 */
function altscribe_test_connection_health() {
	$settings = altscribe_settings();
	if ( ! altscribe_is_connected( $settings ) ) {
		$question = altscribe_key_needed_message( altscribe_stored_settings() );
		return altscribe_health_result( 'altscribe_connection', 'recommended', __( 'Altscribe is not connected', 'altscribe' ), '' === $question ? __( 'Altscribe needs a service URL, an API key and an account to generate alt text.', 'altscribe' ) : $question );
	}
	$account = altscribe_get_cached_account( $settings );
	if ( is_wp_error( $account ) ) {
		return altscribe_health_result( 'altscribe_connection', 'critical', __( 'Altscribe cannot connect to its service', 'altscribe' ), altscribe_reword_for_connection_test( $account )->get_error_message() );
	}
	$credits = $account['credits_available'];
	if ( ! altscribe_is_unlimited( $account ) && $credits <= $settings['low_credits_at'] ) {
		$label = $credits > 0 ? __( 'Altscribe is running low on credits', 'altscribe' ) : __( 'Altscribe has no credits left', 'altscribe' );
		return altscribe_health_result( 'altscribe_connection', 'recommended', $label, altscribe_connected_message( $account ) );
	}
	return altscribe_health_result( 'altscribe_connection', 'good', __( 'Altscribe is connected to its service', 'altscribe' ), altscribe_connected_message( $account ) );
}

/**
 * Tests whether the queue has its tables, and whether WP-Cron works on it. With an empty queue this cannot be
 * tested, and does not matter.
 *
 * @return array<string, mixed> A result for Site Health.
 */
function altscribe_test_cron_health() {
	if ( ! altscribe_make_queue_tables( true ) || ( altscribe_list_missing_tables() && ! altscribe_restore_tables() ) ) {
		return altscribe_health_result( 'altscribe_cron', 'critical', __( 'Altscribe cannot store its data', 'altscribe' ), altscribe_error_queue_unavailable()->get_error_message() );
	}
	$is_open = null !== altscribe_seconds_until_work();
	if ( $is_open && ! wp_next_scheduled( ALTSCRIBE_TICK_HOOK ) ) {
		altscribe_schedule_tick();
	}
	if ( $is_open && ! wp_next_scheduled( ALTSCRIBE_TICK_HOOK ) ) {
		return altscribe_health_result( 'altscribe_cron', 'recommended', __( 'Alt text is not generated in the background', 'altscribe' ), __( 'WordPress could not schedule the event that processes queued images. Another plugin may prevent it. Until this is fixed, keep Media > Alt text open.', 'altscribe' ) );
	}
	if ( ! $is_open || altscribe_does_cron_work() ) {
		return altscribe_health_result( 'altscribe_cron', 'good', __( 'Alt text can be generated in the background', 'altscribe' ), __( 'WP-Cron processes the queued images.', 'altscribe' ) );
	}
	return altscribe_health_result( 'altscribe_cron', 'recommended', __( 'Alt text is not generated in the background', 'altscribe' ), __( 'WP-Cron is not running on this site, so queued images are only processed while Media > Alt text is open. Have the server call wp-cron.php every few minutes.', 'altscribe' ) );
}

/**
 * Tests whether people have read the texts that a model wrote.
 *
 * @return array<string, mixed> A result for Site Health.
 */
function altscribe_test_unread_texts() {
	$unread = altscribe_cached_counts()['unread'];
	if ( 0 === $unread ) {
		return altscribe_health_result( 'altscribe_unread', 'good', __( 'AI alt texts in the media library have been read', 'altscribe' ), __( 'A person has read each alt text that an AI model wrote.', 'altscribe' ) );
	}
	/* translators: %s: number of alt texts. */
	$label  = sprintf( _n( '%s AI alt text has not been read yet', '%s AI alt texts have not been read yet', $unread, 'altscribe' ), number_format_i18n( $unread ) );
	$result = altscribe_health_result( 'altscribe_unread', 'recommended', $label, __( 'An AI model can be wrong, and visitors already get these alt texts. Read them in the media library.', 'altscribe' ) );

	$result['actions'] = sprintf( '<p><a href="%s">%s</a></p>', esc_url( admin_url( 'upload.php?mode=list&altscribe_state=unread' ) ), esc_html__( 'Show the images', 'altscribe' ) );
	return $result;
}

/**
 * Builds a result for Site Health.
 *
 * @param string $test        Name of the test.
 * @param string $status      `good`, `recommended` or `critical`.
 * @param string $label       The heading.
 * @param string $description A sentence, as plain text.
 * @return array<string, mixed>
 */
function altscribe_health_result( $test, $status, $label, $description ) {
	$link = altscribe_may_change_settings()
		? sprintf( '<p><a href="%s">%s</a></p>', esc_url( altscribe_settings_url() ), esc_html__( 'Altscribe settings', 'altscribe' ) )
		: '';
	return array(
		'label'       => $label,
		'status'      => $status,
		'badge'       => array(
			'label' => __( 'Accessibility', 'altscribe' ),
			'color' => 'blue',
		),
		'description' => '<p>' . esc_html( $description ) . '</p>',
		'actions'     => 'good' === $status ? '' : $link,
		'test'        => $test,
	);
}

add_filter( 'debug_information', 'altscribe_add_debug_information' );

/**
 * Adds the section.
 *
 * @param array<string, array<string, mixed>> $sections The existing sections.
 * @return array<string, array<string, mixed>>
 */
function altscribe_add_debug_information( $sections ) {
	$settings = altscribe_settings();
	$limit    = $settings['daily_credit_limit'];
	$counts   = altscribe_cached_counts();
	$fields   = array(
		'version'     => array( __( 'Version', 'altscribe' ), ALTSCRIBE_VERSION ),
		'service_url' => array( __( 'Service URL', 'altscribe' ), $settings['service_url'], true ),
		'api_key'     => array( __( 'API key', 'altscribe' ), altscribe_describe_key( $settings ) ),
		'account'     => array( __( 'Account e-mail', 'altscribe' ), $settings['user_id'], true ),
		'language'    => array( __( 'Language', 'altscribe' ), '' === $settings['language'] ? get_locale() : $settings['language'] ),
		'spent_today' => array( __( 'Credits used today', 'altscribe' ), number_format_i18n( altscribe_spent_today() ) ),
		'limit'       => array( __( 'Daily credit limit', 'altscribe' ), $limit ? number_format_i18n( $limit ) : __( 'No limit', 'altscribe' ) ),
		'missing'     => array( __( 'Images without alt text', 'altscribe' ), number_format_i18n( $counts['missing'] ) ),
		'unread'      => array( __( 'AI alt texts not read yet', 'altscribe' ), number_format_i18n( $counts['unread'] ) ),
		'cron'        => array( __( 'WP-Cron processes the queue', 'altscribe' ), altscribe_does_cron_work() ? __( 'Yes', 'altscribe' ) : __( 'No', 'altscribe' ) ),
	);

	$sections['altscribe'] = array(
		'label'  => __( 'Altscribe', 'altscribe' ),
		'fields' => array_map( 'altscribe_debug_field', $fields ),
	);
	return $sections;
}

/**
 * One field of the section.
 *
 * @param array<int, mixed> $field Label, value, and whether it is private: omitted when users copy the
 *   information.
 * @return array<string, mixed>
 */
function altscribe_debug_field( $field ) {
	return array(
		'label'   => $field[0],
		'value'   => '' === $field[1] ? __( 'Not set', 'altscribe' ) : $field[1],
		'private' => ! empty( $field[2] ),
	);
}

/**
 * The source of the API key, as text.
 *
 * @param array<string, mixed> $settings As altscribe_settings() returns them.
 * @return string
 */
function altscribe_describe_key( $settings ) {
	$stored = altscribe_stored_settings();
	if ( '' === altscribe_complete_settings( $stored )['api_key'] ) {
		return '';
	}
	if ( '' === $settings['api_key'] ) {
		return __( 'Set for another service URL', 'altscribe' );
	}
	if ( isset( altscribe_constant_settings()['api_key'] ) ) {
		return __( 'Set in wp-config.php.', 'altscribe' );
	}
	return altscribe_is_from_network( 'api_key', $stored ) ? __( 'Set for the whole network.', 'altscribe' ) : __( 'Set for this site', 'altscribe' );
}
