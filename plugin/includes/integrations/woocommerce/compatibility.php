<?php
/**
 * What WooCommerce asks of each plugin, also for visitors.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'before_woocommerce_init', 'altscribe_declare_woocommerce_compatibility' );

/** Orders are nothing to Altscribe, wherever WooCommerce keeps them. */
function altscribe_declare_woocommerce_compatibility() {
	if ( class_exists( 'Automattic\WooCommerce\Utilities\FeaturesUtil' ) ) {
		Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', ALTSCRIBE_FILE, true );
	}
}
