<?php
/**
 * Settings > Altscribe: the page, whose content a script renders, its REST routes, and the entry under Settings > Connectors.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', 'altscribe_add_settings_page' );
add_action( 'admin_enqueue_scripts', 'altscribe_enqueue_settings_page' );
add_filter( 'plugin_action_links_' . plugin_basename( ALTSCRIBE_FILE ), 'altscribe_add_settings_link' );

/** Adds the page to the menu. */
function altscribe_add_settings_page() {
	add_options_page(
		__( 'Altscribe', 'altscribe' ),
		__( 'Altscribe', 'altscribe' ),
		'manage_options',
		'altscribe',
		'altscribe_render_settings_page'
	);
}

/** Prints the container of the page. */
function altscribe_render_settings_page() {
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Altscribe', 'altscribe' ); ?></h1>
		<div id="altscribe-settings"></div>
		<noscript><p><?php esc_html_e( 'These settings require JavaScript.', 'altscribe' ); ?></p></noscript>
	</div>
	<?php
}

/**
 * Loads the script of the page, on this page only.
 *
 * @param string $hook_suffix Name of the screen.
 */
function altscribe_enqueue_settings_page( $hook_suffix ) {
	if ( 'settings_page_altscribe' !== $hook_suffix ) {
		return;
	}
	altscribe_enqueue_screen(
		'settings',
		'altscribeSettings',
		array(
			'siteLanguage'    => get_locale(),
			'roles'           => altscribe_list_publishing_roles(),
			'generatingRoles' => altscribe_list_generating_roles(),
			'networkStyle'    => altscribe_network_style(),
			'readmeUrl'       => plugins_url( 'readme.txt', ALTSCRIBE_FILE ),
		)
	);
}

/**
 * The URL of the page.
 *
 * @return string
 */
function altscribe_settings_url() {
	return admin_url( 'options-general.php?page=altscribe' );
}

/**
 * Adds a link to the page in the list of plugins.
 *
 * @param string[] $links The existing links.
 * @return string[]
 */
function altscribe_add_settings_link( $links ) {
	$link = sprintf( '<a href="%s">%s</a>', esc_url( altscribe_settings_url() ), esc_html__( 'Settings', 'altscribe' ) );
	return array_merge( array( 'settings' => $link ), $links );
}

add_action( 'rest_api_init', 'altscribe_register_settings_route' );

/** Registers the route. */
function altscribe_register_settings_route() {
	register_rest_route(
		'altscribe/v1',
		'/settings',
		array(
			array(
				'methods'             => WP_REST_Server::READABLE,
				'callback'            => 'altscribe_rest_get_settings',
				'permission_callback' => 'altscribe_may_change_settings',
			),
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => 'altscribe_rest_save_settings',
				'permission_callback' => 'altscribe_may_change_settings',
				'args'                => altscribe_setting_args(
					array_keys( altscribe_default_settings() ),
					'altscribe_validate_saved_setting'
				),
			),
		)
	);
}

/**
 * Whether the user may see and change the settings.
 *
 * @return bool
 */
function altscribe_may_change_settings() {
	return current_user_can( 'manage_options' );
}

/**
 * Validates a setting to store: it must be valid, and no constant may override it. The key of the
 * constant is allowed, because it confirms the service URL.
 *
 * @param string $value The value in the request.
 * @param string $name  Name of the setting.
 * @return true|WP_Error
 */
function altscribe_validate_saved_setting( $value, $name ) {
	$constants = altscribe_constant_settings();
	if ( isset( $constants[ $name ] ) && ! ( 'api_key' === $name && hash_equals( $constants[ $name ], trim( $value ) ) ) ) {
		return new WP_Error( 'altscribe_locked_setting', __( 'This is set in wp-config.php and can only be changed there.', 'altscribe' ) );
	}
	if ( 'network' === altscribe_find_lock( $name ) ) {
		return new WP_Error( 'altscribe_locked_setting', __( 'This is set for the whole network.', 'altscribe' ) );
	}
	return altscribe_validate_setting( $value, $name );
}

