/**
 * `npm run bench:used-images`: how long the list of Media > Alt text takes with "Only used in published posts", compared
 * with the list of all images, in a site with many images and posts; and how long it takes to read them all and to check
 * all texts once. Everything is on loopback; it ends on its own. `IMAGES` (default 100,000),
 * `POSTS` (default 20,000), `ROUNDS` (default 7), `DATABASE` (`sqlite` by default, or `mariadb`).
 */
import { print } from '../../../service/cli/print.ts';
import { fillLibrary } from '../../wordpress/fill-library.ts';
import { logIn } from '../../wordpress/session.ts';
import { startWordPress } from '../../wordpress/start-wordpress.ts';

const plugin = new URL('../../../plugin', import.meta.url).pathname;
const images = Number(process.env.IMAGES ?? 100_000);
const posts = Number(process.env.POSTS ?? 20_000);
const rounds = Number(process.env.ROUNDS ?? 7);
const postsInRequest = 500;

/** Each post shows one image by its id, one by its address only, and one with the id of another image. */
const createPosts = `
  global $wpdb;
  $base  = wp_get_upload_dir()['baseurl'];
  $first = (int) $wpdb->get_var( "SELECT MIN(ID) FROM $wpdb->posts WHERE post_type = 'attachment'" );
  $wpdb->query( 'START TRANSACTION' );
  for ( $i = $args['from']; $i < $args['to']; $i++ ) {
    $text = str_repeat( '<!-- wp:paragraph --><p>' . str_repeat( 'Words about boats. ', 30 ) . '</p><!-- /wp:paragraph -->', 5 );
    $n    = $i * 3 % $args['images'];
    $wpdb->insert( $wpdb->posts, array(
      'post_type' => 'post', 'post_status' => $i % 10 ? 'publish' : 'draft', 'post_title' => "Post $i", 'post_name' => "post-$i", 'post_author' => 1,
      'post_date' => '2026-01-01 00:00:00', 'post_date_gmt' => '2026-01-01 00:00:00', 'post_modified' => '2026-01-01 00:00:00', 'post_modified_gmt' => '2026-01-01 00:00:00',
      'post_excerpt' => '', 'to_ping' => '', 'pinged' => '', 'post_content_filtered' => '',
      'post_content' => $text
        . '<!-- wp:image {"id":' . ( $first + $n ) . '} --><figure><img src="' . "$base/2026/01/image-$n.jpg" . '" class="wp-image-' . ( $first + $n ) . '"/></figure><!-- /wp:image -->'
        . '<p><img src="' . "$base/2026/01/image-" . ( $n + 1 ) . '-300x200.jpg" alt=""></p>'
        . '<!-- wp:image {"id":7} --><figure><img src="' . "https://old.example/wp-content/uploads/2026/01/image-" . ( $n + 2 ) . '.jpg" class="wp-image-7"/></figure><!-- /wp:image -->',
    ) );
  }
  $wpdb->query( 'COMMIT' );`;

const wordpress = await startWordPress({
  version: '7.1',
  hasMariaDb: process.env.DATABASE === 'mariadb',
  php: 'native',
  plugin: { kind: 'folder', path: plugin },
  constants: { DISABLE_WP_CRON: true },
});
try {
  const { php, url } = wordpress;
  await fillLibrary(php, images);
  for (let from = 0; from < posts; from += postsInRequest) {
    const to = Math.min(from + postsInRequest, posts);
    await php(createPosts, { from, to, images });
  }
  await php(
    `\\Altscribe\\Posts\\Uses::read_everything_again(); \\Altscribe\\Library\\Repeated_Texts::check_everything_again();`,
  );
  const repeat = async (slice: string) => {
    const started = performance.now();
    while ((await php(`echo (int) ${slice};`)) !== '1');
    return Math.round((performance.now() - started) / 1_000);
  };
  const reading = await repeat('\\Altscribe\\Posts\\Uses_Index::read_uses( 20 )');
  const checking = await repeat('\\Altscribe\\Library\\Findings::check_next_texts( 200 )');
  const counts = JSON.parse(
    await php(
      `global $wpdb;
      $table = \\Altscribe\\Posts\\Uses::table();
      echo wp_json_encode( array(
        'rows' => (int) $wpdb->get_var( "SELECT COUNT(*) FROM $table" ),
        'used' => (int) $wpdb->get_var( "SELECT COUNT(DISTINCT attachment_id) FROM $table WHERE is_published = 1" ),
        'posts' => (int) $wpdb->get_var( "SELECT COUNT(*) FROM $wpdb->posts WHERE post_type = 'post'" ),
      ) );`,
    ),
  ) as Record<string, number>;
  console.log(`\n${String(images)} images, ${String(posts)} posts`, counts);
  console.log(`Read once in ${String(reading)} s, all texts checked in ${String(checking)} s\n`);

  const { rest } = await logIn(url, 'admin', 'password');
  const lists = {
    'all images': 'images?per_page=20&page=1',
    'only used': 'images?per_page=20&page=1&used=true',
    missing: 'images?per_page=20&page=1&state=missing',
    'only used, missing': 'images?per_page=20&page=1&used=true&state=missing',
    'only used, page 100': 'images?per_page=20&page=100&used=true',
    'counts, all': 'images/counts',
    'counts, only used': 'images/counts?used=true',
    'also in other posts': `attachments/${await php(`echo $GLOBALS['wpdb']->get_var( 'SELECT MAX(attachment_id) FROM ' . \\Altscribe\\Posts\\Uses::table() . ' WHERE is_published = 1' );`)}/posts`,
  };
  const times: Record<string, number[]> = {};
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, route] of Object.entries(lists)) {
      const started = performance.now();
      const { status } = await rest('GET', `/altscribe/v1/${route}`);
      if (status !== 200) throw new Error(`${name}: status ${String(status)}`);
      // The first time, everything takes longer.
      if (round > 0) (times[name] ??= []).push(performance.now() - started);
    }
  }
  const median = (name: string) =>
    (times[name] ?? []).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  print(
    Object.keys(lists).map((name) => ({
      list: name,
      ms: Math.round(median(name)),
      'of "all images"': (median(name) / median('all images')).toFixed(2),
    })),
    false,
  );
  console.log(
    await php(
      `global $wpdb;
      foreach ( array( 'ORDER BY post_date DESC, ID DESC LIMIT 20', '' ) as $end ) {
        $query = "SELECT $wpdb->posts.ID FROM $wpdb->posts WHERE " . \\Altscribe\\Batches\\Start::image_condition( array( 'used' => true ) ) . " $end";
        foreach ( $wpdb->get_results( "EXPLAIN $query", ARRAY_A ) as $row ) { echo implode( ' | ', array_map( 'strval', $row ) ), "\\n"; }
        echo "\\n";
      }`,
    ),
  );
} finally {
  await wordpress.stop();
}
