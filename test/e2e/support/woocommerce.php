<?php
/**
 * Plugin Name: Altscribe test WooCommerce
 *
 * A stand-in for WooCommerce 10, limited to the parts that Altscribe uses: products and variations with
 * their images, the classic product screen with its box for the gallery, and the class for declaring
 * compatibility.
 */

namespace Automattic\WooCommerce\Utilities {
	defined( 'ABSPATH' ) || exit;

	if ( defined( 'ALTSCRIBE_TEST_WOOCOMMERCE' ) ) {
		class FeaturesUtil {
			public static $declared = array();

			public static function declare_compatibility( $feature, $file, $is_compatible = true ) {
				self::$declared[] = array( $feature, plugin_basename( $file ), $is_compatible );
			}
		}
	}
}

namespace {
	// Everything is inside the condition, because PHP declares other functions even after a return.
	if ( defined( 'ALTSCRIBE_TEST_WOOCOMMERCE' ) ) {
		class WC_Product_Attribute {
			private $data;

			public function __construct( $data ) {
				$this->data = $data;
			}

			public function get_visible() {
				return $this->data['is_visible'];
			}

			public function get_variation() {
				return $this->data['is_variation'];
			}
		}

		class WC_Product {
			private $id;

			public function __construct( $id ) {
				$this->id = $id;
			}

			public function get_id() {
				return $this->id;
			}

			public function get_name() {
				return get_post( $this->id )->post_title;
			}

			public function get_parent_id() {
				return get_post( $this->id )->post_parent;
			}

			public function is_type( $type ) {
				if ( 'product_variation' === get_post_type( $this->id ) ) {
					return 'variation' === $type;
				}
				return $type === ( $this->get_children() ? 'variable' : 'simple' );
			}

			public function get_children() {
				return get_posts(
					array(
						'post_type'   => 'product_variation',
						'post_parent' => $this->id,
						'fields'      => 'ids',
						'order'       => 'ASC',
						'post_status' => 'any',
					)
				);
			}

			public function get_image_id( $context = 'view' ) {
				$id = get_post_meta( $this->id, '_thumbnail_id', true );
				return $id || 'edit' === $context || ! $this->get_parent_id() ? $id : get_post_meta( $this->get_parent_id(), '_thumbnail_id', true );
			}

			public function get_gallery_image_ids() {
				return wp_parse_id_list( get_post_meta( $this->id, '_product_image_gallery', true ) );
			}

			public function get_attributes() {
				$attributes = get_post_meta( $this->id, '_product_attributes', true );
				$attributes = is_array( $attributes ) ? $attributes : array();
				return $this->is_type( 'variation' )
					? wp_list_pluck( $attributes, 'value' )
					: array_map(
						function ( $data ) {
							return new WC_Product_Attribute( $data );
						},
						$attributes
					);
			}

			public function get_attribute( $name ) {
				return get_post_meta( $this->id, '_product_attributes', true )[ $name ]['value'];
			}
		}

		function wc_get_product( $id ) {
			return in_array( get_post_type( $id ), array( 'product', 'product_variation' ), true ) ? new WC_Product( $id ) : false;
		}

		function wc_attribute_label( $name ) {
			return ucfirst( str_replace( 'pa_', '', $name ) );
		}

		add_action(
			'init',
			function () {
				register_taxonomy( 'product_cat', 'product', array( 'hierarchical' => true ) );
				register_taxonomy( 'product_brand', 'product', array( 'hierarchical' => true, 'label' => 'Brand' ) );
				register_taxonomy( 'product_tag', 'product' );
				register_post_type(
					'product',
					array(
						'label'    => 'Products',
						'public'   => true,
						'supports' => array( 'title', 'editor', 'excerpt', 'thumbnail' ),
					)
				);
				register_post_type( 'product_variation', array( 'public' => false ) );
				do_action( 'before_woocommerce_init' );
			}
		);

		add_action(
			'add_meta_boxes',
			function () {
				add_meta_box(
					'woocommerce-product-images',
					'Product gallery',
					function ( $post ) {
						// WooCommerce stores the selection in this field until the product is saved.
						echo '<div id="product_images_container"><ul class="product_images"></ul><input type="hidden" id="product_image_gallery" name="product_image_gallery" value="' . esc_attr( implode( ',', wc_get_product( $post->ID )->get_gallery_image_ids() ) ) . '" /></div><p class="add_product_images hide-if-no-js"><a href="#">Add product gallery images</a></p>';
					},
					'product',
					'side',
					'low'
				);
				add_meta_box(
					'woocommerce-product-data',
					'Product data',
					function () {
						// WooCommerce loads the variations when their tab is opened.
						echo '<div id="variable_product_options"></div>';
					},
					'product'
				);
			},
			30
		);
	}
}