/**
 * Responds with the settings in use, with the key masked.
 *
 * @return array<string, mixed>
 */
function altscribe_rest_get_settings() {
	$stored   = altscribe_stored_settings();
	$settings = altscribe_complete_settings( $stored );
	$names    = array_keys( $settings );
	return array_merge(
		$settings,
		array(
			// Not even its last characters: other sites share the key.
			'api_key'        => altscribe_is_from_network( 'api_key', $stored ) ? '••••' : altscribe_mask_api_key( $settings['api_key'] ),
			'api_key_origin' => altscribe_key_origin( $stored ),
			'locked'         => array_combine( $names, array_map( 'altscribe_find_lock', $names ) ),
			'network'        => array_values( array_filter( $names, 'altscribe_is_network_default' ) ),
		)
	);
}

/**
 * What locks a setting, if anything.
 *
 * @param string $name Name of the setting.
 * @return string|false `constant`, `network`, or false if it is not locked.
 */
function altscribe_find_lock( $name ) {
	if ( isset( altscribe_constant_settings()[ $name ] ) ) {
		return 'constant';
	}
	return isset( altscribe_network_locked_settings()[ $name ] ) ? 'network' : false;
}

/**
 * Stores the settings in the request, and responds like GET.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_rest_save_settings( $request ) {
	$changes = array_intersect_key( $request->get_params(), altscribe_default_settings() );
	$checked = altscribe_check_key_origin( $changes );
	if ( is_wp_error( $checked ) ) {
		return $checked;
	}
	altscribe_save_settings( $changes );
	return altscribe_rest_get_settings();
}

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
 * Responds with the plan and the credits, at most a minute old.
 *
 * @return array<string, mixed>|WP_Error
 */
function altscribe_rest_get_account() {
	return altscribe_get_cached_account( altscribe_settings() );
}

/**
 * Responds with the plan and the credits for the settings in the request. Constants override them. If they are the
 * stored ones, batches that waited for a connection continue.
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
		altscribe_cache_account( $tested, $account );
		if ( ! is_wp_error( $account ) ) {
			altscribe_resume_after_connecting();
		}
	}
	return is_wp_error( $account ) ? altscribe_reword_for_connection_test( $account ) : $account;
}

add_action( 'wp_connectors_init', 'altscribe_register_connector' );
add_action( 'admin_enqueue_scripts', 'altscribe_enqueue_connector' );

/**
 * Registers the entry under Settings > Connectors (WordPress 7.0 and later), in the administration only. It shows whether
 * Altscribe is connected, and links to its settings. WordPress's own field would store and send a key without the URL
 * that it is for.
 *
 * @param WP_Connector_Registry $registry WordPress's registry.
 */
function altscribe_register_connector( $registry ) {
	// WordPress calls this on every page, and visitors need not wait for translations.
	if ( ! is_admin() ) {
		return;
	}
	$registry->register(
		'altscribe',
		array(
			'name'           => __( 'Altscribe', 'altscribe' ),
			'description'    => __( 'Alt text for images, generated by your own service.', 'altscribe' ),
			'type'           => 'alt_text',
			'authentication' => array( 'method' => 'none' ),
			'plugin'         => array( 'file' => plugin_basename( ALTSCRIBE_FILE ) ),
		)
	);
}

/**
 * Loads the script that displays the entry, because WordPress itself only displays entries with a
 * key field.
 *
 * @param string $hook_suffix Name of the screen.
 */
function altscribe_enqueue_connector( $hook_suffix ) {
	if ( 'options-connectors.php' !== $hook_suffix || ! altscribe_may_change_settings() ) {
		return;
	}
	altscribe_enqueue_screen(
		'connector',
		'altscribeConnector',
		array(
			'isConnected' => altscribe_is_connected( altscribe_settings() ),
			'settingsUrl' => altscribe_settings_url(),
		)
	);
}
