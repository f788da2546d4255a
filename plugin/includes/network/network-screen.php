<?php
/**
 * Network Admin > Settings > Altscribe.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'network_admin_menu', 'altscribe_add_network_screen' );
add_filter( 'network_admin_plugin_action_links_' . plugin_basename( ALTSCRIBE_FILE ), 'altscribe_add_network_settings_link' );

/** Adds the screen to the menu. */
function altscribe_add_network_screen() {
	if ( altscribe_is_network_active() ) {
		add_submenu_page( 'settings.php', __( 'Altscribe', 'altscribe' ), __( 'Altscribe', 'altscribe' ), 'manage_network_options', 'altscribe', 'altscribe_render_network_screen' );
	}
}

/**
 * The URL of the screen.
 *
 * @return string
 */
function altscribe_network_settings_url() {
	return network_admin_url( 'settings.php?page=altscribe' );
}

/**
 * Adds a link to the screen in the network's list of plugins.
 *
 * @param string[] $links The present links.
 * @return string[]
 */
function altscribe_add_network_settings_link( $links ) {
	$link = sprintf( '<a href="%s">%s</a>', esc_url( altscribe_network_settings_url() ), esc_html__( 'Settings', 'altscribe' ) );
	return array_merge( array( 'settings' => $link ), $links );
}

/** Prints the screen. */
function altscribe_render_network_screen() {
	$stored = altscribe_stored_network_settings();
	$state  = get_site_transient( altscribe_network_form_transient() );
	delete_site_transient( altscribe_network_form_transient() );
	$errors = isset( $state['errors'] ) ? $state['errors'] : array();
	$shown  = array_merge( $stored, isset( $state['sent'] ) ? $state['sent'] : array() );
	$rows   = altscribe_network_rows( $stored );
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Altscribe', 'altscribe' ); ?></h1>
		<?php altscribe_render_network_notice( is_array( $state ), $errors ); ?>
		<p><?php esc_html_e( 'What all sites of this network use to generate alt text. Each site has its own limits, languages and texts.', 'altscribe' ); ?></p>
		<form method="post" action="<?php echo esc_url( network_admin_url( 'edit.php?action=altscribe' ) ); ?>" novalidate>
			<?php wp_nonce_field( 'altscribe_network' ); ?>
			<table class="form-table" role="presentation">
				<?php
				foreach ( $rows as $name => $row ) {
					altscribe_render_network_row( $name, $row, $shown, isset( $errors[ $name ] ) ? $errors[ $name ] : '' );
				}
				?>
			</table>
			<?php submit_button( __( 'Save settings', 'altscribe' ) ); ?>
		</form>
	</div>
	<?php
}

/**
 * The rows of the form.
 *
 * @param array<string, mixed> $stored As altscribe_stored_network_settings() returns them.
 * @return array<string, array{label: string, type: string, help: string, placeholder: string, lock: string}>
 */
function altscribe_network_rows( $stored ) {
	return array(
		'service_url' => array(
			'label'       => __( 'Service URL', 'altscribe' ),
			'type'        => 'url',
			'help'        => __( 'Where your Altscribe service runs: https://alt.example.com', 'altscribe' ),
			'placeholder' => '',
			'lock'        => __( 'Sites must use this service.', 'altscribe' ),
		),
		'api_key'     => array(
			'label'       => __( 'API key', 'altscribe' ),
			'type'        => 'password',
			'help'        => '' === $stored['api_key']
				? __( 'Stays on your server; it is never sent to a browser.', 'altscribe' )
				: __( 'Stays on your server; it is never sent to a browser. Leave this empty to keep the stored key.', 'altscribe' ),
			'placeholder' => altscribe_mask_api_key( $stored['api_key'] ),
			'lock'        => __( 'Sites must use this key, and with it this service.', 'altscribe' ),
		),
		'user_id'     => array(
			'label'       => __( 'Account e-mail', 'altscribe' ),
			'type'        => 'email',
			'help'        => __( 'The account whose credits are used. A site may enter its own account, unless this one is locked.', 'altscribe' ),
			'placeholder' => '',
			'lock'        => __( 'Sites must use this account.', 'altscribe' ),
		),
	);
}

