import { expect, test } from 'vitest';
import { runPhp } from './run-php.ts';

/** The SEO plugins' stored data in its real formats, and examples of damaged or hostile values. */
const script = `<?php
define( 'ABSPATH', '/' );
error_reporting( E_ALL );
$complaints = array();
set_error_handler( function ( $level, $message ) use ( &$complaints ) {
  if ( error_reporting() & $level ) { $complaints[] = $message; }
  return true;
} );
class Trap { function __wakeup() { $GLOBALS['complaints'][] = 'An object was made.'; } }

$meta = array();
$rows = array();
function update_meta_cache( $type, $ids ) { return array( $ids[0] => $GLOBALS['meta'] ); }
function wp_check_invalid_utf8( $text ) { return mb_check_encoding( $text, 'UTF-8' ) ? $text : ''; }
function sanitize_text_field( $text ) { return trim( preg_replace( '/\\s+/', ' ', strip_tags( mb_check_encoding( $text, 'UTF-8' ) ? $text : '' ) ) ); }
function wp_specialchars_decode( $text ) { return htmlspecialchars_decode( $text, ENT_QUOTES ); }
function is_serialized( $text ) { return 1 === preg_match( '/^([adObis]:|N;)/', trim( $text ) ); }
class Fake_Database {
  public $prefix = 'wp_';
  function prepare( $sql, $values ) { return $values; }
  function suppress_errors() { return false; }
  function get_results( $values ) {
    $row = $GLOBALS['rows'][ $values[0] ] ?? null;
    return $row && (string) $row[ $values[1] ] === $values[2] ? array( $row ) : array();
  }
}
define( 'ARRAY_A', 'ARRAY_A' );
function wp_cache_get() { return false; }
$wpdb = new Fake_Database();
require '/plugin/includes/autoload.php';

/** The keywords of post 7 with this meta, and these rows by table. */
function found( $post_meta, $tables = array() ) {
  $GLOBALS['meta'] = array_map( function ( $value ) { return array( $value ); }, $post_meta );
  $GLOBALS['rows'] = $tables;
  return \\Altscribe\\Posts\\Keywords::find_saved_keywords( 7 );
}
function twice( $value ) { return serialize( serialize( $value ) ); }

$focus  = array( 'focus' => array( 'kw' => array( array( 'keyword' => 'boat', 'score' => 3 ), array( 'keyword' => 'sea' ) ) ) );
$aioseo = array( 'post_id' => 7, 'focus_keyword' => 'boat', 'additional_keywords' => '[{"word":"sea","synonyms":"ocean"}]', 'keyphrases' => '{"focus":{"keyphrase":"Boat"},"additional":[]}' );
$old    = array( 'post_id' => 7, 'keyphrases' => '{"focus":{"keyphrase":"boat","score":9},"additional":[{"keyphrase":"sea"}]}' );
$hash   = md5( '7' );

$left    = array( '_yoast_wpseo_focuskw' => 'old', '_seopress_analysis_target_kw' => 'old' );
$results = array( 'inactive' => found( $left, array( 'wp_aioseo_posts' => $aioseo ) ) );
define( 'RANK_MATH_VERSION', '1.0' );
$results += array(
  'active and empty' => found( $left, array( 'wp_aioseo_posts' => $aioseo ) ),
  'two plugins, one active' => found( $left + array( 'rank_math_focus_keyword' => 'boat' ) ),
);
foreach ( array_diff( array_column( \\Altscribe\\Posts\\Keywords::seo_plugins(), 'constant' ), array( 'RANK_MATH_VERSION' ) ) as $constant ) { define( $constant, '1.0' ); }
$results += array(
  'yoast' => found( array( '_yoast_wpseo_focuskw' => 'boat', '_yoast_wpseo_focuskeywords' => '[{"keyword":"sea","score":33},{"keyword":"Boat"}]' ) ),
  'rank math' => found( array( 'rank_math_focus_keyword' => 'boat,sea, ' ) ),
  'seopress' => found( array( '_seopress_analysis_target_kw' => 'boat, salt &amp; sea' ) ),
  'aioseo 5' => found( array( '_aioseo_keywords' => 'inert' ), array( 'wp_aioseo_posts' => $aioseo ) ),
  'aioseo 4' => found( array(), array( 'wp_aioseo_posts' => $old ) ),
  'seo framework' => found( array( '_tsfem-extension-post-meta' => twice( $focus ) ) ),
  'smartcrawl' => found( array( '_wds_focus-keywords' => 'boat,sea' ) ),
  'smartcrawl, serialised' => found( array( '_wds_focus-keywords' => serialize( array( 'boat', 'sea' ) ) ) ),
  'squirrly' => found( array(), array( 'wp_qss' => array( 'url_hash' => $hash, 'seo' => serialize( array( 'title' => 'x', 'keywords' => 'boat,sea' ) ) ) ) ),
  'slim seo' => found( array( 'slim_seo_pro' => serialize( array( 'content_analysis' => array( 'main_keyword' => 'boat', 'keywords' => 'sea; salt' ) ) ) ) ),
  'two plugins' => found( array( '_yoast_wpseo_focuskw' => 'old', 'rank_math_focus_keyword' => 'boat' ) ),
  'of another post' => found( array(), array( 'wp_qss' => array( 'url_hash' => md5( '8' ), 'seo' => serialize( array( 'keywords' => 'x' ) ) ) ) ),
  'nothing' => found( array() ),
);

$trap = serialize( new Trap() );
foreach ( array( $trap, serialize( array( 'focus' => new Trap(), 'content_analysis' => new Trap(), 'keywords' => new Trap() ) ), 'a:1:{s:5:"focus";a:9', serialize( array( 1, null, array( 'x' ) ) ), '[[[', '{"focus":7,"additional":"x"}', "\\xff\\xfe", '<script>', 's:1:"', '0', str_repeat( 'a:1:{i:0;', 5000 ) ) as $n => $bad ) {
  $results[ "hostile $n" ] = found(
    array_fill_keys( array( '_yoast_wpseo_focuskeywords', '_tsfem-extension-post-meta', '_wds_focus-keywords', 'slim_seo_pro' ), $bad ),
    array(
      'wp_aioseo_posts' => array( 'post_id' => 7, 'focus_keyword' => null, 'additional_keywords' => $bad, 'keyphrases' => $bad ),
      'wp_qss' => array( 'url_hash' => $hash, 'seo' => $bad ),
    )
  );
}
$results['very long'] = mb_strlen( found( array( '_yoast_wpseo_focuskw' => str_repeat( 'boat ', 5000 ) ) )['keywords'] );
echo "\\n", json_encode( array( 'results' => $results, 'complaints' => $complaints ) );`;

