import { expect, test } from './support/test.ts';

/**
 * What other programs use: routes with their parameters; meta, fields, settings and abilities with
 * their schemas; tables. Callbacks have only the names of their functions.
 */
test('Routes, meta, fields, settings, abilities and tables are as other programs know them', async ({
  site,
}) => {
  const printed = await site.php(`
    global $wpdb, $wp_registered_settings;
    wp_set_current_user( 1 );
    $is_ours = function ( $name ) { return false !== strpos( $name, 'altscribe' ); };
    $plain   = function ( $value ) use ( &$plain ) {
      if ( $value instanceof Closure ) { return 'function'; }
      if ( is_object( $value ) ) { return get_class( $value ); }
      if ( ! is_array( $value ) ) { return $value; }
      return is_callable( $value ) ? $value[1] : array_map( $plain, $value );
    };
    $routes = array();
    foreach ( rest_get_server()->get_routes( 'altscribe/v1' ) as $route => $handlers ) {
      foreach ( $handlers as $handler ) {
        $routes[ $route ][ implode( ' ', array_keys( $handler['methods'] ) ) ] = $handler['args'] ?? array();
      }
    }
    ksort( $routes );
    $meta = array();
    foreach ( array( 'post', 'user', 'term' ) as $type ) {
      foreach ( array_merge( array( '' ), 'post' === $type ? get_post_types() : array() ) as $subtype ) {
        foreach ( get_registered_meta_keys( $type, $subtype ) as $key => $args ) {
          if ( $is_ours( $key ) ) { $meta[ trim( "$type $subtype $key" ) ] = $args; }
        }
      }
    }
    ksort( $meta );
    $settings = array_filter( $wp_registered_settings, $is_ours, ARRAY_FILTER_USE_KEY );
    ksort( $settings );
    $abilities = array();
    foreach ( wp_get_abilities() as $ability ) {
      if ( $is_ours( $ability->get_name() ) ) {
        $abilities[ $ability->get_name() ] = array( $ability->get_label(), $ability->get_description(), $ability->get_category(), $ability->get_input_schema(), $ability->get_output_schema(), $ability->get_meta() );
      }
    }
    ksort( $abilities );
    $fields = array();
    foreach ( array( 'post', 'wp_block', 'attachment' ) as $type ) {
      foreach ( $GLOBALS['wp_rest_additional_fields'][ $type ] ?? array() as $name => $field ) {
        if ( $is_ours( $name ) ) { $fields[ "$type $name" ] = $field['schema'] ?? null; }
      }
    }
    ksort( $fields );
    $tables = array();
    foreach ( $wpdb->get_col( "SHOW TABLES LIKE '%altscribe%'" ) as $table ) {
      // In any order: another test may have taken one away, which was added again.
      $columns = $wpdb->get_results( "SHOW COLUMNS FROM $table", ARRAY_N );
      sort( $columns );
      $keys = $wpdb->get_results( "SHOW INDEX FROM $table" );
      $tables[ $table ] = array(
        array_map( function ( $column ) { return implode( ' ', array_map( 'strval', $column ) ); }, $columns ),
        array_map( function ( $key ) { return "$key->Key_name $key->Seq_in_index $key->Column_name $key->Non_unique"; }, $keys ),
      );
    }
    echo wp_json_encode( $plain( compact( 'routes', 'meta', 'fields', 'settings', 'abilities', 'tables' ) ), JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );`);
  expect(`${printed}\n`).toMatchSnapshot('interfaces.txt');
});