/**
 * Prints one row of the form.
 *
 * @param string                $name  Name of the setting.
 * @param array<string, string> $row   As altscribe_network_rows() has it.
 * @param array<string, mixed>  $shown The values to show.
 * @param string                $error What is wrong with the value; '' if nothing is.
 */
function altscribe_render_network_row( $name, $row, $shown, $error ) {
	$id       = "altscribe-$name";
	$is_fixed = isset( altscribe_constant_settings()[ $name ] );
	$help     = $is_fixed ? __( 'Set in wp-config.php.', 'altscribe' ) : $row['help'];
	// A key in wp-config.php is entered here only to confirm the address that it is for.
	$value = 'api_key' === $name ? '' : $shown[ $name ];
	?>
	<tr>
		<th scope="row"><label for="<?php echo esc_attr( $id ); ?>"><?php echo esc_html( $row['label'] ); ?></label></th>
		<td>
			<input type="<?php echo esc_attr( $row['type'] ); ?>" id="<?php echo esc_attr( $id ); ?>" name="altscribe[<?php echo esc_attr( $name ); ?>]"
				class="regular-text ltr" value="<?php echo esc_attr( $value ); ?>" placeholder="<?php echo esc_attr( $row['placeholder'] ); ?>"
				autocomplete="<?php echo 'password' === $row['type'] ? 'new-password' : 'off'; ?>" spellcheck="false" aria-describedby="<?php echo esc_attr( "$id-help" ); ?>"
				<?php echo '' === $error ? '' : 'aria-invalid="true" autofocus'; ?> />
			<p class="description" id="<?php echo esc_attr( "$id-help" ); ?>">
				<?php if ( '' !== $error ) : ?>
					<strong><?php echo esc_html( $error ); ?></strong><br />
				<?php endif; ?>
				<?php echo esc_html( $help ); ?>
			</p>
			<?php if ( 'api_key' === $name && '' !== $shown['api_key'] ) : ?>
				<p><label><input type="checkbox" name="altscribe[remove_key]" value="1" /> <?php esc_html_e( 'Remove the stored key', 'altscribe' ); ?></label></p>
			<?php endif; ?>
			<p><label><input type="checkbox" name="altscribe[locked][<?php echo esc_attr( $name ); ?>]" value="1" <?php checked( in_array( $name, $shown['locked'], true ) ); ?> /> <?php echo esc_html( $row['lock'] ); ?></label></p>
		</td>
	</tr>
	<?php
}

/**
 * Says what became of the form that was just sent, and whether the connection works.
 *
 * @param bool                  $is_sent Whether one was sent.
 * @param array<string, string> $errors  A sentence for each wrong setting.
 */
function altscribe_render_network_notice( $is_sent, $errors ) {
	if ( ! $is_sent ) {
		return;
	}
	if ( $errors ) {
		wp_admin_notice( __( 'Nothing was saved. Please correct the marked fields.', 'altscribe' ), array( 'type' => 'error' ) );
		return;
	}
	$settings = array_merge( altscribe_default_settings(), altscribe_network_settings(), altscribe_constant_settings() );
	$account  = altscribe_is_connected( $settings ) ? altscribe_get_account( $settings ) : null;
	$message  = __( 'Settings saved.', 'altscribe' );
	if ( is_wp_error( $account ) ) {
		$message .= ' ' . altscribe_reword_for_connection_test( $account )->get_error_message();
	} elseif ( $account ) {
		$message .= ' ' . altscribe_connected_message( $account );
	}
	wp_admin_notice(
		esc_html( $message ),
		array(
			'type'        => is_wp_error( $account ) ? 'warning' : 'success',
			'dismissible' => true,
		)
	);
}

/**
 * "Connected: 47 credits, Pro plan."
 *
 * @param array<string, mixed> $account As altscribe_account_answer() returns it.
 * @return string
 */
function altscribe_connected_message( $account ) {
	return sprintf(
		/* translators: 1: number of credits, 2: name of a plan. */
		_n( 'Connected: %1$s credit, %2$s plan.', 'Connected: %1$s credits, %2$s plan.', $account['credits_available'], 'altscribe' ),
		number_format_i18n( $account['credits_available'] ),
		ucfirst( $account['plan_type'] )
	);
}
