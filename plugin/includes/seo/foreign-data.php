<?php
/**
 * Reads what other plugins have stored. It may be damaged, or written by somebody hostile.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Post meta of another plugin as it is stored. get_post_meta() would make objects of serialised ones.
 *
 * @param int    $post_id The post.
 * @param string $key     The meta key.
 * @return string '' without a value.
 */
function altscribe_read_foreign_meta( $post_id, $key ) {
	$meta = update_meta_cache( 'post', array( $post_id ) );
	return isset( $meta[ $post_id ][ $key ][0] ) ? (string) $meta[ $post_id ][ $key ][0] : '';
}

/**
 * The row of a post in a table of another plugin.
 *
 * @param string     $table  Its name, without the prefix.
 * @param string     $column Name of the column that identifies the post.
 * @param int|string $value  Its value.
 * @return array<string, string|null> Empty without the table or the row.
 */
function altscribe_read_foreign_row( $table, $column, $value ) {
	global $wpdb;
	$table = $wpdb->prefix . $table;
	// phpcs:disable WordPress.DB -- Tables of other plugins, which no function of WordPress reads.
	if ( ! in_array( $table, $wpdb->get_col( $wpdb->prepare( 'SHOW TABLES LIKE %s', $table ) ), true ) ) {
		return array();
	}
	// All columns: which there are depends on the version of the other plugin.
	$row = $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM %i WHERE %i = %s LIMIT 1', $table, $column, (string) $value ), ARRAY_A );
	// phpcs:enable
	return is_array( $row ) ? $row : array();
}

/**
 * Unserialises a value without making objects, also one that was serialised twice.
 *
 * @param mixed $value As it is stored.
 * @return mixed The value itself if it is not serialised; false if it is damaged.
 */
function altscribe_unserialize( $value ) {
	for ( $times = 0; $times < 2 && is_string( $value ) && is_serialized( $value ); $times++ ) {
		// phpcs:ignore WordPress.PHP -- PHP warns of damaged values; other plugins have stored it so.
		$value = @unserialize( trim( $value ), array( 'allowed_classes' => false, 'max_depth' => 32 ) );
	}
	return $value;
}

/**
 * Decodes JSON of another plugin.
 *
 * @param mixed $json As it is stored.
 * @return mixed Null if it is no valid JSON.
 */
function altscribe_decode_json( $json ) {
	return is_string( $json ) ? json_decode( $json, true, 32 ) : null;
}

/**
 * A value inside of nested arrays.
 *
 * @param mixed      $value  Anything.
 * @param string|int ...$path Keys from the outside to the inside.
 * @return mixed Null if it is not there.
 */
function altscribe_get_in( $value, ...$path ) {
	foreach ( $path as $key ) {
		if ( ! is_array( $value ) || ! isset( $value[ $key ] ) ) {
			return null;
		}
		$value = $value[ $key ];
	}
	return $value;
}

/**
 * One field of each item of a list.
 *
 * @param mixed  $items Anything.
 * @param string $field Its key.
 * @return array<mixed>
 */
function altscribe_get_each( $items, $field ) {
	$values = array();
	foreach ( is_array( $items ) ? $items : array() as $item ) {
		$values[] = altscribe_get_in( $item, $field );
	}
	return $values;
}
