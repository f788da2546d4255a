<?php
/**
 * GET altscribe/v1/account: plan and credits. POST altscribe/v1/account: the same with settings that
 * need not be saved ("Test connection").
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'rest_api_init', 'altscribe_register_account_route' );

/** Registers the route. */
function altscribe_register_account_route() {
	register_rest_route(
		'altscribe/v1',
		'/account',
		array(
			array(
				'methods'             => WP_REST_Server::READABLE,
				'callback'            => 'altscribe_rest_get_account',
				'permission_callback' => 'altscribe_may_see_account',
				'args'                => array(
					'post_id' => array(
						'type'    => 'integer',
						'minimum' => 1,
					),
				),
			),
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => 'altscribe_rest_test_account',
				'permission_callback' => 'altscribe_may_change_settings',
				'args'                => altscribe_setting_args(
					array( 'service_url', 'api_key', 'user_id' ),
					'altscribe_validate_setting'
				),
			),
		)
	);
}

/**
 * Users who may edit the post may see its account; without a post, users who may change the settings.
 *
 * @param WP_REST_Request $request The request.
 * @return bool|WP_Error
 */
function altscribe_may_see_account( $request ) {
	return isset( $request['post_id'] )
		? altscribe_explain_permission( $request['post_id'] )
		: altscribe_may_change_settings();
}

/**
 * Answers with the plan and the credits, at most a minute old.
 *
 * @return array<string, mixed>|WP_Error
 */
function altscribe_rest_get_account() {
	return altscribe_get_kept_account( altscribe_settings() );
}

/**
 * Answers with the plan and the credits for the settings in the request. Constants override them.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_rest_test_account( $request ) {
	$tried   = array_intersect_key( $request->get_params(), altscribe_default_settings() );
	$checked = altscribe_check_key_origin( $tried );
	if ( is_wp_error( $checked ) ) {
		return $checked;
	}
	$tested  = altscribe_complete_settings( array_merge( altscribe_stored_settings(), $tried ) );
	$account = altscribe_get_account( $tested );
	if ( altscribe_account_transient( $tested ) === altscribe_account_transient( altscribe_settings() ) ) {
		altscribe_keep_account( $tested, $account );
	}
	return is_wp_error( $account ) ? altscribe_reword_for_connection_test( $account ) : $account;
}
