/**
 * `picture( 'a' )`: a new image with the file 2026/11/a.jpg and its sizes; `used()`: the names of those that are used;
 * `post( $content )`: a new published post. Those of earlier tests are deleted.
 */
export const support = `
  $GLOBALS['pictures'] = array();
  function picture( $name, $more = array() ) {
    $id = wp_insert_attachment( array( 'guid' => 'http://altscribe-queue/', 'post_title' => $name, 'post_mime_type' => 'image/jpeg' ) );
    update_post_meta( $id, '_wp_attached_file', "2026/11/$name.jpg" );
    wp_update_attachment_metadata( $id, $more + array( 'width' => 900, 'height' => 600, 'file' => "2026/11/$name.jpg", 'sizes' => array( 'medium' => array( 'file' => "$name-300x200.jpg", 'width' => 300, 'height' => 200 ) ) ) );
    return $GLOBALS['pictures'][ $name ] = $id;
  }
  function post( $content, $fields = array() ) {
    kses_remove_filters();
    return wp_insert_post( wp_slash( $fields + array( 'post_status' => 'publish', 'post_title' => 'A post', 'post_content' => $content ) ) );
  }
  function url( $name ) { return wp_get_upload_dir()['baseurl'] . "/2026/11/$name.jpg"; }
  function used() {
    global $wpdb;
    $found = array_map( 'intval', $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE " . \\Altscribe\\Posts\\Uses::used_condition() ) );
    $names = array_keys( array_intersect( $GLOBALS['pictures'], $found ) );
    sort( $names );
    return implode( ' ', $names );
  }
  function image_of( $content ) { // The name of the image that a post with this content uses.
    $id   = post( $content );
    $used = used();
    wp_delete_post( $id, true );
    return $used;
  }
  foreach ( get_posts( array( 'post_type' => array( 'post', 'page', 'product', 'wp_block' ), 'post_status' => 'any', 'numberposts' => -1 ) ) as $left ) { wp_delete_post( $left->ID, true ); }
  foreach ( $GLOBALS['wpdb']->get_col( "SELECT ID FROM {$GLOBALS['wpdb']->posts} WHERE guid = 'http://altscribe-queue/'" ) as $left ) { wp_delete_attachment( $left, true ); }
`;
