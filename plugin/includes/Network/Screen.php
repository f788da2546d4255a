<?php
/**
 * The settings of a network.
 *
 * @package Altscribe
 */

namespace Altscribe\Network;

use Altscribe\Core;
use Altscribe\Service;
use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Screen {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'network_admin_menu', array( self::class, 'add' ) );
		add_action( 'network_admin_edit_altscribe', array( self::class, 'handle_form' ) );
		add_filter( 'network_admin_plugin_action_links_' . plugin_basename( ALTSCRIBE_FILE ), array( self::class, 'add_link' ) );
	}

	/** Adds the screen to the menu. */
	public static function add() {
		if ( Core\Network_Settings::is_active() ) {
			add_submenu_page( 'settings.php', __( 'Altscribe', 'altscribe' ), __( 'Altscribe', 'altscribe' ), 'manage_network_options', 'altscribe', array( self::class, 'render' ) );
		}
	}

	/**
	 * Adds a link to the screen in the network's list of plugins.
	 *
	 * @param string[] $links The existing links.
	 * @return string[]
	 */
	public static function add_link( $links ) {
		$link = sprintf( '<a href="%s">%s</a>', esc_url( Core\Urls::network_settings_url() ), esc_html__( 'Settings', 'altscribe' ) );
		return array_merge( array( 'settings' => $link ), $links );
	}

	/** Prints the screen. */
	public static function render() {
		$stored = Core\Network_Settings::stored();
		$state  = get_site_transient( self::form_transient() );
		delete_site_transient( self::form_transient() );
		$errors = isset( $state['errors'] ) ? $state['errors'] : array();
		$shown  = array_merge( $stored, isset( $state['sent'] ) ? $state['sent'] : array() );
		$rows   = self::rows( $stored );
		$tested = is_array( $state ) && ! $errors ? self::test() : null;
		$marked = is_wp_error( $tested ) ? $tested->get_error_data()['params'] ?? array() : $errors;
		?>
		<div class="wrap">
			<h1><?php esc_html_e( 'Altscribe', 'altscribe' ); ?></h1>
			<?php self::render_notice( is_array( $state ), $errors, $tested ); ?>
			<p><?php esc_html_e( 'The connection that all sites in this network use to generate alt text. Each site has its own limits, languages and alt text.', 'altscribe' ); ?></p>
			<form method="post" action="<?php echo esc_url( network_admin_url( 'edit.php?action=altscribe' ) ); ?>" novalidate>
				<?php wp_nonce_field( 'altscribe_network' ); ?>
				<table class="form-table" role="presentation">
					<?php
					foreach ( $rows as $name => $row ) {
						self::render_row( $name, $row, $shown, isset( $marked[ $name ] ) ? $marked[ $name ] : '' );
					}
					self::render_style( $shown['style'], isset( $errors['style'] ) ? $errors['style'] : '' );
					?>
				</table>
				<p class="submit">
					<?php submit_button( __( 'Save settings', 'altscribe' ), 'primary', 'submit', false ); ?>
					<?php if ( isset( $errors['save_anyway'] ) ) : ?>
						<?php submit_button( __( 'Save anyway', 'altscribe' ), 'secondary', 'altscribe[save_anyway]', false ); ?>
					<?php endif; ?>
				</p>
			</form>
		</div>
		<?php
	}

	/**
	 * The rows of the form.
	 *
	 * @param array<string, mixed> $stored As Core\Network_Settings::stored() returns them.
	 * @return array<string, array{label: string, type: string, help: string, placeholder: string, lock: string}>
	 */
	private static function rows( $stored ) {
		return array(
			'service_url' => array(
				'label'       => __( 'Service URL', 'altscribe' ),
				'type'        => 'url',
				'help'        => __( 'The address of your Altscribe service, such as https://alt.example.com', 'altscribe' ),
				'placeholder' => '',
				'lock'        => __( 'Sites must use this service.', 'altscribe' ),
			),
			'api_key'     => array(
				'label'       => __( 'API key', 'altscribe' ),
				'type'        => 'password',
				'help'        => '' === $stored['api_key']
					? __( 'Stored on your server. Never sent to a browser.', 'altscribe' )
					: __( 'Stored on your server. Never sent to a browser. Leave empty to keep the stored key.', 'altscribe' ),
				'placeholder' => Core\Settings::mask_api_key( $stored['api_key'] ),
				'lock'        => __( 'Sites must use this key and this service.', 'altscribe' ),
			),
			'user_id'     => array(
				'label'       => __( 'Account e-mail', 'altscribe' ),
				'type'        => 'email',
				'help'        => __( 'The account whose credits are used. Sites can enter their own account unless this one is required.', 'altscribe' ),
				'placeholder' => '',
				'lock'        => __( 'Sites must use this account.', 'altscribe' ),
			),
		);
	}

	/**
	 * Prints one row of the form.
	 *
	 * @param string                $name  Name of the setting.
	 * @param array<string, string> $row   From self::rows().
	 * @param array<string, mixed>  $shown The values to show.
	 * @param string                $error The error for the value; '' if there is none.
	 */
	private static function render_row( $name, $row, $shown, $error ) {
		$id       = "altscribe-$name";
		$is_fixed = isset( Core\Settings::from_constants()[ $name ] );
		$help     = $is_fixed ? __( 'Set in wp-config.php.', 'altscribe' ) : $row['help'];
		// A key from wp-config.php is entered here only to confirm the URL that it is for.
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
	 * Prints the rows about how sites write.
	 *
	 * @param array<string, string> $style `how` and `glossary`.
	 * @param string                $error The error for the glossary; '' if there is none.
	 */
	private static function render_style( $style, $error ) {
		?>
		<tr>
			<th scope="row"><label for="altscribe-how"><?php esc_html_e( 'How we write', 'altscribe' ); ?></label></th>
			<td>
				<textarea id="altscribe-how" name="altscribe[style][how]" class="large-text" rows="4" maxlength="500" aria-describedby="altscribe-how-help"><?php echo esc_textarea( $style['how'] ?? '' ); ?></textarea>
				<p class="description" id="altscribe-how-help"><?php esc_html_e( 'For sites without a style of their own. Guides wording and tone only.', 'altscribe' ); ?></p>
			</td>
		</tr>
		<tr>
			<th scope="row"><label for="altscribe-glossary"><?php esc_html_e( 'Glossary', 'altscribe' ); ?></label></th>
			<td>
				<textarea id="altscribe-glossary" name="altscribe[style][glossary]" class="large-text" rows="4" aria-describedby="altscribe-glossary-help"
					<?php echo '' === $error ? '' : 'aria-invalid="true" autofocus'; ?>><?php echo esc_textarea( $style['glossary'] ?? '' ); ?></textarea>
				<p class="description" id="altscribe-glossary-help">
					<?php if ( '' !== $error ) : ?>
						<strong><?php echo esc_html( $error ); ?></strong><br />
					<?php endif; ?>
					<?php esc_html_e( 'One pair per line, up to 30: the word to use → the word to avoid.', 'altscribe' ); ?>
				</p>
			</td>
		</tr>
		<?php
	}

	/**
	 * The network's connection, as sites without their own settings use it.
	 *
	 * @return array<string, mixed> As Core\Settings::get() returns them.
	 */
	private static function connection() {
		$none     = Core\Settings::defaults();
		$settings = Core\Settings::complete( $none );
		return '' === Core\Key_Origin::key_needed_message( $none ) ? $settings : array_merge( $settings, array( 'api_key' => '' ) );
	}

	/**
	 * Tests the stored connection.
	 *
	 * @return array<string, mixed>|WP_Error|null The account, an error for the administrator, or null if the connection is
	 *                                            incomplete.
	 */
	private static function test() {
		$settings = self::connection();
		$account  = Core\Settings::is_connected( $settings ) ? Service\Account::fetch( $settings ) : null;
		return is_wp_error( $account ) ? Core\Errors::reword_for_connection_test( $account ) : $account;
	}

	/**
	 * Prints the result of the form that was just sent, and of the connection test.
	 *
	 * @param bool                               $is_sent Whether a form was sent.
	 * @param array<string, string>              $errors  From self::save().
	 * @param array<string, mixed>|WP_Error|null $account From self::test().
	 */
	private static function render_notice( $is_sent, $errors, $account ) {
		if ( ! $is_sent ) {
			return;
		}
		if ( $errors ) {
			wp_admin_notice( $errors['save_anyway'] ?? __( 'Settings not saved. Check the marked fields.', 'altscribe' ), array( 'type' => 'error' ) );
			return;
		}
		$message = __( 'Settings saved.', 'altscribe' );
		if ( is_wp_error( $account ) ) {
			$message .= ' ' . $account->get_error_message();
		} elseif ( $account ) {
			$message .= ' ' . Service\Account::connected_message( $account );
		}
		wp_admin_notice(
			esc_html( $message ),
			array(
				'type'        => is_wp_error( $account ) ? 'warning' : 'success',
				'dismissible' => true,
			)
		);
	}

	/** Handles the form, then redirects to the screen. */
	public static function handle_form() {
		check_admin_referer( 'altscribe_network' );
		if ( ! Core\Permissions::may_change_network() ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to change these settings.', 'altscribe' ), 403 );
		}
		$sent = isset( $_POST['altscribe'] ) && is_array( $_POST['altscribe'] )
			// The value of each setting is validated and sanitised by its name.
			? wp_unslash( $_POST['altscribe'] ) // phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized
			: array();
		$errors = self::save( $sent );
		set_site_transient( self::form_transient(), self::form_state( $sent, $errors ), MINUTE_IN_SECONDS );
		wp_safe_redirect( add_query_arg( 'updated', $errors ? 'false' : 'true', Core\Urls::network_settings_url() ) );
		exit;
	}

	/**
	 * Validates and saves the settings. Saves nothing if one of them is wrong.
	 *
	 * @param array<string, mixed> $sent The settings of the connection, and `locked` (names as keys). An empty key
	 *                                   means the stored one, unless `remove_key` is sent. With `save_anyway`, also a
	 *                                   connection that does not work replaces one that does.
	 * @return array<string, string> An error message for each wrong setting; `save_anyway`: the question.
	 */
	public static function save( $sent ) {
		$stored = Core\Network_Settings::stored();
		$values = array();
		$errors = array();
		foreach ( Core\Network_Settings::connection() as $name ) {
			$values[ $name ] = Core\Settings::sanitize( isset( $sent[ $name ] ) ? $sent[ $name ] : '', $name );
			$checked         = Core\Settings::validate( $values[ $name ], $name );
			if ( is_wp_error( $checked ) ) {
				$errors[ $name ] = $checked->get_error_message();
			}
		}
		$key = self::choose_key( $values, $stored, ! empty( $sent['remove_key'] ) );
		if ( '' !== $key['error'] ) {
			$errors['api_key'] = $key['error'];
		}
		$style = array_map( 'sanitize_textarea_field', array_intersect_key( array_filter( (array) ( $sent['style'] ?? array() ), 'is_string' ), array_flip( array( 'how', 'glossary' ) ) ) );
		$entry = $style + array_fill_keys( array( 'language', 'how', 'glossary' ), '' );
		$valid = Core\Settings::validate( array( $entry ), 'style' );
		if ( is_wp_error( $valid ) ) {
			$errors['style'] = $valid->get_error_message();
		}
		if ( ! $errors && empty( $sent['save_anyway'] ) ) {
			$tried  = array_merge( Core\Settings::defaults(), $values, array( 'api_key' => $key['api_key'] ), Core\Settings::from_constants() );
			Core\Network_Settings::try_url( $tried['service_url'] );
			$loss   = Service\Account::find_loss( $tried, self::connection() );
			$errors = $loss ? array( 'save_anyway' => $loss->get_error_message() ) + ( $loss->get_error_data()['params'] ?? array() ) : array();
		}
		if ( ! $errors ) {
			$names            = isset( $sent['locked'] ) && is_array( $sent['locked'] ) ? array_keys( $sent['locked'] ) : array();
			$values['locked'] = array_values( array_intersect( Core\Network_Settings::connection(), Core\Network_Settings::locks( $names ) ) );

			$values['style']          = $style;
			$values['api_key']        = $key['api_key'];
			$values['api_key_origin'] = $key['origin'];
			$values['api_key_hash']   = $key['hash'];
			update_site_option( Core\Network_Settings::OPTION, $values );
		}
		return $errors;
	}

	/**
	 * The key to store, and the origin that it is for. A key from wp-config.php is not stored: entering it
	 * confirms the service URL.
	 *
	 * @param array<string, string> $values    The settings of the connection, as entered.
	 * @param array<string, mixed>  $stored    As Core\Network_Settings::stored() returns them.
	 * @param bool                  $is_remove Whether to remove the stored key.
	 * @return array{api_key: string, hash: string, origin: string, error: string}
	 */
	private static function choose_key( $values, $stored, $is_remove ) {
		$fixed   = Core\Settings::from_constants();
		$fixed   = isset( $fixed['api_key'] ) ? $fixed['api_key'] : '';
		$origin  = Core\Key_Origin::of_url( $values['service_url'] );
		$entered = $is_remove ? '' : $values['api_key'];
		$key     = $is_remove ? '' : $stored['api_key'];
		$in_use  = Core\Key_Origin::hash( '' === $fixed ? $key : $fixed );
		$bound   = Core\Key_Origin::complete( $stored );
		if ( '' !== $entered && ( '' === $fixed || hash_equals( $fixed, $entered ) ) ) {
			return array(
				'api_key' => '' === $fixed ? $entered : $key,
				'hash'    => Core\Key_Origin::hash( $entered ),
				'origin'  => $origin,
				'error'   => '',
			);
		}
		$is_bound  = hash_equals( $bound['api_key_hash'], $in_use ) && Core\Key_Origin::is_for( $bound['api_key_origin'], $origin );
		$is_needed = '' !== $in_use && '' !== $origin && ! $is_bound;
		return array(
			'api_key' => $key,
			'hash'    => '' === $in_use ? '' : $bound['api_key_hash'],
			'origin'  => '' === $in_use ? '' : $bound['api_key_origin'],
			'error'   => $is_needed || '' !== $entered ? Core\Key_Origin::question( '' !== $fixed ) : '',
		);
	}

	/**
	 * The data that the screen shows after a form was sent. Never the key.
	 *
	 * @param array<string, mixed>  $sent   As it was sent.
	 * @param array<string, string> $errors An error message for each wrong setting.
	 * @return array<string, mixed>
	 */
	private static function form_state( $sent, $errors ) {
		$texts  = array_intersect_key( array_filter( $sent, 'is_string' ), array_flip( array( 'service_url', 'user_id' ) ) );
		$locked = array_intersect( Core\Network_Settings::connection(), array_keys( (array) ( $sent['locked'] ?? array() ) ) );
		$style  = array_filter( (array) ( $sent['style'] ?? array() ), 'is_string' );
		return array(
			'errors' => $errors,
			'sent'   => $errors ? array_map( 'sanitize_text_field', $texts ) + array(
				'locked' => array_values( $locked ),
				'style'  => array_map( 'sanitize_textarea_field', $style ),
			) : array(),
		);
	}

	/**
	 * The name of the transient that stores this for one user until the screen is shown.
	 *
	 * @return string
	 */
	private static function form_transient() {
		return 'altscribe_network_form_' . get_current_user_id();
	}
}
