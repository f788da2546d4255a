/**
 * `npm run bench:report`: how long WP-Cron's events take to count all images for Tools > Alt text report, how long one change takes
 * afterwards, and how long the report takes. Everything is on loopback; it ends on its own. `POSTS`
 * (default 2,000; each shows five images), `ROUNDS` (default 7).
 */
import { print } from '../../../service/cli/print.ts';
import { fillLibrary } from '../../wordpress/fill-library.ts';
import { logIn } from '../../wordpress/session.ts';
import { startWordPress } from '../../wordpress/start-wordpress.ts';

const plugin = new URL('../../../plugin', import.meta.url).pathname;
const posts = Number(process.env.POSTS ?? 2_000);
const images = posts * 5;
const rounds = Number(process.env.ROUNDS ?? 7);
const postsInRequest = 500;

/**
 * Each post has a featured image, two image blocks (one has a generated text that was not read), an image in HTML without
 * a text, and a gallery with one image, in four authors' names and over five years.
 */
const createPosts = `
  global $wpdb;
  $base  = wp_get_upload_dir()['baseurl'];
  $first = (int) $wpdb->get_var( "SELECT MIN(ID) FROM $wpdb->posts WHERE post_type = 'attachment'" );
  $text  = str_repeat( '<!-- wp:paragraph --><p>' . str_repeat( 'Words about boats. ', 30 ) . '</p><!-- /wp:paragraph -->', 5 );
  $wpdb->query( 'START TRANSACTION' );
  for ( $i = $args['from']; $i < $args['to']; $i++ ) {
    $n     = $i * 5;
    $block = function ( $k, $alt ) use ( $n, $first, $base ) {
      $id = $first + $n + $k;
      return '<!-- wp:image {"id":' . $id . '} --><figure class="wp-block-image"><img src="' . "$base/2026/01/image-" . ( $n + $k ) . '.jpg" alt="' . $alt . '" class="wp-image-' . $id . '"/><figcaption class="wp-element-caption">In the harbour</figcaption></figure><!-- /wp:image -->';
    };
    $unread = "A red boat beside a pier, number $i";
    $date   = sprintf( '%d-%02d-01 00:00:00', 2022 + $i % 5, 1 + $i % 12 );
    $wpdb->insert( $wpdb->posts, array(
      'post_type' => $i % 4 ? 'post' : 'page', 'post_status' => 'publish', 'post_title' => "Post $i", 'post_name' => "post-$i", 'post_author' => 1 + $i % 4,
      'post_date' => $date, 'post_date_gmt' => $date, 'post_modified' => $date, 'post_modified_gmt' => $date,
      'post_excerpt' => '', 'to_ping' => '', 'pinged' => '', 'post_content_filtered' => '',
      'post_content' => $text . $block( 0, "Two boats in a harbour, number $i" ) . $text . $block( 1, $unread )
        . '<p><img src="' . "$base/2026/01/image-" . ( $n + 2 ) . '-300x200.jpg" alt=""></p>[gallery ids=' . ( $first + $n + 3 ) . ']',
    ) );
    $id   = $wpdb->insert_id;
    $meta = array(
      '_thumbnail_id'      => $first + $n + 4,
      '_altscribe_sources' => serialize( array( md5( ( $first + $n + 1 ) . "\\n$unread" ) => array( 'source' => 'generated', 'text' => md5( $unread ), 'read' => 0 ) ) ),
    );
    foreach ( $meta as $key => $value ) {
      $wpdb->insert( $wpdb->postmeta, array( 'post_id' => $id, 'meta_key' => $key, 'meta_value' => $value ) );
    }
  }
  $wpdb->query( 'COMMIT' );`;

const wordpress = await startWordPress({
  version: '7.1',
  php: 'native',
  plugin: { kind: 'folder', path: plugin },
  // The requests below run the events; others would hold the lock.
  constants: { DISABLE_WP_CRON: true },
});
try {
  const { php, url } = wordpress;
  await fillLibrary(php, images);
  for (let from = 0; from < posts; from += postsInRequest) {
    await php(createPosts, { from, to: Math.min(from + postsInRequest, posts) });
  }
  await php(`\\Altscribe\\Posts\\Uses::read_everything_again();`);
  const started = performance.now();
  let processor = 0;
  for (let isDone = false; !isDone;) {
    // The events of WP-Cron. Findings of the library's texts change the counts, too.
    const answer = await php(`
      $seconds = function () { $used = getrusage(); return $used['ru_utime.tv_sec'] + $used['ru_stime.tv_sec'] + ( $used['ru_utime.tv_usec'] + $used['ru_stime.tv_usec'] ) / 1e6; };
      $before  = $seconds();
      \\Altscribe\\Posts\\Uses_Index::run_uses_event();
      \\Altscribe\\Library\\Findings::check_library();
      \\Altscribe\\Posts\\Uses::read_noted();
      echo wp_json_encode( array( $seconds() - $before, null === \\Altscribe\\Posts\\Uses_Index::uses_progress() && 0 === \\Altscribe\\Library\\Findings::count_unchecked() ) );`);
    const [seconds, isOver] = JSON.parse(answer) as [number, boolean];
    processor += seconds;
    isDone = isOver;
  }
  const counting = performance.now() - started;

  const { rest } = await logIn(url, 'admin', 'password');
  const time = async (action: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const from = performance.now();
      await action();
      // The first time, everything takes longer.
      if (round > 0) times.push(performance.now() - from);
    }
    return Math.round(times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0);
  };
  const report = await rest('GET', '/altscribe/v1/report');
  console.log(
    `\n${String(images)} images, ${String(posts)} posts: counted in ${(counting / 1_000).toFixed(1)} s, with ${processor.toFixed(1)} s of processor time\n`,
    Object.fromEntries(
      Object.entries(report.body as object).filter(([name]) => !name.startsWith('by_')),
    ),
  );
  const one = await php(
    `echo $GLOBALS['wpdb']->get_var( "SELECT MAX(ID) FROM {$GLOBALS['wpdb']->posts} WHERE post_type = 'page'" );`,
  );
  print(
    [
      {
        request: 'the report (REST)',
        ms: await time(() => rest('GET', '/altscribe/v1/report')),
      },
      {
        request: 'the report, one year',
        ms: await time(() => rest('GET', '/altscribe/v1/report?from=2024-01-01&to=2024-12-31')),
      },
      {
        request: 'a post is saved and counted again',
        ms: await time(() => rest('POST', `/wp/v2/pages/${one}`, { title: 'Another' })),
      },
      {
        request: 'a post is read (no counting), for comparison',
        ms: await time(() => rest('GET', `/wp/v2/pages/${one}`)),
      },
    ],
    false,
  );
} finally {
  await wordpress.stop();
}
