import { runQueue } from './support/queue.ts';
import { expect, test } from './support/test.ts';

/**
 * `picture( 'a' )`: a new image with the file 2026/11/a.jpg and its sizes; `used()`: the names of those that are used;
 * `post( $content )`: a new published post.
 */
const support = `
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
    $found = array_map( 'intval', $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE " . altscribe_used_condition() ) );
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
`;

test('An image is found in every form of HTML, by its id or by any of its addresses', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${support}
    altscribe_read_uses( 60 );
    picture( 'other' );
    $a    = picture( 'a', array( 'original_image' => 'a-original.jpg' ) );
    update_post_meta( $a, '_wp_attachment_backup_sizes', array( 'full-orig' => array( 'file' => 'before.jpg' ) ) );
    $b    = picture( 'b-scaled' );
    $c    = picture( 'c-e1700000000000' );
    $url  = url( 'a' );
    $path = wp_parse_url( $url, PHP_URL_PATH );
    $gone = $a + 1000;
    $stale = $GLOBALS['pictures']['other'];
    $forms = array(
      'no class'         => "<img src=\\"$url\\">",
      'single quotes'    => "<p><img alt='' src='$url' class='wp-image-$a'></p>",
      'uppercase'        => "<IMG SRC=$url>",
      'unclosed'         => "<p>Text</p><img src=\\"$url\\" alt=\\"\\"",
      'unclosed, bare'   => "<img src=$url",
      'no url'           => "<img class='wp-image-$a'>",
      'id of another'    => "<img src='$url' class='wp-image-$stale'>",
      'id of nothing'    => "<img src='$url' class='wp-image-$gone'>",
      'size'             => "<img src='" . url( 'a-300x200' ) . "'>",
      'earlier size'     => "<img src='" . url( 'a-77x55' ) . "'>",
      'edited'           => "<img src='" . url( 'a-e1699999999999' ) . "'>",
      'edited size'      => "<img src='" . url( 'a-e1699999999999-300x200' ) . "'>",
      'before the edit'  => "<img src='" . url( 'before' ) . "'>",
      'original'         => "<img src='" . url( 'a-original' ) . "'>",
      'https'            => "<img src='" . str_replace( 'http:', 'https:', $url ) . "'>",
      'without scheme'   => "<img src='" . str_replace( 'http:', '', $url ) . "'>",
      'without host'     => "<img src='$path'>",
      'other host'       => "<img src='https://old.example$path'>",
      'Photon'           => "<img src='https://i0.wp.com/old.example$path?resize=300%2C200&amp;ssl=1'>",
      'other folder'     => "<img src='https://old.example/wp-content/uploads/2025/01/a.jpg'>",
      'only a name'      => "<img src='https://old.example/wp-content/uploads/a.jpg' class='wp-image-$a'>",
      'gallery'          => "[gallery columns=2 ids=\\"$a\\"]",
      'gallery, bare'    => "[gallery include=$a]",
      'gallery, escaped' => "[[gallery ids=$a]]",
      'image block'      => "<!-- wp:image {\\"id\\":$stale} --><figure class='wp-block-image'><img src='$url' class='wp-image-$stale'/></figure><!-- /wp:image -->",
      'cover'            => "<!-- wp:cover {\\"url\\":\\"$url\\",\\"id\\":$stale} --><div class='wp-block-cover' style='background-image:url($url)'></div><!-- /wp:cover -->",
      'old gallery'      => "<!-- wp:gallery {\\"ids\\":[$a]} /-->",
      'list'             => "<!-- wp:jetpack/slideshow {\\"images\\":[{\\"id\\":\\"$gone\\",\\"url\\":\\"$url\\",\\"alt\\":\\"\\"}]} /-->",
      'nested'           => "<!-- wp:generateblocks/media {\\"mediaId\\":$stale,\\"htmlAttributes\\":{\\"src\\":\\"$url\\"}} /-->",
      'unknown block'    => "<!-- wp:acme/card {\\"media\\":{\\"imageId\\":$a}} /-->",
      'unknown, by url'  => "<!-- wp:acme/card {\\"media\\":{\\"photo\\":\\"$url\\"}} /-->",
      'scaled'           => "<img src='" . url( 'b' ) . "'><img src='" . url( 'b-1024x683' ) . "'>",
      'of an edited one' => "<img src='" . url( 'c' ) . "'>",
      'no image'         => "<p>wp-image-$a &lt;img src='$url'&gt; $url</p><!-- <img src='$url'> -->",
    );
    $found = array( 'excerpt' => null );
    $id    = post( '', array( 'post_excerpt' => "<img src='$url'>" ) );
    $found['excerpt'] = used();
    wp_delete_post( $id, true );
    return $found + array_map( 'image_of', $forms );`,
  );
  const { scaled, ...others } = found as Record<string, string>;
  expect(scaled).toBe('b-scaled');
  const none = ['other folder', 'only a name', 'gallery, escaped', 'no image'];
  expect(others).toEqual(
    Object.fromEntries(
      Object.keys(others).map((form) => [
        form,
        none.includes(form) ? '' : form === 'of an edited one' ? 'c-e1700000000000' : 'a',
      ]),
    ),
  );
});
