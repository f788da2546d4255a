<?php
/**
 * Site Health: tests and debug information.
 *
 * @package Altscribe
 */

namespace Altscribe\Platform;

use Altscribe\Batches;
use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Service;

defined( 'ABSPATH' ) || exit;

final class Site_Health {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_filter( 'site_status_tests', array( self::class, 'add_site_health_tests' ) );
		add_action( 'rest_api_init', array( self::class, 'register_site_health_route' ) );
		add_filter( 'debug_information', array( self::class, 'add_debug_information' ) );
	}

	/**
	 * Adds the tests. The connection is tested in a separate request, because an unreachable service takes
	 * seconds.
	 *
	 * @param array<string, array<string, mixed>> $tests The existing tests.
	 * @return array<string, array<string, mixed>>
	 */
	public static function add_site_health_tests( $tests ) {
		$tests['async']['altscribe_connection'] = array(
			'label'             => __( 'Altscribe connection', 'altscribe' ),
			'test'              => rest_url( 'altscribe/v1/site-health/connection' ),
			'has_rest'          => true,
			'async_direct_test' => array( self::class, 'test_connection_health' ),
		);
		$tests['direct']['altscribe_cron']      = array(
			'label' => __( 'Altscribe queue', 'altscribe' ),
			'test'  => array( self::class, 'test_cron_health' ),
		);
		$tests['direct']['altscribe_unread'] = array(
			'label' => __( 'Altscribe texts', 'altscribe' ),
			'test'  => array( self::class, 'test_unread_texts' ),
		);
		return $tests;
	}

	/** Registers the route of the test, for users who see Site Health. */
	public static function register_site_health_route() {
		Core\Routes::register( '/site-health/connection', 'GET', array( self::class, 'test_connection_health' ), array( Core\Permissions::class, 'may_see_site_health' ) );
	}

	/**
	 * Tests the connection, the key and the credits. Calls the service at most once a minute.
	 *
	 * @return array<string, mixed> A result for Site Health.
	 */
	public static function test_connection_health() {
		$settings = Core\Settings::get();
		if ( ! Core\Settings::is_connected( $settings ) ) {
			$question = Core\Key_Origin::key_needed_message( Core\Settings::stored() );
			return self::health_result( 'altscribe_connection', 'recommended', __( 'Altscribe is not connected', 'altscribe' ), '' === $question ? __( 'Altscribe needs a service URL, an API key and an account to generate alt text.', 'altscribe' ) : $question );
		}
		$account = Service\Account::get( $settings );
		if ( is_wp_error( $account ) ) {
			return self::health_result( 'altscribe_connection', 'critical', __( 'Altscribe cannot connect to its service', 'altscribe' ), Core\Errors::reword_for_connection_test( $account )->get_error_message() );
		}
		$credits = $account['credits_available'];
		if ( ! Service\Account::is_unlimited( $account ) && $credits <= $settings['low_credits_at'] ) {
			$label = $credits > 0 ? __( 'Altscribe is running low on credits', 'altscribe' ) : __( 'Altscribe has no credits left', 'altscribe' );
			return self::health_result( 'altscribe_connection', 'recommended', $label, Service\Account::connected_message( $account ) );
		}
		return self::health_result( 'altscribe_connection', 'good', __( 'Altscribe is connected to its service', 'altscribe' ), Service\Account::connected_message( $account ) );
	}

	/**
	 * Tests whether the queue has its tables, and whether WP-Cron works on it. With an empty queue this cannot be
	 * tested, and does not matter.
	 *
	 * @return array<string, mixed> A result for Site Health.
	 */
	public static function test_cron_health() {
		if ( ! Batches\Store::make_tables( true ) || ( Core\Tables::list_missing() && ! Core\Tables::restore() ) ) {
			return self::health_result( 'altscribe_cron', 'critical', __( 'Altscribe cannot store its data', 'altscribe' ), Core\Errors::queue_unavailable()->get_error_message() );
		}
		$is_open = null !== Batches\Worker::seconds_until_work();
		if ( $is_open && ! wp_next_scheduled( Batches\Runner::TICK_HOOK ) ) {
			Batches\Runner::schedule_tick();
		}
		if ( $is_open && ! wp_next_scheduled( Batches\Runner::TICK_HOOK ) ) {
			return self::health_result( 'altscribe_cron', 'recommended', __( 'Alt text is not generated in the background', 'altscribe' ), __( 'WordPress could not schedule the event that processes queued images. Another plugin may prevent it. Until this is fixed, keep Media > Alt text open.', 'altscribe' ) );
		}
		if ( ! $is_open || Batches\Runner::does_cron_work() ) {
			return self::health_result( 'altscribe_cron', 'good', __( 'Alt text can be generated in the background', 'altscribe' ), __( 'WP-Cron processes the queued images.', 'altscribe' ) );
		}
		return self::health_result( 'altscribe_cron', 'recommended', __( 'Alt text is not generated in the background', 'altscribe' ), __( 'WP-Cron is not running on this site, so queued images are only processed while Media > Alt text is open. Have the server call wp-cron.php every few minutes.', 'altscribe' ) );
	}

	/**
	 * Tests whether people have read the texts that a model wrote.
	 *
	 * @return array<string, mixed> A result for Site Health.
	 */
	public static function test_unread_texts() {
		$unread = Library\Counts::cached_counts()['unread'];
		if ( 0 === $unread ) {
			return self::health_result( 'altscribe_unread', 'good', __( 'AI texts in the media library have been checked', 'altscribe' ), __( 'A person has checked each text written by AI.', 'altscribe' ) );
		}
		/* translators: %s: number of alt texts. */
		$label  = sprintf( _n( '%s AI text to check', '%s AI texts to check', $unread, 'altscribe' ), number_format_i18n( $unread ) );
		$result = self::health_result( 'altscribe_unread', 'recommended', $label, __( 'AI can be wrong, and visitors already get these alt texts. Check them in the media library.', 'altscribe' ) );

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
	private static function health_result( $test, $status, $label, $description ) {
		$link = Core\Permissions::may_change_settings()
			? sprintf( '<p><a href="%s">%s</a></p>', esc_url( Core\Urls::settings_url() ), esc_html__( 'Altscribe settings', 'altscribe' ) )
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

	/**
	 * Adds the section.
	 *
	 * @param array<string, array<string, mixed>> $sections The existing sections.
	 * @return array<string, array<string, mixed>>
	 */
	public static function add_debug_information( $sections ) {
		$settings = Core\Settings::get();
		$limit    = $settings['daily_credit_limit'];
		$counts   = Library\Counts::cached_counts();
		$fields   = array(
			'version'     => array( __( 'Version', 'altscribe' ), ALTSCRIBE_VERSION ),
			'service_url' => array( __( 'Service URL', 'altscribe' ), $settings['service_url'], true ),
			'api_key'     => array( __( 'API key', 'altscribe' ), self::describe_key( $settings ) ),
			'account'     => array( __( 'Account e-mail', 'altscribe' ), $settings['user_id'], true ),
			'language'    => array( __( 'Language', 'altscribe' ), '' === $settings['language'] ? get_locale() : $settings['language'] ),
			'spent_today' => array( __( 'Credits used today', 'altscribe' ), number_format_i18n( Service\Daily_Limit::spent_today() ) ),
			'limit'       => array( __( 'Daily credit limit', 'altscribe' ), $limit ? number_format_i18n( $limit ) : __( 'No limit', 'altscribe' ) ),
			'missing'     => array( __( 'Images without alt text', 'altscribe' ), number_format_i18n( $counts['missing'] ) ),
			'suggested'   => array( __( 'Suggested alt texts', 'altscribe' ), number_format_i18n( $counts['suggested'] ) ),
			'unread'      => array( __( 'AI texts to check', 'altscribe' ), number_format_i18n( $counts['unread'] ) ),
			'cron'        => array( __( 'WP-Cron processes the queue', 'altscribe' ), Batches\Runner::does_cron_work() ? __( 'Yes', 'altscribe' ) : __( 'No', 'altscribe' ) ),
		);

		$sections['altscribe'] = array(
			'label'  => __( 'Altscribe', 'altscribe' ),
			'fields' => array_map( array( self::class, 'debug_field' ), $fields ),
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
	private static function debug_field( $field ) {
		return array(
			'label'   => $field[0],
			'value'   => '' === $field[1] ? __( 'Not set', 'altscribe' ) : $field[1],
			'private' => ! empty( $field[2] ),
		);
	}

	/**
	 * The source of the API key, as text.
	 *
	 * @param array<string, mixed> $settings As Core\Settings::get() returns them.
	 * @return string
	 */
	private static function describe_key( $settings ) {
		$stored = Core\Settings::stored();
		if ( '' === Core\Settings::complete( $stored )['api_key'] ) {
			return '';
		}
		if ( '' === $settings['api_key'] ) {
			return __( 'Set for another service URL', 'altscribe' );
		}
		if ( isset( Core\Settings::from_constants()['api_key'] ) ) {
			return __( 'Set in wp-config.php.', 'altscribe' );
		}
		return Core\Network_Settings::is_from_network( 'api_key', $stored ) ? __( 'Set for the whole network.', 'altscribe' ) : __( 'Set for this site', 'altscribe' );
	}
}