const from = (source: string, keywords = 'boat, sea') => ({ source, keywords });

test.each(['7.4', '8.4'])(
  'On PHP %s, the saved keywords of each SEO plugin are read',
  async (php) => {
    const { results, complaints } = (await runPhp(php, script)) as {
      results: Record<string, unknown>;
      complaints: string[];
    };
    expect(complaints).toEqual([]);
    expect(results).toMatchObject({
      inactive: null,
      'active and empty': null,
      yoast: from('Yoast SEO'),
      'rank math': from('Rank Math'),
      seopress: from('SEOPress', 'boat, salt & sea'),
      'aioseo 5': from('All in One SEO'),
      'aioseo 4': from('All in One SEO'),
      'seo framework': from('The SEO Framework'),
      smartcrawl: from('SmartCrawl'),
      'smartcrawl, serialised': from('SmartCrawl'),
      squirrly: from('Squirrly SEO'),
      'slim seo': from('Slim SEO', 'boat, sea, salt'),
      'two plugins': from('Yoast SEO', 'old'),
      'two plugins, one active': from('Rank Math', 'boat'),
      'of another post': null,
      nothing: null,
      'very long': 2000,
    });
    const hostile = Object.entries(results).filter(([name]) => name.startsWith('hostile'));
    expect(hostile).toHaveLength(11);
    for (const [name, value] of hostile) {
      // A text where a list is expected is a keyword; everything else is ignored.
      const isText = ['hostile 4', 'hostile 5', 'hostile 9'].includes(name);
      expect([name, isText ? 'a text' : value]).toEqual([name, isText ? 'a text' : null]);
    }
  },
  60_000,
);
