<?php
/**
 * Declares compatibility with WooCommerce, also on visitors' pages.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'before_woocommerce_init', 'altscribe_declare_woocommerce_compatibility' );

/** Altscribe does not use orders, so it works with every order storage. */
function altscribe_declare_woocommerce_compatibility() {
	if ( class_exists( 'Automattic\WooCommerce\Utilities\FeaturesUtil' ) ) {
		Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', ALTSCRIBE_FILE, true );
	}
}
